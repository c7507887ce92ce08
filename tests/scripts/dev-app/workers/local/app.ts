import { createRequestHandler } from "@remix-run/cloudflare";
import * as build from "#build/server/index.js";

const render = createRequestHandler(build, "production");

export default {
  async fetch(request: Request): Promise<Response> {
    const page = await render(request);
    page.headers.set("Content-Security-Policy", "script-src 'self'");
    return page;
  },
};
