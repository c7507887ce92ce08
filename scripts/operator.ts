// `npm run operator -- --email ADDRESS [--remove] [--remote]` makes a verified account an operator, or an
// operator an ordinary user (docs/operations.md#first-operator).
import { runCommand } from "./data/command.ts";
import { requireMigrated } from "./data/migrated.ts";
import { openStore } from "./data/open-store.ts";
import { changeRole } from "./data/operator-role.ts";

const options = {
  email: { type: "string" },
  remove: { type: "boolean" },
  remote: { type: "boolean" },
} as const;

await runCommand("operator -- --email ADDRESS [--remove] [--remote]", options, async (values, usage) => {
  const { email, remove = false, remote = false } = values;
  if (!email) throw usage;
  const store = await openStore(remote);
  try {
    await requireMigrated(store);
    console.log(await changeRole(store.db, email, remove ? "user" : "operator", Date.now()));
  } finally {
    await store.close();
  }
});
