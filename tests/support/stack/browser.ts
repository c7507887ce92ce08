import type { LaunchOptions } from "@playwright/test";

/** Chromium takes the last `--blink-settings`. Playwright's says that there is a mouse, so ours does too. */
const mouse = "primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4";

/** How the journeys start Chromium. Set CHROMIUM_PATH to use a browser other than Playwright's. */
export function browserOptions({ pictures }: { pictures: boolean }): LaunchOptions {
  return {
    executablePath: process.env.CHROMIUM_PATH,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...(pictures ? [] : [`--blink-settings=imagesEnabled=false,${mouse}`]),
    ],
  };
}
