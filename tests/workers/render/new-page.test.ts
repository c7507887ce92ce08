import { env } from "cloudflare:workers";
import type { ServerBuild } from "@remix-run/cloudflare";
import { createElement } from "react";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { handleOf, linksOf, type PageHandle } from "#app/page-handle.ts";
import { createExecutionContext, waitOnExecutionContext } from "#tests/support/runtime.ts";
import { visitor } from "../../support/visitor.ts";

/*
 * Nothing but this route is added to the product, before the worker reads its routes: what the page gets
 * beyond its own module comes from its handle. The worker runs from its sources, with the built pages
 * around the new one. No other file shares these modules.
 */
vi.resetModules();
afterAll(() => {
  vi.resetModules();
});
const build = await import("#build/server/index.js");
const { stylesheet } = handleOf(build.routes["home/home.route"]?.module);
const handle: PageHandle = { stylesheet, ttl: 60_000, parameters: { tab: ["first", "second"] } };
let reads = 0;
const guide = {
  handle,
  links: linksOf(handle),
  loader: ({ request }: { request: Request }) => ({ reads: ++reads, search: new URL(request.url).search }),
  meta: ({ data }: { data: { reads: number; search: string } }) => [
    { title: `Read ${data.reads}${data.search}` },
  ],
  default: () => createElement("h1", { className: "hero" }, "A guide"),
};

const added = { id: "guide.route", parentId: "root", path: "guide" };
const routes = build.routes as ServerBuild["routes"];
routes[added.id] = { ...added, module: guide as never };
const manifest = build.assets.routes;
manifest[added.id] = { ...manifest["home/home.route"], ...added, index: undefined } as never;

const guest = visitor.passingBy();
beforeAll(async () => {
  const { default: worker } = await import("../../../workers/app.ts");
  guest.send = async (request) => {
    const context = createExecutionContext();
    const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], env, context);
    const body = await response.arrayBuffer();
    await waitOnExecutionContext(context);
    return new Response(body, response);
  };
});

it("A new page is cached as its handle says, for each of its known parameters", async () => {
  const title = async (path: string) => /<title>(.*?)<\/title>/.exec((await guest.get(path)).html)?.[1];
  expect(await title("/guide")).toBe("Read 1");
  expect(await title("/guide?utm_source=x&tab=first")).toBe("Read 1");
  expect(await title("/guide?tab=second&utm_source=x")).toBe("Read 2?tab=second");
  expect(await title("/guide?tab=second")).toBe("Read 2?tab=second");
  expect(await title("/guide/")).toBe("Read 3");
});

it("A new page contains its stylesheet, and requests none", async () => {
  const { html } = await guest.get("/guide");
  const styles = /<style id="own"[^>]*>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? "";
  const text = await (await env.ASSETS.fetch(new URL(stylesheet ?? "", "http://shop.test"))).text();
  expect(text).toContain(".hero{");
  expect(text.trim()).toContain(styles);
  expect(styles).toContain(".hero{");
  expect(html).toContain(`<link rel="inlined" href="${stylesheet}"`);
  expect(html).not.toContain('rel="stylesheet"');
  const other = await guest.get("/no/such/page");
  expect(other.html).not.toContain(`href="${stylesheet}"`);
});

it("A new page that does not load its scripts immediately starts them at the visitor's first gesture", async () => {
  const { html } = await guest.get("/guide");
  expect(html).toContain('type="text/boot"');
  expect(html).toContain("A guide");
});
