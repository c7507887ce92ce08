import { useActionData, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { isServerReachable } from "#app/ui/use-retries.ts";

/**
 * Reloads the page's data when its tab becomes visible (docs/specification.md#freshness). Typed text is kept,
 * and so is the reason why a form was refused, which reading the page again would remove.
 */
export function useRevalidateOnReturn(): void {
  const { revalidate } = useRevalidator();
  const isRefused = useActionData() !== undefined;
  useEffect(() => {
    if (isRefused) return;
    const refresh = async () => {
      if (document.visibilityState === "visible" && (await isServerReachable())) revalidate();
    };
    document.addEventListener("visibilitychange", refresh);
    return () => document.removeEventListener("visibilitychange", refresh);
  }, [isRefused, revalidate]);
}
