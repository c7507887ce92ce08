import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { shopAnswers } from "#app/ui/use-retries.ts";

/**
 * Reads the page's data anew when its tab becomes visible (docs/specification.md#freshness: order pages do). Nothing that is being typed is touched.
 */
export function useFreshOnReturn(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const refresh = async () => {
      if (document.visibilityState === "visible" && (await shopAnswers())) revalidate();
    };
    document.addEventListener("visibilitychange", refresh);
    return () => document.removeEventListener("visibilitychange", refresh);
  }, [revalidate]);
}
