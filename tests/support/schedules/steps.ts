import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import * as checkout from "#app/checkout/checkout.server.ts";
import * as newOrders from "#app/checkout/new-orders.server.ts";
import { day } from "#app/lib/dates.ts";
import * as orderExtras from "#app/orders/extras/order-extras.server.ts";
import * as orders from "#app/orders/orders.server.ts";
import type { Actor, TransitionName } from "#app/orders/transitions.ts";
import { fulfil } from "#app/payments/fulfil.server.ts";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import { apply } from "#app/transitions/apply-transition.server.ts";
import * as extras from "#app/transitions/order-extras.server.ts";
import { measuredDatabase } from "#tests/support/bindings/measured-database.ts";
import { person } from "#tests/support/factories.ts";
import { payByCard, sessionIdOf } from "#tests/support/stripe.ts";
import { db } from "#tests/support/visitor.ts";
import { type Deps, Process } from "./line.ts";
import { measureSelling } from "./seller-costs.ts";
import { sweeps, type Universe } from "./world.ts";

/** The rows that one step reads and writes, as D1 reports them, and how many it may. */
export type StepCost = { step: string; read: number; written: number; most: number; maxWritten: number };

/**
 * Runs one order to its completion and another to its cancellation, and makes one person a seller. Measures
 * each step.
 */
export async function stepCosts(universe: Universe): Promise<StepCost[]> {
  const costs: StepCost[] = [];
  const { database, read, written } = measuredDatabase(env.DB);
  const deps: Deps = { ...new Process(universe.clock).deps, db: drizzle(database) };
  const buyer = await person(db, { credit: true });
  const gig = await universe.gig({
    priceCents: 8000,
    revisions: 1,
    questions: [{ question: "Which colour?", type: "text", required: true }],
  });
  const measured = async <Answer>(
    step: string,
    work: () => Promise<Answer>,
    most = 60,
    // Each row of the ledger also keeps the sums of its day and the seller's month.
    maxWritten = 75,
  ): Promise<Answer> => {
    const before = { read: read(), written: written() };
    const answer = await work();
    costs.push({ step, read: read() - before.read, written: written() - before.written, most, maxWritten });
    return answer;
  };
  // A fee writes three rows more. The schedules before may have left one.
  await universe.setFee(0);
  const paid = async (name: string) => {
    const asked = { buyer: buyer.id, package: "starter", requirements: "", token: name } as const;
    const placed = await measured(`place${name}`, () =>
      newOrders.place(deps.db, gig, asked, deps.clock.now()),
    );
    if (!placed || !("order" in placed)) throw new Error("The order was refused");
    const { order } = placed;
    const page = await measured(`checkout${name}`, () =>
      checkout.open(deps, order, buyer.email, "http://shop.test"),
    );
    if (!("url" in page)) throw new Error("There is no Checkout page");
    const session = sessionIdOf(page.url);
    await payByCard(session);
    await measured(`fulfil${name}`, () => fulfil(deps, session));
    return order.id;
  };
  const transition = (id: string, actor: Actor, name: TransitionName, after = async () => {}) => {
    const make = async () => {
      const order = await orders.find(deps.db, id);
      if (!order) throw new Error("The order is missing");
      const user = actor === "seller" ? order.sellerId : order.buyerId;
      const additions = {
        note: "Words.",
        ...(name === "answer" ? { answers: ["Blue"] } : {}),
        ...(name === "ask-time" ? { days: 5 } : {}),
      };
      if (!(await apply(deps, order, name, { actor, user }, additions)))
        throw new Error(`Another write came before ${name}`);
      await after();
    };
    return measured(name === "cancel" || name === "refuse" ? `${name} and refund` : name, make);
  };
  const addExtra = async (id: string) => {
    const find = async () => {
      const order = await orders.find(deps.db, id);
      if (!order) throw new Error("The order is missing");
      return order;
    };
    const until = Date.now() + 60_000;
    const extra = { title: "A frame", priceCents: 4500, days: 2 };
    const { sellerId } = await find();
    await measured("offer an extra", async () => extras.offer(deps, await find(), extra, sellerId, until));
    const [offered] = await orderExtras.list(deps.db, id);
    if (!offered) throw new Error("The extra is missing");
    const session = await measured("checkout, an extra", async () => {
      const chosen = await extras.choose(deps, await find(), { offered }, buyer.id, until);
      if (typeof chosen === "string") throw new Error(chosen);
      const page = await checkout.open(deps, chosen, buyer.email, "http://shop.test");
      if (!("url" in page)) throw new Error("There is no Checkout page");
      return sessionIdOf(page.url);
    });
    await payByCard(session);
    await measured("fulfil, an extra", () => fulfil(deps, session));
  };
  const first = await paid("");
  await addExtra(first);
  await transition(first, "buyer", "answer");
  await transition(first, "seller", "start");
  await transition(first, "seller", "ask-time");
  await transition(first, "buyer", "allow-time");
  await transition(first, "seller", "deliver");
  await transition(first, "buyer", "revise");
  await transition(first, "buyer", "complete");
  const second = await paid(", without credit");
  await transition(second, "buyer", "cancel", async () => {
    await refunds.sendDue(deps, 0);
  });
  const third = await paid(", to be declined");
  await transition(third, "seller", "refuse", async () => {
    await refunds.sendDue(deps, 0);
  });
  const sweep = async () => {
    for (const part of Object.values(sweeps)) await part(deps);
  };
  await universe.pass(day);
  await sweep();
  await measured("sweep with nothing to do", sweep);
  await measureSelling(measured, deps, database);
  return costs;
}
