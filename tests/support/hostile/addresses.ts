import routeTable from "#app/routes.ts?raw";

/** The paths of the route table (app/routes.ts), such as `/orders/:id`. */
export const routePaths: string[] = [
  "/",
  ...[...routeTable.matchAll(/\broute\("([^"]+)"/g)].map(([, path]) => `/${path}`),
  ...[...routeTable.matchAll(/\bnotBuilt\(([^)]*)\)/g)].flatMap(([, paths = ""]) =>
    [...paths.matchAll(/"([^"]+)"/g)].map(([, path]) => `/${path}`),
  ),
];

/** An address of a path: `values` fill its parameters by name, `*` the rest of it; others are `x`. */
export function fill(path: string, values: Record<string, string>): string {
  return path.replace(/:(\w+)|\*/g, (part, name?: string) => values[name ?? part] ?? "x");
}
