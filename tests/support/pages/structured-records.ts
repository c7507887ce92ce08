import { expect } from "vitest";
import type { Page } from "../visitor.ts";

/** The structured data of a page (schema.org), in its order. */
export function recordsOf(page: Page): Record<string, unknown>[] {
  const text = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(page.html)?.[1];
  return JSON.parse(text ?? "[]");
}

/** The only record of a type; undefined if there is none. */
export function recordOf(page: Page, type: string): Record<string, unknown> | undefined {
  const found = recordsOf(page).filter((record) => record["@type"] === type);
  expect(found.length).toBeLessThanOrEqual(1);
  return found[0];
}
