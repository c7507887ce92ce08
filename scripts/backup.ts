// `npm run backup -- --to DIR [--remote]` copies all rows and files (docs/operations.md#backup-and-restore).
import { resolve } from "node:path";
import { runCommand } from "./data/command.ts";
import { openStore } from "./data/open-store.ts";
import { writeBackup } from "./data/write-backup.ts";

const options = { to: { type: "string" }, remote: { type: "boolean" } } as const;

await runCommand("backup -- --to DIR [--remote]", options, async ({ to, remote = false }, usage) => {
  if (!to) throw usage;
  const folder = resolve(process.env.INIT_CWD || ".", to);
  const began = Date.now();
  const store = await openStore(remote);
  try {
    const { tables, files } = await writeBackup(store, folder);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const seconds = ((Date.now() - began) / 1000).toFixed(0);
    console.log(
      `${rows} rows and ${files.rows} files (${(files.bytes / 1e6).toFixed(1)} MB) are in ${folder}, after ${seconds} s.`,
    );
  } finally {
    await store.close();
  }
});
