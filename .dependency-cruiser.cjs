// The arrows of the house (README, "The arrows"). No exceptions list: a rule that hurts is changed here, with a reason.
const areas = [
  "outbox", "profiles", "auth", "catalog", "gigs", "sellers", "ledger", "orders",
  "payments", "reviews", "conversations", "assistant", "notifications", "data", "admin",
];

/** A noun or keeper of one area may read earlier areas, never later ones. */
const order = areas.slice(0, -1).map((area, i) => ({
  name: `${area}-reads-no-later-area`,
  severity: "error",
  from: { path: `^app/${area}/`, pathNot: "\\.route\\.tsx?$" },
  to: { path: `^app/(${areas.slice(i + 1).join("|")})/` },
}));

module.exports = {
  forbidden: [
    ...order,
    {
      name: "only-routes-imports-a-route",
      severity: "error",
      from: { pathNot: "^app/routes\\.ts$" },
      to: { path: "\\.route\\.tsx?$" },
    },
    {
      name: "components-import-no-keeper",
      comment: "A component gets props; types of a keeper's rows are fine.",
      severity: "error",
      from: { path: "^app/.*\\.tsx$", pathNot: "(\\.route|app/root|app/entry\\.(server|client))\\.tsx$" },
      to: { path: "\\.server\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "nouns-are-pure",
      comment: "A noun knows other nouns and lib; never a keeper, the schema or the platform.",
      severity: "error",
      from: { path: "^app/[a-z]+/[a-z-]+\\.ts$", pathNot: "\\.(server|form|route)\\.ts$" },
      to: { path: "(\\.server\\.ts|\\.tsx|^drizzle/|^workers/)", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "forms-know-their-noun",
      severity: "error",
      from: { path: "\\.form\\.ts$" },
      to: { path: "(\\.server\\.ts|\\.tsx|^drizzle/|^workers/)" },
    },
    {
      name: "ui-and-lib-know-no-area",
      severity: "error",
      from: { path: "^app/(ui|lib)/" },
      to: { path: "^app/(?!ui/|lib/)" },
    },
    {
      name: "lib-shows-nothing",
      severity: "error",
      from: { path: "^app/lib/" },
      to: { path: "^app/ui/" },
    },
    { name: "app-never-imports-workers", severity: "error", from: { path: "^app/" }, to: { path: "^workers/" } },
    { name: "drizzle-schema-knows-nobody", severity: "error", from: { path: "^drizzle/schema" }, to: { path: "^(app|workers)/" } },
    { name: "product-knows-no-test", severity: "error", from: { path: "^(app|workers|drizzle)/" }, to: { path: "^(tests|scripts)/" } },
    {
      name: "sandbox-stands-alone",
      comment: "The stand-in is a third party: it shares no code with the product.",
      severity: "error",
      from: { path: "^workers/stripe-sandbox/" },
      to: { path: "^(app|drizzle|workers/(?!stripe-sandbox))" },
    },
    {
      name: "product-knows-no-sandbox",
      severity: "error",
      from: { path: "^(app|drizzle/schema|workers/(?!stripe-sandbox))" },
      to: { path: "^workers/stripe-sandbox/" },
    },
    { name: "no-circles", severity: "error", from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } } },
    { name: "no-dead-import", severity: "error", from: {}, to: { couldNotResolve: true, pathNot: "^(cloudflare:|virtual:|\\.\\./build|\\.css)" } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["workerd", "import", "require", "node", "default", "types"], extensions: [".ts", ".tsx", ".mjs", ".js", ".json"] },
    exclude: { path: "^(build|node_modules/\\.)" },
  },
};
