import { useSyncExternalStore } from "react";

/** True while the tab is visible. */
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
