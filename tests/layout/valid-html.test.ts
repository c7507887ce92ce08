import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import * as build from "#build/server/index.js";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import type { Page } from "../support/visitor.ts";
import { views } from "./html-views.ts";
import { broken } from "./html-world.ts";

/*
 * Every kind of page is valid HTML: signed out, for buyer, seller and operator, with every form's errors.
 */

/**
 * What is wrong with a page; empty if it is valid. Adjacent texts must be one template string, because React
 * separates them with a comment.
 */
async function faultsIn(page: Page): Promise<string[]> {
  const comment = page.html.indexOf("<!-- -->");
  if (comment !== -1) return [`React writes <!-- --> after ${page.html.slice(comment - 80, comment)}`];
  const [, form] = /<button[^>]* form="([^"]*)"/.exec(page.html) ?? [];
  if (form && !page.html.includes(` id="${form}"`)) return [`A button belongs to no form: ${form}`];
  // If the address names a place on the page, the browser does not move the focus to the reason for a
  // refusal.
  const [, action] = /<form(?=[^>]* method="post")[^>]* action="([^"]*#[^"]*)"/.exec(page.html) ?? [];
  if (action !== undefined) return [`A form that can be refused names a place on the page: ${action}`];
  const [cut] = /<textarea[^>]* maxlength="[^"]*"/i.exec(page.html) ?? [];
  if (cut) return [`A field cuts off what is pasted: ${cut}`];
  const places = [...page.html.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
  const lost = places.filter((id) => !page.html.includes(` id="${id}"`));
  if (lost.length > 0) return [`Links name what is not on the page: ${lost.join(", ")}`];
  const answer = await env.HTML_VALIDATOR.fetch("http://validator", { method: "POST", body: page.html });
  return await answer.json<string[]>();
}

for (const [route, list] of Object.entries(views))
  it(`The pages of ${route} are valid HTML`, async () => {
    if (list.some(([who]) => who === broken)) expectErrorLog("no gigs today");
    for (const [who, path, what = 200] of list) {
      const isForm = typeof what === "object";
      const page = await (isForm ? who.submit(path, what) : who.get(path));
      expect([path, page.status]).toEqual([path, isForm ? 400 : what]);
      expect([path, page.location === null ? await faultsIn(page) : []]).toEqual([path, []]);
    }
  });

it("Every route with a page is checked", () => {
  const pages = Object.entries(build.routes)
    .filter(([id, { module }]) => id !== "root" && "default" in module)
    .map(([id]) => id);
  expect(Object.keys(views).toSorted()).toEqual(pages.toSorted());
});
