/** The packages that the product imports, by name (scripts/local/dev/worker.ts). */
declare module "virtual:packages" {
  export const packages: Record<string, object>;
}
