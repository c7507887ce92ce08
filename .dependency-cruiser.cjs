// The import rules (docs/architecture.md#import-rules). There is no list of exceptions: a rule that hurts is changed here, with a reason.

/** The areas in their order: a noun or a store may import earlier areas, never later ones. */
const areas = [
  "limits", "files", "uploads", "outbox", "profiles", "auth", "parked", "catalog", "gigs", "browse", "sellers", "ledger", "orders", "payments", "checkout", "transitions",
  "payouts", "reviews", "conversations", "offers", "reports", "help", "assistant", "contact", "statements", "emails", "account",
];

/** Screens compose any area, and no area imports them. */
const screens = "^app/(orders/page|gigs/page|gigs/editor|offers/writing|sellers/page|contact/page|home|dashboard|layout|admin)/";

const pathOf = (area) => `^app/${area}/`;
const isRoute = "\\.route\\.tsx?$";

/** One rule for each area: it imports no later one. */
const order = areas.slice(0, -1).map((area, i) => ({
  name: `${area}-imports-no-later-area`,
  severity: "error",
  from: { path: pathOf(area), pathNot: [isRoute, screens] },
  to: { path: areas.slice(i + 1).map(pathOf) },
}));

module.exports = {
  forbidden: [
    ...order,
    {
      name: "areas-import-no-screen",
      severity: "error",
      from: { path: areas.map(pathOf), pathNot: [isRoute, screens] },
      to: { path: screens },
    },
    {
      name: "only-routes-imports-a-route",
      severity: "error",
      from: { pathNot: "^app/routes\\.ts$" },
      to: { path: isRoute },
    },
    {
      name: "components-import-no-store",
      comment: "A component gets props. It may import the types of a store's rows.",
      severity: "error",
      from: { path: "^app/.*\\.tsx$", pathNot: "(\\.route|app/root|app/entry\\.(server|client))\\.tsx$" },
      to: { path: "\\.server\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "nouns-are-pure",
      comment: "A noun imports other nouns and lib; never a store, the schema or the platform.",
      severity: "error",
      from: { path: "^app/[a-z-]+/.*\\.ts$", pathNot: "\\.(server|form|route)\\.ts$" },
      to: { path: "(\\.server\\.ts|\\.tsx|^drizzle/|^workers/)", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "forms-import-their-noun",
      severity: "error",
      from: { path: "\\.form\\.ts$" },
      to: { path: "(\\.server\\.ts|\\.tsx|^drizzle/|^workers/)" },
    },
    {
      name: "ui-and-lib-import-no-area",
      severity: "error",
      from: { path: "^app/(ui|lib)/" },
      to: { path: "^app/(?!ui/|lib/|routes\\.ts$)" },
    },
    {
      name: "lib-shows-nothing",
      severity: "error",
      from: { path: "^app/lib/" },
      to: { path: "^app/ui/" },
    },
    { name: "app-never-imports-workers", severity: "error", from: { path: "^app/" }, to: { path: "^workers/" } },
    { name: "schema-imports-no-product", severity: "error", from: { path: "^drizzle/schema" }, to: { path: "^(app|workers)/" } },
    { name: "product-imports-no-test", severity: "error", from: { path: "^(app|workers|drizzle)/" }, to: { path: "^(tests|scripts|bench)/" } },
    {
      name: "tests-and-product-import-no-bench",
      comment: "Nothing that `npm test` or the product needs is in bench/.",
      severity: "error",
      from: { pathNot: "^bench/" },
      to: { path: "^bench/" },
    },
    {
      name: "sandbox-stands-alone",
      comment: "The stand-in plays a third party: it shares no code with the product.",
      severity: "error",
      from: { path: "^stripe-sandbox/" },
      to: { path: "^(app|drizzle|workers)/" },
    },
    {
      name: "product-imports-no-sandbox",
      severity: "error",
      from: { path: "^(app|drizzle/schema|workers)" },
      to: { path: "^stripe-sandbox/" },
    },
    { name: "no-circles", severity: "error", from: {}, to: { circular: true } },
    { name: "no-dead-import", severity: "error", from: {}, to: { couldNotResolve: true, pathNot: "^(cloudflare:|virtual:|#build/|\\.\\./build|\\.css)" } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["workerd", "import", "require", "node", "default", "types"], extensions: [".ts", ".tsx", ".mjs", ".js", ".json"] },
    exclude: { path: "^(build|node_modules/\\.)" },
  },
};
