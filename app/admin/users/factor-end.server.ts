import { sql } from "drizzle-orm";
import { audited, type Decision, runAudited, type WriteResult } from "#app/admin/audit.server.ts";
import * as endings from "#app/auth/second-factor/factor-endings.server.ts";
import * as factors from "#app/auth/second-factor/factors.server.ts";
import type { Db } from "#app/context.ts";
import { accountEvents } from "#drizzle/schema.ts";

type Change = Decision & { userId: string };

const waiting = (userId: string) =>
  sql`exists (select 1 from factor_endings where user_id = ${userId} and ended_at is null)`;

/**
 * Asks for the end of a user's second factors, which takes effect a day later
 * (docs/specification.md#factor-endings).
 * @param at UTC ms
 * @returns "changed" if the user has no second factor, is an operator, or its end is already scheduled
 */
export async function ask(db: Db, { userId, ...decision }: Change, at: number): Promise<WriteResult> {
  const subject = sql<string>`(select id from users where id = ${userId} and deleted_at is null and role = 'user'
    and exists (select 1 from factors where user_id = ${userId} and status = 'verified') and not ${waiting(userId)})`;
  const statements = await endings.asked(db, userId, decision.operator.id, at);
  return await runAudited(() =>
    db.batch([...audited(db, "end-factor", subject, decision, at), ...statements]),
  );
}

/** Stops the end that waits. @param at UTC ms @returns "changed" if none waits any longer */
export async function stop(db: Db, { userId, ...decision }: Change, at: number): Promise<WriteResult> {
  const subject = sql<string>`(select id from users where id = ${userId} and ${waiting(userId)})`;
  return await runAudited(() =>
    db.batch([
      ...audited(db, "keep-factor", subject, decision, at),
      factors.endingStopped(db, userId, "operator", at),
      db.insert(accountEvents).values({ userId, kind: "factor_end_stopped", at }),
    ]),
  );
}
