import { placeAfterClosing } from "#app/checkout/place-after-closing.server.ts";
import type { Capabilities } from "#app/context.ts";
import { day } from "#app/lib/dates.ts";
import * as guards from "#app/lib/guards.server.ts";
import * as acceptable from "#app/offers/accepting/acceptable-offers.server.ts";
import { dueOffers } from "#app/offers/expiring.server.ts";
import { closedSentence } from "#app/offers/offer.ts";
import * as offers from "#app/offers/offers.server.ts";
import type * as orders from "#app/orders/orders.server.ts";
import { offerRow } from "#tests/support/offer-rows.ts";
import { db } from "#tests/support/visitor.ts";
import type { Step } from "./bank-steps.ts";
import type { Deps } from "./line.ts";
import type { Random } from "./random.ts";
import type { World } from "./world.ts";

// What happens to offers. Their orders are handled like all other orders.

const maxWait = 60_000;

/** The seller sends an offer. */
export const sendOffer: Step = async (world, random, { clock }, note) => {
  const buyer = random.pick(world.buyers);
  const at = clock.now();
  const terms = {
    priceCents: random.pick([500, 4999, 5000, 12_345]),
    revisions: random.pick([-1, 0, 2]),
    expiresAt: at + random.whole(1, 10) * day,
  };
  const parties = { buyer, seller: { id: world.gig.sellerId }, gigId: world.gig.id };
  const { id } = await offerRow(db, parties, terms, at);
  world.offers.push(id);
  note(`the seller sends offer ${world.offers.length - 1} of ${terms.priceCents} cents`);
};

/** The buyer accepts an offer and opens its card page; also again, with another note, or in a second tab. */
export function acceptOffer(
  openCheckout: (
    world: World,
    deps: Deps,
    order: orders.Order,
    note: (text: string) => void,
  ) => Promise<void>,
): Step {
  const step: Step = async (world, random, deps, note) => {
    const offer = await someOffer(world, random, deps);
    if (!offer) return;
    const { token } = await acceptable.acceptanceOf(deps.db, offer);
    const requirements = random.pick(["", "Red"]);
    const asked = { buyer: offer.buyerId, requirements, token: random.chance(0.8) ? token : null };
    note(`the buyer accepts ${nameOf(world, offer.id)}`);
    const wanted = acceptable.offerWanted(deps, offer, asked);
    const placed = await placeAfterClosing(deps, wanted, asked, Date.now() + maxWait);
    if (!placed || "refusal" in placed) {
      const now = await offers.find(db, offer.id);
      if (now && closedSentence(now.state) === null && now.expiresAt > deps.clock.now())
        throw new Error(`The offer was refused: ${placed?.refusal}`);
      return note(`refused: ${placed?.refusal}`);
    }
    if (!("order" in placed)) return note(JSON.stringify(Object.keys(placed)));
    if (!world.orders.includes(placed.order.id)) world.orders.push(placed.order.id);
    await openCheckout(world, deps, placed.order, note);
  };
  Object.defineProperty(step, "name", { value: "acceptOffer" });
  return step;
}

/** The seller withdraws an offer, or the buyer declines it. */
export const closeOffer: Step = async (world, random, deps, note) => {
  const offer = await someOffer(world, random, deps);
  if (!offer) return;
  const state = random.pick(["withdrawn", "declined"] as const);
  const to = state === "declined" ? { state, reason: null } : { state };
  try {
    await deps.db.batch([...offers.closed(deps.db, offer, to, deps.clock.now())]);
    note(`${nameOf(world, offer.id)} is ${state}`);
  } catch (error) {
    if (guards.broken(error) !== "offer-unchanged") throw error;
    note(`${nameOf(world, offer.id)} is not ${state}: it has changed`);
  }
};

/** The sweep closes the offers that have expired. */
export const expireOffers: Step = async (world, _random, deps, note) => {
  const inboxes = { push: async () => {} } as unknown as Capabilities["inboxes"];
  for (const id of world.offers)
    note(`${nameOf(world, id)} ${(await dueOffers.run({ ...deps, inboxes }, id)) ? "expires" : "stays"}`);
};

/** Checks that the orders of a world's offers match the states of the offers. @returns the first problem */
export async function findOfferProblem({ offers: ids }: World, books: { order: orders.Order }[]) {
  for (const id of ids) {
    const offer = await offers.find(db, id);
    const theirs = books.flatMap(({ order }) => (order.offerId === id ? [order] : []));
    const live = theirs.filter(({ status, paidAt }) => status !== "cancelled" || paidAt !== null);
    if (live.length > 1) return `offer ${id} has ${live.length} orders`;
    if ((live[0]?.id ?? null) !== (offer?.orderId ?? null))
      return `offer ${id} is ${offer?.state} by ${offer?.orderId}, and its order is ${live[0]?.id}`;
    const [one] = theirs.filter(({ priceCents }) => priceCents !== offer?.priceCents);
    if (one) return `order ${one.id} costs ${one.priceCents}, and its offer ${offer?.priceCents}`;
  }
  return null;
}

async function someOffer(world: World, random: Random, deps: Deps): Promise<offers.Offer | null> {
  const id = random.chance(0.6) ? world.offers.at(-1) : world.offers.length > 0 && random.pick(world.offers);
  return id ? await offers.find(deps.db, id) : null;
}

function nameOf(world: World, id: string): string {
  return `offer ${world.offers.indexOf(id)}`;
}
