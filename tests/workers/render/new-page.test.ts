import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { handleOf } from "#app/page-handle.ts";
import * as build from "#build/server/index.js";
import { createExecutionContext, waitOnExecutionContext } from "#tests/support/runtime.ts";
import { visitor } from "../../support/visitor.ts";

// The worker as it would be bundled with one page more.
const { default: worker } = await import("./with-new-page.ts?bundled");
const { stylesheet } = handleOf(build.routes["home/home.route"]?.module);

const guest = visitor.passingBy();
guest.send = async (request) => {
  const context = createExecutionContext();
  const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], env, context);
  const body = await response.arrayBuffer();
  await waitOnExecutionContext(context);
  return new Response(body, response);
};

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

it("A new page that loads no scripts at once starts them at the visitor's first gesture", async () => {
  const { html } = await guest.get("/guide");
  expect(html).toContain('type="text/boot"');
  expect(html).toContain("A guide");
});
