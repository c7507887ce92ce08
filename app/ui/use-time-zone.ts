import { useRouteLoaderData } from "@remix-run/react";

type Frame = { viewer: { timeZone: string | null } | null };

/** The viewer's time zone, which every page gets with the header's data; null for a visitor: UTC. */
export function useTimeZone(): string | null {
  return useRouteLoaderData<Frame>("root")?.viewer?.timeZone ?? null;
}
