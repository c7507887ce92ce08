import { eq } from "drizzle-orm";
import { verifyToken } from "#app/auth/accounts.server.ts";
import type { Capabilities } from "#app/context.ts";
import { errorStack } from "#app/lib/errors.ts";
import { letters, type OrderFacts } from "#app/notifications/letters.ts";
import { asMail } from "#app/notifications/mail.ts";
import * as parties from "#app/orders/parties.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { displayName } from "#app/profiles/profile.ts";
import { profiles, users } from "#drizzle/schema.ts";

type Deps = Pick<Capabilities, "db" | "mailer" | "clock" | "origin" | "secret" | "log">;

/**
 * Sends what waits in the outbox: right after a write, and again by the sweep. Several runs at once send each mail once; one
 * that fails stays due, later each time.
 * @returns how many went out
 */
export async function deliver(deps: Deps): Promise<number> {
  const { db, mailer, clock, log } = deps;
  let sent = 0;
  for (const waiting of await outbox.listWaiting(db, clock.now())) {
    if (!(await outbox.take(db, waiting, clock.now()))) continue;
    try {
      await mailer.send(await render(deps, waiting));
      await outbox.markSent(db, waiting.id, clock.now());
      sent++;
    } catch (error) {
      log("warn", "mail not sent", { mail: waiting.id, kind: waiting.kind, error: errorStack(error) });
      await outbox.markFailed(db, waiting.id, String(error).slice(0, 500));
    }
  }
  return sent;
}

async function render({ db, origin, secret, clock }: Deps, { kind, userId, subjectId }: outbox.WaitingMail) {
  const [reader] = await db
    .select({ email: users.email, username: profiles.username, fullName: profiles.fullName })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(eq(users.id, userId));
  if (!reader) throw new Error(`No reader ${userId}`);
  const letter = letters[kind as outbox.MailKind];
  if (!letter) throw new Error(`No words for a mail of kind ${kind}`);
  const facts = {
    name: reader.fullName,
    origin,
    verifyUrl:
      kind === "verify" ? `${origin}/verify?token=${await verifyToken(secret, userId, clock.now())}` : "",
    order: subjectId ? await orderFacts(db, subjectId) : null,
  };
  return asMail(letter(facts), reader.email, kind);
}

async function orderFacts(db: Deps["db"], id: string): Promise<OrderFacts | null> {
  const found = await parties.find(db, id);
  if (!found) return null;
  const { order, buyer, seller } = found;
  return {
    id,
    title: order.title,
    priceCents: order.priceCents,
    paymentStatus: order.paymentStatus,
    buyer: displayName(buyer),
    seller: displayName(seller),
  };
}
