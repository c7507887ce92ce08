import type { EnvironmentModuleNode, Plugin } from "vite";

/**
 * How an edited file reaches the screen. `styles`: the page applies its new styles, and Vite does the rest.
 */
export type Change = { file: string; shownBy: "reload" | "styles" };

/**
 * Decides how an edit reaches the screen: Vite replaces components in the page, the page's own script applies
 * new styles, and any other edit reloads the page.
 */
export function reportChanges(report: (change: Change) => void): Plugin {
  const shownByVite = new Set<string>();
  return {
    name: "report-changes",
    enforce: "pre",
    /** Vite calls it first for the browser, then for the server. */
    hotUpdate({ file, modules, type }) {
      const { name, moduleGraph } = this.environment;
      if (name === "client") {
        if (file.endsWith(".tsx") && type === "update" && modules.some(isLoaded)) {
          shownByVite.add(file);
          return;
        }
      } else if (modules.length > 0 || file.endsWith("/app/routes.ts")) {
        const onlyStyles = shownByVite.delete(file) || file.endsWith(".css");
        report({ file, shownBy: onlyStyles ? "styles" : "reload" });
      }
      for (const module of modules) moduleGraph.invalidateModule(module);
      return [];
    },
  };
}

/** False for a file that is in the graph only because a stylesheet searches it for class names. */
function isLoaded({ importedModules }: EnvironmentModuleNode): boolean {
  return importedModules.size > 0;
}
