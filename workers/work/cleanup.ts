import { sql } from "drizzle-orm";
import * as creditHolders from "#app/auth/credit-holders.server.ts";
import * as limits from "#app/auth/limits.server.ts";
import type { Db } from "#app/context.ts";
import * as drafts from "#app/drafts/drafts.server.ts";
import type { Work } from "#app/lib/work.ts";
import type { System } from "#workers/context.ts";

/** Deletes rows that are no longer needed, at most 500. @param at UTC ms @returns how many */
type Prune = (db: Db, at: number, secret: string) => Promise<number>;

const prunes: Record<string, Prune> = {
  limits: limits.deleteExpired,
  drafts: drafts.clear,
  // These rows move to `credit_holders`.
  former_addresses: (db, _at, secret) => creditHolders.keyBareHashes(db, secret),
};

/** What is deleted after its time. Each table is a unit. */
export const cleanup: Work<Pick<System, "db" | "clock" | "secret">> = {
  async find({ db, clock }) {
    const at = clock.now();
    const rows = await db.all<{ name: string }>(sql`
      select 'limits' as name where exists (select 1 from limits where resets_at < ${at})
      union all select 'drafts' where exists (select 1 from drafts where expires_at <= ${at})
      union all select 'former_addresses' where exists (select 1 from former_addresses)`);
    return rows.map(({ name }) => name);
  },
  async run({ db, clock, secret }, name) {
    const prune = prunes[name];
    return prune !== undefined && (await prune(db, clock.now(), secret)) > 0;
  },
};
