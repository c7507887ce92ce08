import type { LoaderFunctionArgs } from "@remix-run/cloudflare";

/**
 * What the console has no page for. It is a row of its own, because the ordinary 404 of an address below /admin would name the routes
 * beside it: Remix lists what it has found on the way.
 */
export function loader({ context }: LoaderFunctionArgs): never {
  return context.asUnknown();
}

export const action = loader;

export default function Unknown() {
  return null;
}
