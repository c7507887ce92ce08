// `npm run restore -- --from DIR [--remote]` writes a backup into an empty database and its bucket
// (docs/operations.md#backup-and-restore).
import { resolve } from "node:path";
import { runCommand } from "./data/command.ts";
import { openStore } from "./data/open-store.ts";
import { restoreBackup } from "./data/restore-backup.ts";
import { recordMigrations, stateFolder } from "./local/state.ts";

const options = { from: { type: "string" }, remote: { type: "boolean" } } as const;

await runCommand("restore -- --from DIR [--remote]", options, async ({ from, remote = false }, usage) => {
  if (!from) throw usage;
  const folder = resolve(process.env.INIT_CWD || ".", from);
  const began = Date.now();
  const store = await openStore(remote, true);
  try {
    const { manifest, leftOut } = await restoreBackup(store, folder, console.log);
    if (!remote)
      recordMigrations(
        stateFolder(),
        manifest.migrations.map(({ name }) => name),
      );
    for (const sentence of leftOut) console.log(sentence);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const seconds = ((Date.now() - began) / 1000).toFixed(0);
    console.log(`Restored and compared: ${rows} rows, ${manifest.files.rows} files, after ${seconds} s.`);
  } finally {
    await store.close();
  }
});
