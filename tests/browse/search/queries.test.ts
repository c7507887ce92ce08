import { expect, it } from "vitest";
import { demoGigs, insertDemoGigs } from "../../support/demo/gigs.ts";
import { db, visitor } from "../../support/visitor.ts";
import queries from "../queries.json";

await insertDemoGigs(db);
const ann = visitor.signedOut();

it("Nine of ten real queries show the intended services among the first five", async () => {
  const titleOf = new Map(demoGigs.map(({ ref, title }) => [ref, title]));
  expect(queries.length).toBeGreaterThanOrEqual(60);
  const missed: string[] = [];
  for (const { q, gigs } of queries) {
    const page = await ann.get(`/search?q=${encodeURIComponent(q)}`);
    const titles = [...page.html.matchAll(/<h3><a[^>]*>([^<]*)/g)].slice(0, 5).map((match) => match[1]);
    const shown = titles.map((title) => title?.replaceAll("&#x27;", "'").replaceAll("&amp;", "&"));
    if (!gigs.every((ref) => shown.includes(titleOf.get(ref)))) missed.push(`${q}: ${shown.join(" | ")}`);
  }
  expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(queries.length / 10);
}, 120_000);
