import type { BatchItem } from "drizzle-orm/batch";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Capabilities } from "#app/context.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import * as guards from "#app/lib/guards.server.ts";
import type { Extra, OrderExtra } from "#app/orders/extras/extra.ts";
import * as orderExtras from "#app/orders/extras/order-extras.server.ts";
import * as orders from "#app/orders/orders.server.ts";
import * as checkoutCalls from "#app/payments/checkout-calls.server.ts";
import * as checkoutSessions from "#app/payments/checkout-sessions.server.ts";
import type { NotApplied } from "#app/transitions/apply-after-closing.server.ts";

// What the parties do with extras of a running order (docs/specification.md#added-extras). An order has one
// card page at a time, so each of these closes the page of another extra first. `until`: when to stop waiting
// for Stripe, in ms of the real clock. `changed`: the order has changed since it was read.

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log" | "secret">;

/** The seller offers an extra for this order, which replaces the one that they offered before. */
export async function offer(
  deps: Deps,
  order: orders.Order,
  extra: Extra,
  user: orders.ActingUser,
  until: number,
): Promise<"offered" | NotApplied> {
  const { db, clock } = deps;
  const before = await offeredIn(deps, order);
  const statements = orderExtras.offered(db, order, crypto.randomUUID(), extra, user, clock.now());
  return (await writeAfterClosing(deps, order, before?.id ?? null, statements, until)) ?? "offered";
}

/** The seller withdraws the extra that they offered, or the buyer declines it. */
export async function refuse(
  deps: Deps,
  order: orders.Order,
  kind: "extra_withdrawn" | "extra_declined",
  extra: OrderExtra,
  user: orders.ActingUser,
  until: number,
): Promise<"refused" | NotApplied> {
  const statements = orderExtras.refused(deps.db, order, kind, extra, user, deps.clock.now());
  return (await writeAfterClosing(deps, order, extra.id, statements, until)) ?? "refused";
}

/**
 * The buyer chooses what to pay: the extra that the seller offers, or an extra of the gig. Making the same
 * choice again finds the extra of the first time.
 * @returns what to pay
 */
export async function choose(
  deps: Deps,
  order: orders.Order,
  choice: { offered: OrderExtra } | { ofGig: Extra & { id: string } },
  user: orders.ActingUser,
  until: number,
): Promise<orderExtras.ExtraToPay | NotApplied> {
  const { db, clock } = deps;
  const standing = "offered" in choice ? choice.offered : await chosenIn(deps, order, choice.ofGig);
  const open = await checkoutCalls.findOpen(db, order);
  if (open && open.extraId !== standing?.id) {
    const closing = await checkoutSessions.close(deps, order, until);
    if (closing !== "closed") return closing;
  }
  const id = standing?.id ?? crypto.randomUUID();
  try {
    if ("ofGig" in choice && !standing)
      await db.batch([
        checkoutCalls.noPageOpen(db, order.id),
        ...(typeof user === "string" ? [] : [sessions.held(db, user, clock.now())]),
        ...orderExtras.chosen(db, order, id, choice.ofGig, clock.now()),
      ]);
  } catch (error) {
    if (brokeUnique(error, "order_extras") || guards.broken(error) === "no-open-checkout") return "changed";
    throw error;
  }
  return await toPay(deps, order, id);
}

/** An extra to pay, if its order is as it was read. */
async function toPay({ db }: Deps, order: orders.Order, id: string) {
  const extra = await orderExtras.findToPay(db, id);
  return extra && extra.order.version === order.version ? extra : "changed";
}

async function offeredIn({ db }: Deps, order: orders.Order): Promise<OrderExtra | null> {
  return (await orderExtras.list(db, order.id)).find(({ state }) => state === "offered") ?? null;
}

/** The extra that the buyer has chosen before, if it is the same. */
async function chosenIn(
  { db }: Deps,
  order: orders.Order,
  { id, title, priceCents, days }: Extra & { id: string },
) {
  const chosen = (await orderExtras.list(db, order.id)).find(({ state }) => state === "chosen");
  const isSame = chosen?.gigExtraId === id && chosen.title === title && chosen.priceCents === priceCents;
  return isSame && chosen.days === days ? chosen : null;
}

/**
 * Writes after closing the card page of an extra.
 * @param extraId the extra that can no longer be paid; null: none
 * @returns null once it is written
 */
async function writeAfterClosing(
  deps: Deps,
  order: orders.Order,
  extraId: string | null,
  statements: readonly [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]],
  until: number,
): Promise<NotApplied | null> {
  const open = extraId === null ? null : await checkoutCalls.findOpen(deps.db, { id: order.id, extraId });
  if (open) {
    const closing = await checkoutSessions.close(deps, order, until);
    if (closing !== "closed") return closing;
  }
  try {
    await deps.db.batch([...statements, checkoutCalls.noneOpenFor(deps.db, order.id, extraId)]);
    return null;
  } catch (error) {
    if (orders.isLostRace(error) || guards.broken(error) === "no-open-checkout") return "changed";
    throw error;
  }
}
