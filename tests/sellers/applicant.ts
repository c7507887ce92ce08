import { and, eq } from "drizzle-orm";
import { vi } from "vitest";
import { decide } from "#app/admin/applications/vetting.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import * as sellerStore from "#app/sellers/sellers.server.ts";
import type { VettingAction } from "#app/sellers/vetting.ts";
import {
  disputes,
  ledger,
  moneyCalls,
  outbox,
  payments,
  sellerEvents,
  sellers,
  sessions,
} from "#drizzle/schema.ts";
import { operator } from "../support/accounts/operator.ts";
import { deps } from "../support/clock.ts";
import { deliver, events, payOnCardPage, sessionIdOf } from "../support/stripe.ts";
import { db, type Page, Visitor } from "../support/visitor.ts";

export const application = {
  fullName: "Ann Lee",
  bio: "I repair old clocks, and I explain what I do to the people who love them.",
  skills: "Clock repair, brass work",
  experience: "Twelve years at a workshop, then alone.",
};

/** Sends the application. @returns the response: a redirect to the card page if the application is valid */
export function apply(ann: Visitor, changes: Record<string, string> = {}): Promise<Page> {
  return ann.submit("/services/sell", { ...application, intent: "submit", ...changes });
}

/** Ann has applied and was sent to the card page. */
export async function applicant(options: Parameters<typeof Visitor.signedIn>[0] = {}) {
  const ann = await Visitor.signedIn(options);
  const page = await apply(ann);
  if (!page.location) throw new Error(`No card page: ${page.status} ${page.text.slice(0, 200)}`);
  return { ann, cardPage: page.location, session: sessionIdOf(page.location) };
}

/** Stripe's event about a Checkout Session. */
export async function eventOf(session: string, type = "checkout.session.completed") {
  const event = (await events(type)).find(({ data }) => data.object.id === session);
  if (!event) throw new Error(`The stand-in has no ${type} of ${session}`);
  return event;
}

/** Ann has paid, and the event was delivered. */
export async function paidSeller() {
  const applied = await applicant();
  await payOnCardPage(applied.cardPage);
  const event = await eventOf(applied.session);
  await deliver(event);
  return { ...applied, event };
}

/**
 * Everything that the product has stored about a user's registration. `balances`: in cents, unless they are
 * 0.
 */
export async function registrationOf(userId: string) {
  const [seller] = await db.select().from(sellers).where(eq(sellers.userId, userId));
  if (!seller) throw new Error("There is no registration");
  const { id } = seller;
  const rows = await db.select().from(ledger).where(eq(ledger.registrationId, id));
  const balances: Record<string, number> = {};
  for (const { account, amountCents } of rows) balances[account] = (balances[account] ?? 0) + amountCents;
  const happened = await db
    .select()
    .from(sellerEvents)
    .where(eq(sellerEvents.sellerId, id))
    .orderBy(sellerEvents.seq);
  const mails = await db.select().from(outbox).where(eq(outbox.subjectId, id)).orderBy(outbox.number);
  return {
    seller,
    balances: Object.fromEntries(Object.entries(balances).filter(([, cents]) => cents !== 0)),
    sum: rows.reduce((cents, row) => cents + row.amountCents, 0),
    kinds: happened.map(({ kind }) => kind),
    seqs: happened.map(({ seq }) => seq),
    mails: mails.map(({ kind }) => kind),
    payments: await db.select().from(payments).where(eq(payments.registrationId, id)),
    calls: await db.select().from(moneyCalls).where(eq(moneyCalls.registrationId, id)),
    disputes: await db.select().from(disputes).where(eq(disputes.registrationId, id)),
  };
}

/** An operator decides about a registration in its current version. */
export async function decided(userId: string, action: VettingAction) {
  const { ann } = await operator();
  const seller = await sellerStore.findByUser(db, userId);
  if (!seller) throw new Error("There is no registration");
  const ofOperator = and(eq(sessions.userId, ann.id), eq(sessions.aal, "aal2"));
  const [session] = await db.select({ id: sessions.id }).from(sessions).where(ofOperator);
  const viewer: Viewer = { id: ann.id, sessionId: session?.id ?? "", roles: ["operator"], aal: "aal2" };
  return await decide(deps, action, seller, { operator: viewer, reason: "A reason", rule: "evidence" });
}

/** Like `registrationOf`, once refunds are booked. A webhook makes them only after its response. */
export async function refundedRegistrationOf(userId: string) {
  return await vi.waitFor(async () => {
    await refunds.sendDue(deps, 0);
    const all = await registrationOf(userId);
    if (all.balances.refunds !== undefined) throw new Error("A refund is not booked yet");
    return all;
  }, 10_000);
}

/** A registration as a separate row. An active one is active by waiver. */
export async function sellerRow(
  userId: string,
  { status, ...changes }: Partial<typeof sellers.$inferInsert> & { status: "applied" | "active" },
) {
  await db.insert(sellers).values({
    id: crypto.randomUUID(),
    userId,
    status,
    skills: "Clocks <i>",
    experience: "Twelve years",
    languages: [{ name: "English", level: "native" }],
    country: "IE",
    paymentStatus: "pending",
    priceCents: 5000,
    ...(status === "active" ? { activatedAt: 1, activatedBy: "waiver" } : {}),
    version: 0,
    createdAt: 1,
    updatedAt: 1,
    ...changes,
  });
}
