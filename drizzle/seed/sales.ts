import { eq } from "drizzle-orm";
import * as checkout from "#app/checkout/checkout.server.ts";
import * as newOrders from "#app/checkout/new-orders.server.ts";
import type { Capabilities, Db } from "#app/context.ts";
import * as gigs from "#app/gigs/gigs.server.ts";
import * as orderExtras from "#app/orders/extras/order-extras.server.ts";
import * as orders from "#app/orders/orders.server.ts";
import { refusalToTransition } from "#app/orders/refusal-to-transition.ts";
import type { TransitionName } from "#app/orders/transitions.ts";
import { fulfil } from "#app/payments/fulfil.server.ts";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import * as reviews from "#app/reviews/reviews.server.ts";
import { registrationOf } from "#app/sellers/registrations.server.ts";
import * as sellers from "#app/sellers/sellers.server.ts";
import * as orderTransitions from "#app/transitions/apply-transition.server.ts";
import * as automaticTransitions from "#app/transitions/automatic-transitions.server.ts";
import * as addedExtras from "#app/transitions/order-extras.server.ts";
import * as schema from "#drizzle/schema.ts";
import { offerWanted } from "./offers.ts";
import { userId } from "./people.ts";
import { gigId, type SourceOrder, type SourceStep, orders as sales } from "./source.ts";

/** The capabilities for the product's functions. The clock shows the time of the current step. */
export type SaleDeps = Pick<Capabilities, "db" | "stripe" | "clock" | "log" | "secret" | "requestId">;

/** The ids of the created orders, by `ref`. */
const orderIds = new Map<string, string>();

type Step = (deps: SaleDeps, sale: SourceOrder, order: orders.Order, step: SourceStep) => Promise<unknown>;

/** How each event of a timeline is carried out. */
const steps: Record<string, Step> = {
  requirements_answered: (deps, sale, order) =>
    transition(deps, order, "answer", { answers: sale.requirements.map(({ answer }) => answer ?? "") }),
  work_started: (deps, sale, order) => transition(deps, order, "start", { note: sale.seller_note }),
  delivered: (deps, sale, order) => transition(deps, order, "deliver", { note: sale.delivery?.note }),
  revision_requested: (deps, sale, order) =>
    transition(deps, order, "revise", { note: sale.revision_request }),
  completed: (deps, _, order) => transition(deps, order, "complete"),
  extra_offered: async (deps, { ref, extra }, order) => {
    if (!extra) throw new Error(`${ref} has no extra`);
    const { price, ...terms } = extra;
    const offered = { ...terms, priceCents: price * 100 };
    const outcome = await addedExtras.offer(
      deps,
      order,
      offered,
      order.sellerId,
      Date.now() + checkout.maxWait,
    );
    if (outcome !== "offered") throw new Error(`The extra of ${ref}: ${outcome}`);
  },
  dispute_opened: (deps, sale, order) =>
    transition(deps, order, "request-refund", { note: sale.dispute?.reason }),
  dispute_answered: (deps, sale, order) =>
    transition(deps, order, "answer-refund", { note: sale.dispute?.seller_statement }),
  cancelled: (deps, sale, order, { by }) => {
    if (by === "system") return automaticTransitions.applyDue(deps);
    return transition(deps, order, by === "operator" ? "operator-cancel" : "cancel", {
      note: sale.cancel_reason,
    });
  },
  // The stand-in confirms refunds immediately.
  refund_started: (deps) => refunds.sendDue(deps, 0),
  refund_confirmed: (deps) => refunds.sendDue(deps, 0),
  // Nothing to write: whether an order is late follows from the clock.
  became_late: async () => {},
  review_written: async ({ db, clock }, { ref, review }, order) => {
    if (!review) throw new Error(`${ref} has no review`);
    const written = await reviews.write(
      db,
      { ...review, orderId: order.id, buyerId: order.buyerId },
      clock.now(),
    );
    if ("refusal" in written) throw new Error(`${ref}: ${written.refusal}`);
  },
};

/** Carries out one step of an order's timeline. Call it in chronological order. */
export async function makeStep(
  deps: SaleDeps,
  stripeApi: string,
  sale: SourceOrder,
  step: SourceStep,
): Promise<void> {
  if (step.event === "order_created") {
    orderIds.set(sale.ref, (await place(deps, sale)).id);
    return;
  }
  const order = await orders.find(deps.db, orderIds.get(sale.ref) ?? "");
  if (!order) throw new Error(`${sale.ref} was not placed`);
  if (step.event === "payment_confirmed" || step.event === "payment_failed") {
    await pay(deps, stripeApi, order, sale.buyer, step.event === "payment_confirmed");
    return;
  }
  if (step.event === "extra_added") {
    const [offered] = await orderExtras.list(deps.db, order.id);
    if (!offered) throw new Error(`${sale.ref} has no extra to pay`);
    await pay(deps, stripeApi, orderExtras.toPay(order, offered, false), sale.buyer, true);
    return;
  }
  const run = steps[step.event];
  if (!run) throw new Error(`${sale.ref}: the event ${step.event} is unknown`);
  await run(deps, sale, order, step);
}

/**
 * Applies a transition as the first actor who may do so.
 * @throws Error with the product's refusal if no one may
 */
async function transition(
  deps: SaleDeps,
  order: orders.Order,
  name: TransitionName,
  additions: orders.TransitionExtras = {},
): Promise<void> {
  const at = deps.clock.now();
  for (const actor of ["buyer", "seller", "operator"] as const) {
    if (refusalToTransition(name, order, actor, at)) continue;
    const user = { buyer: order.buyerId, seller: order.sellerId, operator: userId("admin") }[actor];
    if (!(await orderTransitions.apply(deps, order, name, { actor, user }, additions)))
      throw new Error(`${order.id} changed during the transition ${name}`);
    return;
  }
  throw new Error(`${order.id} refuses ${name}: ${refusalToTransition(name, order, "buyer", at)}`);
}

async function place({ db, clock }: SaleDeps, sale: SourceOrder): Promise<orders.Order> {
  const at = clock.now();
  const asked = { buyer: userId(sale.buyer), requirements: "", token: null };
  const gig = await gigs.find(db, { id: gigId(sale.gig) });
  const wanted = sale.offer
    ? await offerWanted({ db, clock }, sale.offer)
    : gig && newOrders.packageWanted(db, gig, { ...asked, package: sale.package });
  const placed = wanted && (await newOrders.placeWanted(db, wanted, asked, at));
  if (!placed || !("order" in placed)) throw new Error(`${sale.ref} orders what is not offered`);
  return placed.order;
}

/** Pays the registration fee of a seller who has applied. */
export async function payFee(deps: SaleDeps, stripeApi: string, username: string): Promise<void> {
  const seller = await sellers.findByUser(deps.db, userId(username));
  if (!seller) throw new Error(`${username} has not applied`);
  await pay(deps, stripeApi, registrationOf(seller), username, true);
}

/** Opens the card page of an order, an extra or a registration and pays it, or lets a bank payment fail. */
async function pay(
  deps: SaleDeps,
  stripeApi: string,
  bought: Parameters<typeof checkout.open>[1],
  payer: string,
  succeeds: boolean,
): Promise<void> {
  const page = await checkout.open(deps, bought, `${payer}@mail.example`, "http://127.0.0.1:8787");
  const session = "url" in page ? /cs_\w+/.exec(page.url)?.[0] : undefined;
  if (!session) throw new Error(`No card page for ${payer}: ${JSON.stringify(page)}`);
  const control = async (verb: string, body: object) => {
    const answer = await fetch(`${stripeApi}/control/sessions/${session}/${verb}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`The stand-in refused to ${verb}: ${await answer.text()}`);
  };
  if (succeeds) await control("pay", {});
  else {
    await control("pay", { async: true });
    await control("settle", { outcome: "failed" });
  }
  const { state } = await fulfil(deps, session);
  if (state !== (succeeds ? "confirmed" : "unpaid")) throw new Error(`The payment of ${payer} is ${state}`);
}

/**
 * Checks that every order has the status, payment status and stage of orders.json.
 * @throws Error about the first order that differs
 */
export async function checkSales(db: Db): Promise<void> {
  for (const sale of sales) {
    const [order] = await db
      .select({ status: schema.orders.status, paid: schema.orders.paymentStatus, stage: schema.orders.stage })
      .from(schema.orders)
      .where(eq(schema.orders.id, orderIds.get(sale.ref) ?? ""));
    const actual = JSON.stringify(order);
    const expected = JSON.stringify({ status: sale.status, paid: sale.payment_status, stage: sale.stage });
    if (actual !== expected) throw new Error(`orders.json: ${sale.ref} is ${actual}, not ${expected}`);
  }
}
