import { eq, sql } from "drizzle-orm";
import { build as buildSession } from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Capabilities } from "#app/context.ts";
import type { Gig } from "#app/gigs/gigs.server.ts";
import * as gigs from "#app/gigs/gigs.server.ts";
import { second } from "#app/lib/dates.ts";
import { runDue, type Work } from "#app/lib/work.ts";
import type { OrderEventKind } from "#app/orders/order.ts";
import * as reminders from "#app/orders/reminders.server.ts";
import type { TransitionName } from "#app/orders/transitions.ts";
import { balanceList } from "#app/payments/balance/balance-entries.server.ts";
import { openSessions } from "#app/payments/checkout-sessions.server.ts";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import { isHandled, readEvent } from "#app/payments/stripe-event.ts";
import * as webhookEvents from "#app/payments/webhook-events.server.ts";
import { dueAccounts, onAccountEvent } from "#app/payouts/account-work.server.ts";
import { dueHolds } from "#app/payouts/holds/hold-decisions.server.ts";
import { unsettledTransfers } from "#app/payouts/transfers/send.server.ts";
import { dueEarnings } from "#app/payouts/transfers/settle.server.ts";
import type { SellerEventKind } from "#app/sellers/seller.ts";
import * as automaticTransitions from "#app/transitions/automatic-transitions.server.ts";
import { type GigQuestion, sessions, settings, users } from "#drizzle/schema.ts";
import { sellerRow } from "#tests/sellers/applicant.ts";
import { someExtras } from "#tests/support/extras.ts";
import { category, gig, person } from "#tests/support/factories.ts";
import { control, readyAccount } from "#tests/support/payouts.ts";
import { reconcile } from "#tests/support/reconcile.ts";
import { advance, deliveries, eventsAfter, refuseRefunds, type StoredEvent } from "#tests/support/stripe.ts";
import { db } from "#tests/support/visitor.ts";
import type { AtStripe } from "./invariants.ts";
import { type Deps, type Fault, Process } from "./line.ts";
import type { Random } from "./random.ts";

type Person = { id: string; email: string };

/** A seller whose account, bank and payouts change during a schedule. `viewer`: their session. */
export type PayoutSeller = Person & {
  registrationId: string;
  viewer: Viewer;
  /** The currency of their bank accounts. */
  currency: "usd" | "eur";
};

/**
 * What a schedule may cover: a transition, an event of an order or a registration, a booking of a payout, or
 * a step: at all, during another one, or with a fault that it has met.
 */
export type Happening =
  | TransitionName
  | `order ${OrderEventKind}`
  | "extra refunded"
  | "extra returned"
  | `seller ${SellerEventKind}`
  | `payout ${string}`
  | `${"step" | "concurrent" | Fault["kind"]} ${string}`;

/**
 * What all worlds of one test run share: the clock, the seller, the operator, and how far Stripe's events
 * were read.
 */
export class Universe {
  #ahead = 0;
  #lastEvent: string | null = null;
  #isBalanceEmpty = false;
  #reconciledAt = 0;
  #fee: number | null = null;
  readonly #gigs = new Map<string, Promise<Gig>>();
  readonly clock: Capabilities["clock"] = { now: () => Date.now() + this.#ahead };
  readonly categoryId: string;
  readonly seller: Person;
  /** The seller's account, here and at Stripe. */
  readonly account: { id: string; stripeId: string };
  readonly operator: Person;
  /** The operator with a session that does not end while schedules advance the clock. */
  readonly operatorViewer: Viewer;

  private constructor(
    categoryId: string,
    seller: Person,
    account: { id: string; stripeId: string },
    operator: Person,
  ) {
    this.categoryId = categoryId;
    this.seller = seller;
    this.account = account;
    this.operator = operator;
    this.operatorViewer = {
      id: operator.id,
      sessionId: `schedules ${operator.id}`,
      aal: "aal2",
      roles: ["operator"],
    };
  }

  static async begin(): Promise<Universe> {
    await deliveries("off");
    const seller = await person(db);
    const account = await readyAccount(seller.id);
    const universe = new Universe((await category(db)).id, seller, account, await person(db));
    const { operatorViewer: viewer } = universe;
    await db.update(users).set({ role: "operator" }).where(eq(users.id, viewer.id));
    const begun = { userId: viewer.id, role: "operator", aal: "aal2", owesFactor: false } as const;
    const { row } = buildSession({ ...begun, device: "A browser", place: null, at: Date.now() });
    await db.insert(sessions).values({ ...row, id: viewer.sessionId, expiresAt: Number.MAX_SAFE_INTEGER });
    // Every world leaves the database swept, so the first one must find it swept too.
    const { deps } = new Process(universe.clock);
    for (const part of Object.values(sweeps)) await part(deps);
    return universe;
  }

  /** The seller's gig with these terms. */
  gig(terms: { priceCents: number; revisions: number; questions: GigQuestion[] }): Promise<Gig> {
    const key = JSON.stringify(terms);
    const known = this.#gigs.get(key) ?? this.#create(terms);
    this.#gigs.set(key, known);
    return known;
  }

  async #create(terms: { priceCents: number; revisions: number; questions: GigQuestion[] }): Promise<Gig> {
    const { id } = await gig(db, {
      ...terms,
      extras: someExtras,
      sellerId: this.seller.id,
      categoryId: this.categoryId,
    });
    const made = await gigs.find(db, { id });
    if (!made) throw new Error("The gig is missing");
    return made;
  }

  /** A seller of payouts, with a gig of these terms. */
  async payoutSeller(
    terms: { priceCents: number; revisions: number; questions: GigQuestion[] },
    { currency, hasAccount }: { currency: "usd" | "eur"; hasAccount: boolean },
  ): Promise<{ seller: PayoutSeller; gig: Gig }> {
    const seller = await person(db);
    const registrationId = crypto.randomUUID();
    await sellerRow(seller.id, { id: registrationId, status: "active", payoutCountry: "US" });
    const viewer: Viewer = { id: seller.id, sessionId: `schedules ${seller.id}`, aal: "aal2", roles: [] };
    const begun = { userId: seller.id, role: "user", aal: "aal2", owesFactor: false } as const;
    const { row } = buildSession({ ...begun, device: "A browser", place: null, at: Date.now() });
    await db.insert(sessions).values({ ...row, id: viewer.sessionId, expiresAt: Number.MAX_SAFE_INTEGER });
    if (hasAccount) {
      const { stripeId } = await readyAccount(seller.id);
      if (currency === "eur") await control(`accounts/${stripeId}/bank`, { number: goodNumber, currency });
    }
    const { id } = await gig(db, {
      ...terms,
      extras: someExtras,
      sellerId: seller.id,
      categoryId: this.categoryId,
    });
    const made = await gigs.find(db, { id });
    if (!made) throw new Error("The gig is missing");
    return { seller: { ...seller, registrationId, viewer, currency }, gig: made };
  }

  /** Sets the platform's fee for new orders. */
  async setFee(percent: number): Promise<void> {
    if (percent === this.#fee) return;
    this.#fee = percent;
    const value = String(percent);
    await db
      .insert(settings)
      .values({ key: "fee_percent", value })
      .onConflictDoUpdate({ target: settings.key, set: { value } });
  }

  /** Sets whether Stripe refuses refunds because the balance is too low. */
  async setBalanceEmpty(isEmpty: boolean): Promise<void> {
    if (isEmpty !== this.#isBalanceEmpty) await refuseRefunds(isEmpty);
    this.#isBalanceEmpty = isEmpty;
  }

  /** Moves the product's and Stripe's clock forward. @param ms rounded up to whole seconds */
  async pass(ms: number): Promise<void> {
    await advance(Math.ceil(ms / second));
    this.#ahead += Math.ceil(ms / second) * second;
  }

  /** How long ago the last reconciliation without a fault ended, in ms. */
  sinceReconciled(): number {
    return this.#ahead - this.#reconciledAt;
  }

  /** Notes that a reconciliation has ended without a fault. */
  reconciled(): void {
    this.#reconciledAt = this.#ahead;
  }

  /** The events at Stripe since the last call, oldest first. */
  async newEvents(): Promise<StoredEvent[]> {
    const events = await eventsAfter(this.#lastEvent);
    this.#lastEvent = events.at(-1)?.id ?? this.#lastEvent;
    return events;
  }
}

/** The number of a bank account that receives payouts. */
export const goodNumber = "000123456789";

/** One or two buyers, a seller with one gig, and what a schedule knows about them. */
export class World {
  readonly universe: Universe;
  readonly buyers: Person[];
  readonly gig: Gig;
  /** The world's own seller, whose payouts change; null: the universe's. */
  readonly payoutSeller: PayoutSeller | null;
  readonly orders: string[] = [];
  readonly offers: string[] = [];
  /** Sessions whose Checkout page a buyer has opened. */
  readonly sessions: string[] = [];
  /** Sessions that wait for a bank's answer. */
  waitingForBank: string[] = [];
  /** The ids of disputes and refunds at Stripe. */
  readonly disputes: string[] = [];
  readonly refunds: string[] = [];
  /** The tokens of the order forms. */
  readonly tokens: string[] = [];
  /** True if the buyers pay with the same cards. */
  readonly #sharesCards: boolean;
  /** What has happened. */
  readonly made = new Set<Happening>();
  /** Units of scheduled work that the queue holds. */
  readonly queue: { kind: string; id: string }[] = [];
  /** Stripe's events: not delivered yet, and delivered. */
  waiting: StoredEvent[] = [];
  readonly delivered: StoredEvent[] = [];

  readonly #since: number;

  private constructor(
    universe: Universe,
    buyers: Person[],
    gig: Gig,
    payoutSeller: PayoutSeller | null,
    sharesCards: boolean,
  ) {
    this.#sharesCards = sharesCards;
    this.universe = universe;
    this.buyers = buyers;
    this.gig = gig;
    this.payoutSeller = payoutSeller;
    this.#since = universe.clock.now();
  }

  static async begin(
    universe: Universe,
    random: Random,
    { sharesCards, hasPayouts }: { sharesCards: boolean; hasPayouts: boolean },
  ): Promise<World> {
    const buyers = await Promise.all(
      Array.from({ length: random.whole(1, 2) }, () => person(db, { credit: true })),
    );
    const terms = {
      priceCents: random.pick([3000, 4999, 5000, 8001, 12_345]),
      revisions: random.pick([-1, 0, 1, 2]),
      questions: random.chance(0.4)
        ? [{ question: "Which colour?", type: "text" as const, required: true as const }]
        : [],
    };
    if (!hasPayouts) return new World(universe, buyers, await universe.gig(terms), null, sharesCards);
    const currency = random.chance(0.2) ? "eur" : "usd";
    const made = await universe.payoutSeller(terms, { currency, hasAccount: random.chance(0.75) });
    return new World(universe, buyers, made.gig, made.seller, sharesCards);
  }

  /** The seller of a schedule with payouts. @throws Error in other schedules */
  get seller(): PayoutSeller {
    if (!this.payoutSeller) throw new Error("The schedule has no seller of its own");
    return this.payoutSeller;
  }

  /** All sessions, refunds, disputes and transfers at Stripe since this world began. */
  async atStripe({ stripe }: Deps): Promise<AtStripe> {
    const params = { limit: 100, created: { gte: Math.floor(this.#since / second) } };
    const [sessions, refunds, disputes, transfers] = await Promise.all([
      stripe.checkout.sessions.list({ ...params, expand: ["data.payment_intent.latest_charge"] }),
      stripe.refunds.list(params),
      stripe.disputes.list(params),
      stripe.transfers.list(params),
    ]);
    if ([sessions, refunds, disputes, transfers].some((list) => list.has_more))
      throw new Error("Stripe has more objects than one page");
    return {
      sessions: sessions.data,
      refunds: refunds.data,
      disputes: disputes.data,
      transfers: transfers.data,
    };
  }

  /** The address by which the stand-in for Stripe tells the cards of this buyer from those of others. */
  cardholderOf(buyerId: string): string {
    const holder = this.#sharesCards ? this.buyers[0] : this.buyers.find(({ id }) => id === buyerId);
    if (!holder) throw new Error("The buyer is not of this world");
    return holder.email;
  }

  get buyerIds(): string[] {
    return this.buyers.map(({ id }) => id);
  }

  /** Reads the new events at Stripe. */
  async readEvents(): Promise<void> {
    for (const event of await this.universe.newEvents()) {
      if (event.type === "refund.created") this.refunds.push(event.data.object.id);
      if (event.type === "charge.dispute.created") this.disputes.push(event.data.object.id);
      if (isHandled(event.type)) this.waiting.push(event);
    }
  }
}

/** Receives an event as the webhook endpoint does: it is stored first, then processed. */
export async function receive(deps: Deps, event: StoredEvent): Promise<void> {
  const read = readEvent(event);
  if (!read) throw new Error(`The event ${event.id} cannot be read`);
  if (!(await webhookEvents.store(deps.db, read, deps.clock.now()))) return;
  await webhookEvents.tryProcessing(deps, event.id, onAccountEvent);
}

/** The parts of the sweep that change orders and money, in the order of the sweep. */
export const sweeps: Record<string, (deps: Deps) => Promise<unknown>> = {
  webhooks: (deps) => runDue(webhookEvents.waitingEvents(onAccountEvent), deps),
  checkouts: (deps) => runDue(openSessions, deps),
  reconciliation: reconcile,
  deadlines: automaticTransitions.applyDue,
  refunds: (deps) => refunds.sendDue(deps),
  transfers: (deps) => runDue(unsettledTransfers, deps),
  earnings: (deps) => runDue(dueEarnings, deps),
  reminders: reminders.write,
};

/** The scheduled work of the world's own seller. Other worlds leave accounts that are due every day. */
export function payoutWork({ seller }: World): Record<string, Work<Deps>> {
  return {
    holds: dueHolds,
    accounts: {
      async find({ db, clock }) {
        const due = (table: "payout_accounts" | "bank_payouts") =>
          sql`select id, check_at from ${sql.identifier(table)} where user_id = ${seller.id} and check_at <= ${clock.now()}`;
        const rows = await db.all<{ id: string }>(
          sql`select id from (${due("payout_accounts")} union all ${due("bank_payouts")}) order by check_at limit 20`,
        );
        return rows.map(({ id }) => id);
      },
      run: dueAccounts.run,
    },
    balance: balanceList,
  };
}
