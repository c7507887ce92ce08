// `npm run catalogue -- --demo|--file FILE [--remote]` adds categories, subcategories and their texts
// (docs/operations.md#catalogue). Existing rows are not changed.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { catalogueSchema, demoCatalogue, fillCatalogue } from "#drizzle/seed/catalog.ts";
import { runCommand } from "./data/command.ts";
import { requireMigrated } from "./data/migrated.ts";
import { openStore } from "./data/open-store.ts";

const options = { demo: { type: "boolean" }, file: { type: "string" }, remote: { type: "boolean" } } as const;

await runCommand("catalogue -- --demo|--file FILE [--remote]", options, async (values, usage) => {
  const { demo = false, file, remote = false } = values;
  if (demo === (file !== undefined)) throw usage;
  const catalogue = file === undefined ? demoCatalogue() : readCatalogue(file);
  const store = await openStore(remote);
  try {
    await requireMigrated(store);
    const added = await fillCatalogue(store.db, catalogue);
    const words = Object.entries(added).map(([table, count]) => `${count} ${table.replace("_", " ")}`);
    console.log(`Added to ${store.name}: ${words.join(", ")}. Existing rows were not changed.`);
  } finally {
    await store.close();
  }
});

function readCatalogue(name: string) {
  const file = resolve(process.env.INIT_CWD || ".", name);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Error(`${file} could not be read as JSON: ${error instanceof Error ? error.message : error}`);
  }
  const result = catalogueSchema.safeParse(content);
  if (!result.success) throw new Error(`${file} is not a catalogue.\n${z.prettifyError(result.error)}`);
  return result.data;
}
