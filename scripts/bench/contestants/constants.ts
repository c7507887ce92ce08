import { createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import type { Preferences } from "#app/context.ts";
import * as build from "#build/server/index.js";

/** What each route's loader answered to our own worker, by the route's id. */
type Recorded = Record<string, { data: unknown }>;

let render: ReturnType<typeof createRequestHandler> | null = null;

/** The same server build, components and document, but the loaders return constants and there is no door around it. */
function rendererOf(recorded: Recorded) {
  const routes = Object.fromEntries(
    Object.entries((build as unknown as ServerBuild).routes).map(([id, route]) => {
      const known = route && recorded[id];
      return [id, known ? { ...route, module: { ...route.module, loader: () => known.data } } : route];
    }),
  );
  return createRequestHandler({ ...build, routes } as unknown as ServerBuild, "production");
}

export default {
  fetch(request: Request, { RECORDED }: { RECORDED: Recorded }): Promise<Response> {
    render ??= rendererOf(RECORDED);
    const who = { nonce: "constant", requestId: "constant", log: console.log };
    const preferences: Preferences = {
      theme: "system",
      lite: false,
      saveData: false,
      small: false,
      scripts: true,
    };
    // As much of the capabilities as the document itself asks for.
    return render(request, { ...who, preferences } as unknown as Parameters<typeof render>[1]);
  },
};
