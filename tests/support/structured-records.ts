import { expect } from "vitest";
import type { Page } from "./visitor.ts";

/** What a page says to search engines (schema.org): its records, in their order. */
export function recordsOf(page: Page): Record<string, unknown>[] {
  const text = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(page.html)?.[1];
  return JSON.parse(text ?? "[]");
}

/** The one record of that type. */
export function recordOf(page: Page, type: string): Record<string, unknown> | undefined {
  const found = recordsOf(page).filter((record) => record["@type"] === type);
  expect(found.length).toBeLessThanOrEqual(1);
  return found[0];
}
