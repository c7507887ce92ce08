import { eq, sql } from "drizzle-orm";
import { audited, type By, type Done, unlessRefused } from "#app/admin/audit.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import * as notifications from "#app/notifications/notifications.server.ts";
import * as webhookEvents from "#app/payments/webhook-events.server.ts";
import { outbox } from "#drizzle/schema.ts";

type Deps = Parameters<typeof notifications.deliver>[0] & Parameters<typeof webhookEvents.work>[0];

/** `failed`: it was tried, and did not succeed. */
type Tried = Done | "failed";

/** Tries a mail now that waits for its next time. */
export async function mail(deps: Deps, id: string, by: By): Promise<Tried> {
  const { db, clock } = deps;
  const at = clock.now();
  const waiting = sql<string>`(select id from outbox where id = ${id} and sent_at is null)`;
  const done = await unlessRefused(() =>
    db.batch([
      audited(db, "try-mail", waiting, by, at),
      db.update(outbox).set({ dueAt: at }).where(eq(outbox.id, id)),
    ]),
  );
  if (done !== "done") return done;
  await notifications.deliver(deps);
  const [row] = await db.select({ sentAt: outbox.sentAt }).from(outbox).where(eq(outbox.id, id));
  return row?.sentAt ? "done" : "failed";
}

/** Works on a stored event now. */
export async function webhook(deps: Deps, id: string, by: By): Promise<Tried> {
  const { db, clock, log } = deps;
  const waiting = sql<string>`(select id from webhook_events where id = ${id} and processed_at is null)`;
  const done = await unlessRefused(async () => await audited(db, "work-webhook", waiting, by, clock.now()));
  if (done !== "done") return done;
  try {
    await webhookEvents.work(deps, id);
    return "done";
  } catch (error) {
    log("warn", "webhook still not done", { webhook: id, error: errorStack(error) });
    return "failed";
  }
}
