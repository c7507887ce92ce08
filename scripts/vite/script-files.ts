/** What the bundler knows of the modules, as Rollup gives it to `manualChunks`. */
type Graph = {
  getModuleIds(): Iterable<string>;
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
};

const framework =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@remix-run|turbo-stream)\/|commonjsHelpers/;

/**
 * Names the script file of a module in the browser's bundle; undefined leaves it to Rollup. Few files
 * compress better than many small ones:
 *
 * - `framework`: React and Remix.
 * - `shared`: what the document around every page needs, and what pages with different stylesheets share.
 * - One file for each stylesheet: what the pages with this stylesheet share.
 *
 * A public page is a route that imports a stylesheet of its own, for its `handle` (app/page-handle.ts).
 */
export function scriptFileOf(id: string, graph: Graph): string | undefined {
  if (framework.test(id)) return "framework";
  if (!id.includes("/app/") || /\.(route|server)\b|\/app\/(root|entry)\b/.test(id)) return undefined;
  const files = computed.get(graph) ?? sharedFiles(graph);
  computed.set(graph, files);
  return files.get(id);
}

/** The files of a build's modules. The graph is complete when Rollup asks for the first. */
const computed = new WeakMap<Graph, Map<string, string>>();

/** The file of each module that several pages share. */
function sharedFiles(graph: Graph): Map<string, string> {
  const users = new Map<string, string[]>();
  for (const page of graph.getModuleIds()) {
    const name = page.endsWith("/app/root.tsx") ? "shared" : stylesheetOf(page, graph);
    if (name) for (const id of modulesOf(page, graph)) users.set(id, [...(users.get(id) ?? []), name]);
  }
  const files = new Map<string, string>();
  for (const [id, [first = "", ...others]] of users) {
    if (first === "shared" || others.some((name) => name !== first)) files.set(id, "shared");
    else if (others.length > 0) files.set(id, first);
  }
  return files;
}

/** The name of a public page's stylesheet; null if the module is no public page. */
function stylesheetOf(id: string, graph: Graph): string | null {
  if (!id.endsWith(".route.tsx")) return null;
  // It starts its scripts at once, and may load the file of another page: what it shares stays there.
  if (id.endsWith("/app/assistant/assistant.route.tsx")) return null;
  const imported = graph.getModuleInfo(id)?.importedIds.join("\n") ?? "";
  // A signed-in screen may have a stylesheet of its own besides theirs.
  if (/\/app\/styles\/signed-in\.css\?url$/m.test(imported)) return null;
  return /\/app\/(?!styles\/).*\/([\w-]+)\.css\?url$/m.exec(imported)?.[1] ?? null;
}

/** A module and all that it imports. */
function modulesOf(id: string, graph: Graph): Set<string> {
  const found = new Set([id]);
  for (const one of found) for (const other of graph.getModuleInfo(one)?.importedIds ?? []) found.add(other);
  return found;
}
