import { eq } from "drizzle-orm";
import * as links from "#app/auth/links.server.ts";
import type { Capabilities } from "#app/context.ts";
import { consoleFacts } from "#app/emails/console-facts.server.ts";
import { emailTemplates, type LinkFacts } from "#app/emails/email-templates.ts";
import type { OrderFacts } from "#app/emails/order-email-templates.ts";
import { renderEmail } from "#app/emails/render-email.ts";
import { cashOf } from "#app/ledger/shares.ts";
import { errorStack } from "#app/lib/errors.ts";
import * as orderDetails from "#app/orders/order-details.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { displayName } from "#app/profiles/profile.ts";
import { profiles, users } from "#drizzle/schema.ts";

type Deps = Pick<Capabilities, "db" | "mailer" | "clock" | "origin" | "secret" | "log">;

/**
 * Sends what waits in the outbox: right after a write, and again by the sweep. Several runs at once send each mail once; one
 * that fails stays due, later each time.
 * @returns how many went out
 */
export async function sendWaiting(deps: Deps): Promise<number> {
  const { db, mailer, clock, log } = deps;
  let sent = 0;
  for (const waiting of await outbox.listWaiting(db, clock.now())) {
    if (!(await outbox.take(db, waiting, clock.now()))) continue;
    try {
      const mail = await render(deps, waiting);
      if (!mail) {
        await outbox.markUndeliverable(db, waiting.id, clock.now());
        continue;
      }
      await mailer.send(mail);
      await outbox.markSent(db, waiting.id, clock.now());
      sent++;
    } catch (error) {
      log("warn", "mail not sent", { mail: waiting.id, kind: waiting.kind, error: errorStack(error) });
      await outbox.markFailed(db, waiting.id, String(error).slice(0, 500));
    }
  }
  return sent;
}

/** Null: it would go to the address of an account that was deleted. */
async function render(deps: Deps, waiting: outbox.WaitingMail) {
  const { db, origin } = deps;
  const { kind, userId, subjectId, createdAt } = waiting;
  const [reader] = await db
    .select({
      email: users.email,
      username: profiles.username,
      fullName: profiles.fullName,
      emailVerifiedAt: users.emailVerifiedAt,
      deletedAt: users.deletedAt,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(eq(users.id, userId));
  if (!reader) throw new Error(`No reader ${userId}`);
  const to = waiting.address ?? (reader.deletedAt === null ? reader.email : null);
  if (to === null) return null;
  const letter = emailTemplates[kind as outbox.MailKind];
  if (!letter) throw new Error(`No words for a mail of kind ${kind}`);
  const link = subjectId && withLinks.includes(kind) ? await linkFacts(deps, subjectId) : null;
  // A name is what somebody typed: it goes to no address that may be a stranger's. An old address gets a link only if it was verified.
  const isProved = reader.emailVerifiedAt !== null && (to === reader.email || link !== null);
  const facts = {
    name: isProved ? reader.fullName : "there",
    username: reader.username,
    reference: userId,
    origin,
    at: createdAt,
    link,
    order: subjectId && !withLinks.includes(kind) ? await orderFacts(db, waiting, subjectId) : null,
    console: await consoleFacts(db, waiting),
  };
  return renderEmail(letter(facts), to, kind);
}

/** The mails whose subject is a link. */
const withLinks: string[] = [
  "verify",
  "reset",
  "change_email",
  "email_changed",
  "email_restored",
] satisfies outbox.MailKind[];

async function linkFacts({ db, origin, secret }: Deps, id: string): Promise<LinkFacts | null> {
  const link = await links.byId(db, id);
  return link && { url: await links.urlOf(origin, secret, link), email: link.email };
}

/** An order as its letters know it: what came with the event that they tell of, too. @param waiting its subject is the order */
async function orderFacts(
  db: Deps["db"],
  { kind, userId, createdAt }: outbox.WaitingMail,
  id: string,
): Promise<OrderFacts | null> {
  const found = await orderDetails.find(db, id);
  if (!found) return null;
  const { order, buyer, seller, events } = found;
  const told = events.findLast((event) => event.kind === kind && event.at <= createdAt);
  const [reader] = await db
    .select({ timeZone: profiles.timeZone })
    .from(profiles)
    .where(eq(profiles.id, userId));
  return {
    id,
    title: order.title,
    reader: userId === order.sellerId ? "seller" : "buyer",
    priceCents: order.priceCents,
    cashCents: cashOf(order),
    creditCents: order.creditCents,
    paymentStatus: order.paymentStatus,
    questions: order.questions.length,
    deliveryDate: order.deliveryDate,
    note: told?.note ?? null,
    cents: told?.cents ?? null,
    timeZone: reader?.timeZone ?? null,
    buyer: displayName(buyer),
    seller: displayName(seller),
  };
}
