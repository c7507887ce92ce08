import { useSyncExternalStore } from "react";

/** Whether the tab is in front. */
export function useVisible(): boolean {
  return useSyncExternalStore(
    watch,
    () => document.visibilityState === "visible",
    () => false,
  );
}

function watch(onChange: () => void): () => void {
  document.addEventListener("visibilitychange", onChange);
  return () => document.removeEventListener("visibilitychange", onChange);
}
