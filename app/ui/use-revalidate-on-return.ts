import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { isServerReachable } from "#app/ui/use-retries.ts";

/**
 * Reloads the page's data when its tab becomes visible (docs/specification.md#freshness). Typed text is kept,
 * and `useReply` keeps the reply to a form.
 */
export function useRevalidateOnReturn(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const refresh = async () => {
      if (document.visibilityState === "visible" && (await isServerReachable())) revalidate();
    };
    document.addEventListener("visibilitychange", refresh);
    return () => document.removeEventListener("visibilitychange", refresh);
  }, [revalidate]);
}
