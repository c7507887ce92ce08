import type Stripe from "stripe";
import type { Capabilities } from "#app/context.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { day } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import type * as guards from "#app/lib/guards.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import { errorText, inUse, refused } from "#app/payments/stripe.server.ts";
import type { AccountRow } from "#app/payouts/accounts/accounts.server.ts";
import * as accounts from "#app/payouts/accounts/accounts.server.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log">;

/** How long an idempotency key is used: Stripe keeps those of API v2 for 30 days. */
const keyLife = 29 * day;

/**
 * Who may open an account. `held` returns the guard that must hold when the account's row is written: of a
 * session, or of a link.
 */
export type Opener = { userId: string; held(at: number): ReturnType<typeof guards.that> };

/** Whose account it is. `registrationId` is the seller's, `country` a code in which they can be paid. */
export type NewAccount = { registrationId: string; email: string; name: string; country: string };

/**
 * The user's account at Stripe; creates it if there is none. It is a money call: the row is written first,
 * and if the answer is lost, the same body is sent again with the same key.
 * @returns "refused" if Stripe refuses to create it: another attempt makes a new account
 * @throws Stripe's error if it did not answer; the opener's guard
 */
export async function findOrOpen(
  deps: Deps,
  opener: Opener,
  seller: NewAccount,
): Promise<{ stripeId: string } | "refused"> {
  const { db, clock } = deps;
  let last: unknown = new Error("The account kept changing while it was opened");
  for (let tries = 0; tries < 4; tries++) {
    const account = await accounts.findOpen(db, opener.userId);
    if (!account) {
      await writeDue(deps, opener, seller);
      continue;
    }
    if (account.stripeId !== null) return { stripeId: account.stripeId };
    try {
      const stripeId = await create(deps, account);
      return stripeId === null ? "refused" : { stripeId };
    } catch (error) {
      if (!inUse(error)) throw error;
      // A second click while Stripe still answers the first one.
      deps.log("info", "account still being created", { account: account.id, at: clock.now() });
      last = error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
  throw last;
}

/** Writes the account and its money call, before Stripe is asked. If two requests overlap, one is written. */
async function writeDue({ db, clock }: Deps, opener: Opener, seller: NewAccount): Promise<void> {
  const id = crypto.randomUUID();
  const at = clock.now();
  const params = {
    contact_email: seller.email,
    display_name: seller.name,
    dashboard: "express",
    identity: { country: seller.country },
    configuration: {
      recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
    },
    defaults: { responsibilities: { fees_collector: "application", losses_collector: "application" } },
    metadata: { call: id },
  } satisfies Stripe.V2.Core.AccountCreateParams;
  try {
    await db.batch([
      opener.held(at),
      accounts.opened(db, { id, userId: opener.userId, country: seller.country }, at),
      moneyCalls.due(
        db,
        // `open` is only for card pages that may still be paid.
        { id, kind: "account", params: JSON.stringify(params), open: false },
        { id: seller.registrationId, isRegistration: true },
        at,
      ),
    ]);
  } catch (error) {
    if (!brokeUnique(error, "payout_accounts.user_id")) throw error;
  }
}

/**
 * Creates an account at Stripe, or repeats the call whose answer was lost.
 * @returns its id; null if Stripe has refused it, which closes our row
 * @throws Stripe's error
 */
export async function create(deps: Deps, account: AccountRow): Promise<string | null> {
  const { db, stripe, clock, log } = deps;
  const call = await moneyCalls.find(db, { id: account.id });
  if (!call) throw new Error(`Money call ${account.id} has vanished`);
  if (clock.now() - account.createdAt > keyLife) {
    // With a key that it has forgotten, Stripe would open a second account. Another attempt gets a new row.
    await refuseAccount(deps, account.id, "Stripe has not answered for 29 days");
    return null;
  }
  await moneyCalls.claim(db, call, clock.now());
  try {
    const { id } = await stripe.v2.core.accounts.create(JSON.parse(call.params), {
      idempotencyKey: moneyCalls.idempotencyKey(call),
    });
    await created(deps, account.id, id);
    return id;
  } catch (error) {
    if (!refused(error)) {
      // The account may exist. Unlike v1, v2 executes a failed request again under the same key.
      await moneyCalls.recordFailure(db, call, errorText(error), "unknown", clock.now());
      throw error;
    }
    log("warn", "account refused", { account: account.id, error: errorStack(error) });
    await refuseAccount(deps, account.id, errorText(error));
    return null;
  }
}

/** The account does not exist: its row is closed, and the user may open another. */
async function refuseAccount({ db, clock }: Deps, id: string, error: string): Promise<void> {
  const at = clock.now();
  await db.batch([moneyCalls.updated(db, id, { state: "failed", error }, at), accounts.closed(db, id, at)]);
}

/** Records the id of an account that Stripe has created. @param id ours */
export async function created({ db, clock }: Deps, id: string, stripeId: string): Promise<void> {
  const at = clock.now();
  await db.batch([
    moneyCalls.updated(db, id, { state: "confirmed", stripeId, error: null }, at),
    accounts.changed(db, id, { stripeId }, at),
  ]);
}
