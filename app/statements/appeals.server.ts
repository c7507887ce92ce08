import { eq, sql } from "drizzle-orm";
import { appealTopic } from "#app/contact/ticket.ts";
import type { Capabilities, Db } from "#app/context.ts";
import * as guards from "#app/lib/guards.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { appealForm } from "#app/statements/appeal.form.ts";
import { appealableUntil, type Statement } from "#app/statements/statement.ts";
import { statements, ticketEntries, tickets } from "#drizzle/schema.ts";

/**
 * Opens the ticket of an appeal, and sends an email that confirms it (docs/specification.md#reasons). Anyone
 * with the link of the statement can appeal for its user, who may not be able to sign in.
 * @returns "changed" if it was already appealed, the time for it is over, or the account was deleted
 */
export async function open(
  { db, clock }: Pick<Capabilities, "db" | "clock">,
  statement: Statement & { userId: string },
  text: string,
): Promise<"done" | "changed"> {
  const at = clock.now();
  const { id, userId } = statement;
  const ticketId = crypto.randomUUID();
  const isOpen = sql`exists (select 1 from statements join users on users.id = statements.user_id
    where statements.id = ${id} and ticket_id is null and users.deleted_at is null) and ${at} <= ${appealableUntil(statement.at)}`;
  try {
    await db.batch([
      guards.that(db, "appeal-open", isOpen),
      db.insert(tickets).values({
        id: ticketId,
        userId,
        topic: appealTopic,
        state: "open",
        version: 1,
        createdAt: at,
        updatedAt: at,
        waitingSince: at,
      }),
      db.insert(ticketEntries).values({ ticketId, seq: 1, kind: "question", text, at }),
      db.update(statements).set({ ticketId, appealedAt: at }).where(eq(statements.id, id)),
      outbox.mail(db, "ticket_received", userId, ticketId, at),
    ]);
    return "done";
  } catch (error) {
    if (guards.broken(error) === "appeal-open") return "changed";
    throw error;
  }
}

/** True if the appeal against a decision has exactly this text. @param typed as the form sent it */
export async function isSent(db: Db, id: string, typed: string): Promise<boolean> {
  const parsed = appealForm.safeParse({ message: typed });
  if (!parsed.success) return false;
  const found =
    await db.all(sql`select 1 from statements join ticket_entries e on e.ticket_id = statements.ticket_id
    where statements.id = ${id} and e.seq = 1 and e.text = ${parsed.data.message}`);
  return found.length > 0;
}
