import { and, inArray, isNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Capabilities, Db } from "#app/context.ts";
import type { MailEvent } from "#app/emails/mail-events.ts";
import { groupOf, type SwitchableGroup, switchable, switchableGroups } from "#app/emails/mail-groups.ts";
import { idOf } from "#app/emails/mail-tag.ts";
import { switchedOff } from "#app/emails/preferences.server.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import * as badAddresses from "#app/outbox/bad-addresses.server.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";
import { mailEvents, users } from "#drizzle/schema.ts";

type Deps = Pick<Capabilities, "db" | "clock" | "log">;

/**
 * Acts on a mail provider's event, once (docs/specification.md#mail-webhook).
 * @param id the provider's id of the event
 * @returns false if it was done before, or means nothing
 */
export async function processMailEvent({ db, clock, log }: Deps, id: string, event: MailEvent) {
  if (event.meaning === null) return false;
  const at = clock.now();
  const statements: BatchItem<"sqlite">[] = [];
  if (event.meaning === "bad address")
    for (const address of event.addresses) {
      const bad = { address, kind: "bounced" as const, detail: event.detail };
      const subject = await badAddresses.subjectOf(address);
      statements.push(badAddresses.recorded(db, bad, subject, event.sentAt, at));
    }
  else {
    const complaints = await findComplaints(db, event);
    if (complaints.length === 0) log("info", "complaint that turns nothing off", { event: id });
    for (const { userId, groups } of complaints)
      statements.push(...switchedOff(db, userId, groups, "complaint", at));
  }
  try {
    await db.batch([db.insert(mailEvents).values({ id, type: event.type, at }), ...statements]);
    return true;
  } catch (error) {
    if (brokeUnique(error, "mail_events.id")) return false;
    throw error;
  }
}

type Complaint = { userId: string; groups: SwitchableGroup[] };

/** Whose groups are turned off: that of the email, or all if the email is not known. */
async function findComplaints(db: Db, { tag, addresses }: MailEvent): Promise<Complaint[]> {
  const mail = tag === null ? null : await findMail(db, idOf(tag));
  if (mail) {
    const group = mail.userId === null ? null : switchable(groupOf(mail.kind, mail.reader));
    return mail.userId !== null && group ? [{ userId: mail.userId, groups: [group] }] : [];
  }
  const readers = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.email, addresses), isNull(users.deletedAt)));
  return readers.map(({ id }) => ({ userId: id, groups: [...switchableGroups] }));
}

/**
 * An email of either outbox. `userId` is null if it went to a visitor or the account was deleted; `reader` if
 * it is about no order.
 */
async function findMail(db: Db, id: string) {
  const [row] = await db.all<{
    kind: MailKind;
    userId: string | null;
    reader: "buyer" | "seller" | null;
  }>(sql`
    select kind, (select id from users where id = outbox.user_id and deleted_at is null) as userId,
      (select iif(seller_id = outbox.user_id, 'seller', 'buyer') from orders where id = outbox.subject_id) as reader
    from outbox where id = ${id}
    union all select kind, null, null from visitor_mails where id = ${id}`);
  return row ?? null;
}
