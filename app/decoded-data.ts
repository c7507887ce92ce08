import { RemixBrowser } from "@remix-run/react";

/**
 * Waits until Remix has decoded the page's data (docs/decisions/0008-wait-for-data-before-hydrating.md).
 * Until then RemixBrowser is suspended with no boundary above it, and a click makes React 18 fail with error
 * #345. The component starts decoding when it is called, before its first hook, and throws the
 * promise.
 * @returns false in a browser without `TextEncoderStream`, where Remix cannot hydrate
 */
export async function dataDecoded(): Promise<boolean> {
  if (!window.__remixContext.stream) return false;
  try {
    RemixBrowser({});
  } catch (pending) {
    if (!(pending instanceof Promise)) throw pending;
    await pending;
  }
  return true;
}
