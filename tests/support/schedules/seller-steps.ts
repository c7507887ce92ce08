import { inArray, sql } from "drizzle-orm";
import { decide } from "#app/admin/applications/vetting.server.ts";
import * as checkout from "#app/checkout/checkout.server.ts";
import * as applications from "#app/sellers/applications.server.ts";
import { type Registration, registrationOf } from "#app/sellers/registrations.server.ts";
import { isPayable } from "#app/sellers/seller.ts";
import * as sellers from "#app/sellers/sellers.server.ts";
import { refusalToVet, type VettingAction } from "#app/sellers/vetting.ts";
import { ledger, moneyCalls, payments, sellerEvents, sellers as sellerRows } from "#drizzle/schema.ts";
import { sessionIdOf } from "#tests/support/stripe.ts";
import { db } from "#tests/support/visitor.ts";
import type { Step } from "./bank-steps.ts";
import type { Booked } from "./invariants.ts";

export const application = {
  fullName: "Ann Lee",
  bio: "I repair old clocks, and I explain what I do to the people who love them.",
  skills: "Clock repair",
  experience: "Twelve years at a workshop.",
};

/** A user applies to sell, or continues an application, and opens the card page. */
export const applyToSell: Step = async (world, random, deps, note) => {
  const user = random.pick(world.buyers);
  note(`buyer ${world.buyers.indexOf(user)} applies to sell`);
  const known = await sellers.findByUser(deps.db, user.id);
  const holder = sql<string>`${user.id}`;
  const result = await applications.submit(deps.db, user.id, known, application, holder, deps.clock.now());
  const seller = await sellers.findByUser(deps.db, user.id);
  if (result !== "saved" || !seller || !isPayable(seller)) return note(`${result}, ${seller?.status}`);
  const page = await checkout.open(deps, registrationOf(seller), user.email, "http://shop.test");
  note("url" in page ? "sees the Checkout page" : JSON.stringify(page));
  if (!("url" in page)) return;
  const session = sessionIdOf(page.url);
  if (!world.sessions.includes(session)) world.sessions.push(session);
};

const actions: VettingAction[] = ["vet", "ask", "waive", "return-fee", "refuse", "refuse-and-return"];

/** The operator decides about a registration. */
export const decideRegistration: Step = async (world, random, deps, note) => {
  const user = random.pick(world.buyers);
  const seller = await sellers.findByUser(deps.db, user.id);
  if (!seller) return;
  const allowed = actions.filter((action) => refusalToVet(action, seller) === null);
  const action = random.pick(allowed.length > 0 && random.chance(0.9) ? allowed : actions);
  const decision = {
    operator: world.universe.operatorViewer,
    reason: "A reason.",
    rule: "evidence" as const,
  };
  const result = await decide(deps, action, seller, decision);
  note(`the operator decides ${action} about buyer ${world.buyers.indexOf(user)}: ${result}`);
};

export type RegistrationBooks = Booked & {
  order: Registration;
  events: (typeof sellerEvents.$inferSelect)[];
};

/** Everything that the product has stored about the registrations of these users. */
export async function registrationBooksOf(userIds: string[]): Promise<RegistrationBooks[]> {
  const ids = sql`(select id from sellers where ${inArray(sellerRows.userId, userIds)})`;
  const [all, events, rows, paid, calls] = await db.batch([
    db.select().from(sellerRows).where(inArray(sellerRows.userId, userIds)),
    db.select().from(sellerEvents).where(sql`seller_id in ${ids}`).orderBy(sellerEvents.seq),
    db.select().from(ledger).where(sql`registration_id in ${ids}`).orderBy(ledger.number),
    db.select().from(payments).where(sql`registration_id in ${ids}`).orderBy(payments.number),
    db.select().from(moneyCalls).where(sql`registration_id in ${ids}`).orderBy(moneyCalls.number),
  ]);
  return all.map((seller) => {
    const of = <Row extends { registrationId: string | null }>(list: Row[]) =>
      list.filter(({ registrationId }) => registrationId === seller.id);
    return {
      order: registrationOf(seller),
      events: events.filter(({ sellerId }) => sellerId === seller.id),
      rows: of(rows),
      payments: of(paid),
      calls: of(calls),
    };
  });
}

/**
 * A registration's own invariants: its events have no gap, at most one fee was kept, and the seller is active
 * exactly if a fee was kept or an operator has waived it.
 */
export function registrationProblem({ order, events, payments: paid }: RegistrationBooks): string | null {
  const numbers = events.map(({ seq }) => seq);
  if (String(numbers) !== String(events.map((_, i) => i + 1)) || order.version !== events.length)
    return `its events are numbered ${numbers}, and it is version ${order.version}`;
  if (paid.filter(({ outcome }) => outcome === "applied").length > 1) return "two fees were kept";
  const has = (...kinds: string[]) => events.some(({ kind }) => kinds.includes(kind));
  const isFeeKept = has("paid") && order.refundedCents < order.priceCents;
  const isWaived = has("waived");
  const expected = has("refused") ? "suspended" : isFeeKept || isWaived ? "active" : "applied";
  return order.status === expected ? null : `it is ${order.status}, its events say ${expected}`;
}
