/** What the bundler knows of the modules, as Rollup hands it to `manualChunks`. */
type Graph = {
  getModuleIds(): Iterable<string>;
  getModuleInfo(id: string): { code: string | null; importedIds: readonly string[] } | null;
};

const framework =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@remix-run|turbo-stream)\/|commonjsHelpers/;

/**
 * Names the script file of a module in the browser's bundle; undefined leaves it to Rollup. Few files compress better than many small
 * ones:
 *
 * - `framework`: React and Remix.
 * - `shared`: what the document around every page needs, and what pages with different stylesheets share.
 * - One file for each stylesheet: what its cached pages share.
 *
 * Route modules keep files of their own.
 */
export function scriptFileOf(id: string, graph: Graph): string | undefined {
  if (framework.test(id)) return "framework";
  if (!id.includes("/app/") || /\.(route|server|css)\b|\/app\/(root|entry)/.test(id)) return undefined;
  return filesOf(graph).get(id);
}

const known = new WeakMap<Graph, Map<string, string | undefined>>();

function filesOf(graph: Graph): Map<string, string | undefined> {
  const files = known.get(graph) ?? new Map<string, string | undefined>();
  if (known.has(graph)) return files;
  known.set(graph, files);
  const pages = new Map<string, string[]>();
  for (const id of graph.getModuleIds())
    for (const name of filesOfPage(id, graph))
      for (const part of modulesOf(id, graph)) pages.set(part, [...(pages.get(part) ?? []), name]);
  for (const [id, names] of pages) {
    const different = new Set(names);
    if (different.has("shared") || different.size > 1) files.set(id, "shared");
    else if (names.length > 1) files.set(id, names[0]);
  }
  return files;
}

/** The document around every page is `shared`. A public page has the name of the stylesheet in its handle (app/page-handle.ts). */
function filesOfPage(id: string, graph: Graph): string[] {
  if (id.endsWith("/app/root.tsx")) return ["shared"];
  if (!id.endsWith(".route.tsx")) return [];
  const imported = graph.getModuleInfo(id)?.importedIds ?? [];
  return imported.flatMap((other) => /\/app\/(?!styles\/).*\/([\w-]+)\.css\?url$/.exec(other)?.[1] ?? []);
}

/** A module and all that it imports. */
function modulesOf(id: string, graph: Graph): Set<string> {
  const found = new Set([id]);
  for (const one of found) for (const other of graph.getModuleInfo(one)?.importedIds ?? []) found.add(other);
  return found;
}
