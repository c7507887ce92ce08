import type { RequestHandler, ServerBuild } from "@remix-run/cloudflare";
import type { Preferences } from "#app/context.ts";
import * as build from "#build/server/index.js";
import { requestHandler } from "#workers/render/request-handler.ts";

/** What each route's loader returned in the production worker, by route id. */
type LoaderData = Record<string, { data: unknown }>;

let render: RequestHandler | null = null;

/**
 * Renders with the same build, components and document, but with loaders that return constants, and without
 * the worker's request handling.
 */
function makeRender(recorded: LoaderData) {
  const routes = Object.fromEntries(
    Object.entries((build as unknown as ServerBuild).routes).map(([id, route]) => {
      const answer = route && recorded[id];
      return [id, answer ? { ...route, module: { ...route.module, loader: () => answer.data } } : route];
    }),
  );
  return requestHandler({ ...build, routes } as unknown as ServerBuild);
}

export default {
  fetch(request: Request, { RECORDED }: { RECORDED: LoaderData }): Promise<Response> {
    render ??= makeRender(RECORDED);
    const constants = { nonce: "constant", requestId: "constant", log: console.log };
    const preferences: Preferences = {
      theme: "system",
      lite: false,
      saveData: false,
      small: false,
      scripts: true,
    };
    // The capabilities that the document itself uses.
    return render(request, { ...constants, preferences } as unknown as Parameters<RequestHandler>[1]);
  },
};
