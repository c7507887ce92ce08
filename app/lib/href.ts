import type { Page } from "../routes.ts";

/**
 * The names of a path's parameters: `"id" | "file"` of `/orders/:id/files/:file`, `"year"` of `/:year.csv`.
 */
type NameIn<Path extends string> = Path extends `${infer Rest}.csv` ? NameIn<Rest> : NameOf<Path>;
type NameOf<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | NameOf<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? Name
    : never;

type Parameters<Path extends string> = [NameIn<Path>] extends [never]
  ? []
  : [parameters: Record<NameIn<Path>, string>];

/**
 * The address of a page of the route table: `href("/orders/:id", { id })`. Parameters are encoded, except for
 * the "@" of a seller's handle. Queries and hashes are added by the caller.
 */
export function href<Path extends Page>(path: Path, ...[parameters]: Parameters<Path>): string {
  const values: Record<string, string> = parameters ?? {};
  return path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(values[name] ?? "").replace(/^%40/, "@"));
}
