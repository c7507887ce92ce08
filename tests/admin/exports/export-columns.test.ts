import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { sources } from "#app/admin/exports/export-rows.server.ts";
import { exportKinds } from "#app/admin/exports/export-search.ts";

it("The manual lists the columns of each export, in their order", () => {
  const manual = readFileSync("docs/operations.md", "utf8");
  for (const { key, label } of exportKinds) {
    const [, columns] = new RegExp(`^\\| ${label} \\| ([^|]+) \\| [^|]+ \\|$`, "m").exec(manual) ?? [];
    expect(columns?.trim(), label).toBe(sources[key].columns.map(({ name }) => name).join(", "));
  }
});
