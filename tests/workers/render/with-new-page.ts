import type { ServerBuild } from "@remix-run/cloudflare";
import { createElement } from "react";
import { handleOf, linksOf, type PageHandle } from "#app/page-handle.ts";
import * as build from "#build/server/index.js";

/*
 * The product's worker with one route more, and nothing else: what the page gets beyond its own module comes
 * from its handle.
 */
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

// The worker reads its routes when it starts.
const { default: worker } = await import("#workers/app.ts");
export default worker;
