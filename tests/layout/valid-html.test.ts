import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { forgetAll } from "#app/lib/isolate-memory.ts";
import * as build from "#build/server/index.js";
import { errorLogs, expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import type { Page, Visitor } from "../support/visitor.ts";
import { views } from "./html-views.ts";
import { broken } from "./html-world.ts";

/*
 * Every kind of page is valid HTML: signed out, for buyer, seller and operator, with every form's errors. And
 * each has a fallback or is a 503 if one of its reads fails.
 */

/**
 * A single-line field of a form with several decisions: Enter would take the first one, which no one chose.
 * Empty if there is none.
 */
function unchosenDecision(html: string): string {
  for (const [form] of html.matchAll(/<form[^>]* method="post".*?<\/form>/gs)) {
    const buttons = form.matchAll(/<button[^>]* (name="[^"]*" value="[^"]*")/g);
    const decisions = new Set([...buttons].map(([, decision]) => decision));
    const [field = ""] = /<input[^>]* type="(?:text|number|date|email)"[^>]*>/.exec(form) ?? [];
    if (decisions.size > 1 && field) return field;
  }
  return "";
}

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
  const unchosen = page.html.includes('aria-label="Console"') ? unchosenDecision(page.html) : "";
  if (unchosen) return [`Enter makes a decision that no one chose: ${unchosen}`];
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

/** Opens an address of the product whose database may fail. */
async function openWith(fault: Parameters<typeof faultyDatabase>[1], who: Visitor, path: string) {
  const { send } = who;
  who.send = productWith({ DB: faultyDatabase(env.DB, fault) });
  const answer = who.get(path);
  // The request is already on its way.
  who.send = send;
  return await answer;
}

/** True for the read of the moved clock, which only the local product has. */
const isMovedClock = (values: unknown[]) => values.includes("clock_offset_ms");

/** The SQL of what a page reads. */
async function readsOf(who: Visitor, path: string): Promise<Set<string>> {
  const reads = new Set<string>();
  const note = (sql: string, values: unknown[]) => {
    if (!isMovedClock(values)) reads.add(sql);
    return false;
  };
  await openWith(note, who, path);
  return reads;
}

/** By user, what every page reads, such as the session and the header. The user's first page tests it. */
const commonReads = new Map<Visitor, Set<string>>();

for (const [route, list] of Object.entries(views))
  it(`A page of ${route} has a fallback or is a 503 if one of its reads fails`, async () => {
    const failed = new Set<string>();
    for (const [who, path, what = 200] of list) {
      if (who === broken || typeof what === "object") continue;
      forgetAll();
      const all = [...(await readsOf(who, path))];
      const reads = all.filter((sql) => !failed.has(sql) && !commonReads.get(who)?.has(sql));
      forgetAll();
      if (!commonReads.has(who)) commonReads.set(who, await readsOf(who, "/terms"));
      forgetAll();
      const openWithout = async (read: string) => {
        failed.add(read);
        const fails = (sql: string, values: unknown[]) => sql === read && !isMovedClock(values);
        return { read, page: await openWith(fails, who, path) };
      };
      for (const { read, page } of await Promise.all(reads.map(openWithout))) {
        // While no one knows whether an operator's session has ended, the console is hidden.
        const answers = path.startsWith("/admin") ? [what, 503, 404] : [what, 503];
        expect(answers, `${path} without ${read}`).toContain(page.status);
        const hasAgain = page.status === 503 && page.html.includes("Try Again");
        expect(page.headers.has("Retry-After"), `${path} without ${read}`).toBe(hasAgain);
      }
    }
    for (const line of errorLogs()) expectErrorLog(line);
    expect(errorLogs().filter((line) => line.includes("page failed"))).toEqual([]);
  });

it("Every route with a page is checked", () => {
  const pages = Object.entries(build.routes)
    .filter(([id, { module }]) => id !== "root" && "default" in module)
    .map(([id]) => id);
  expect(Object.keys(views).toSorted()).toEqual(pages.toSorted());
});
