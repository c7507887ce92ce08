import { expect, it } from "vitest";
import { shortcuts } from "#app/home/home.ts";
import { popular } from "#app/home/popular.ts";
import { demoMarket } from "../support/demo/market.ts";
import { db, visitor } from "../support/visitor.ts";

await demoMarket(db);
const ann = visitor.signedOut();
const home = await ann.get("/");
const cards = (html: string) => html.match(/<h3><a[^>]*href="\/services\/s\//g)?.length ?? 0;

it.each(shortcuts.map(({ label }) => label))("The shortcut %s finds services", async (label) => {
  const href = new RegExp(`<a[^>]*href="(/search[^"]*)"[^>]*>${label}</a>`).exec(home.html)?.[1] ?? "";
  const page = await ann.get(href);
  expect([page.status, cards(page.html) > 0]).toEqual([200, true]);
  const [topic] = label.toLowerCase().split(" ");
  expect(page.text.toLowerCase().split(topic ?? "").length, "services about it").toBeGreaterThan(3);
});

it.each(popular.map(({ path }) => path))("The popular service %s finds services", async (path) => {
  expect(home.html).toContain(`href="${path}"`);
  const page = await ann.get(path);
  expect([page.status, cards(page.html) > 0]).toEqual([200, true]);
});
