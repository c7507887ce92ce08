import { expect, it } from "vitest";
import { gig } from "#tests/support/factories.ts";
import { db, visitor } from "#tests/support/visitor.ts";

it.each([
  ["window.__remixContext = {", "before the page's own"],
  ["window.__remixManifest = {no list\n};", "that is no list"],
])("A person's text %j stays text, and the page's scripts stay scripts", async (text) => {
  const title = `A vase ${text.split("\n")[0]}`;
  const { slug } = await gig(db, { title, description: `It begins with ${text} and ends.` });
  const page = await visitor.signedOut().get(`/services/s/${slug}`);
  expect(page.status).toBe(200);
  expect(page.text).toContain("and ends.");
  expect(page.text).toContain(`${title}`);
  // Once in its script, without the stream; the rest is the person's.
  expect(page.html).toMatch(/<script[^>]*>window\.__remixContext = \{"[^<]*\}<\/script>/);
  expect(page.html).toMatch(/<script[^>]* type="[^"]*"[^>]*>[^<]*window\.__remixManifest=\{"/);
});
