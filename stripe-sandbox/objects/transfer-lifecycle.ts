import type Stripe from "stripe";
import { Failure, invalid, noSuch, refused } from "../api/failure.ts";
import type { Params } from "../api/params.ts";
import * as events from "../delivery/events.ts";
import type { Store } from "../store.ts";
import * as balance from "./balance.ts";
import { settingsOf } from "./balance-settings.ts";
import { dollars } from "./basket.ts";
import { type Connected, connected, requireOpen } from "./connected-account.ts";
import { converted, newReversal, newTransfer, rateOf, withReversal } from "./transfer.ts";

/** The countries that a platform in the United States can transfer to: itself, the UK, the EEA, CA and CH. */
const region =
  "US GB CA CH AT BE BG HR CY CZ DK EE FI FR DE GR HU IS IE IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE".split(
    " ",
  );

/** `POST /v1/transfers`: moves money from the platform's available balance to a connected account's. */
export function create(store: Store, params: Params, cause: events.Cause): Stripe.Transfer {
  params.allowOnly("amount", "currency", "destination", "transfer_group", "metadata", "description");
  const amount = positive(params.requiredInteger("amount"));
  const currency = params.requiredText("currency").toLowerCase();
  if (currency !== "usd")
    throw invalid(`Invalid currency: ${currency}. The stand-in supports only usd.`, { param: "currency" });
  const details = {
    amount,
    description: params.text("description"),
    destination: params.requiredText("destination"),
    metadata: params.metadata(),
    transfer_group: params.text("transfer_group"),
  };
  const account = destinationOf(store, details.destination);
  if (balance.available(store, null, "usd") < amount)
    throw refused(
      "You have insufficient available funds in your Stripe account. Try adding funds directly to your available balance by creating Charges using the 4000000000000077 test card. See: https://stripe.com/docs/testing#available-balance",
      { code: "balance_insufficient" },
    );

  const transfer = newTransfer(details, store.now());
  store.save("transfer", transfer);
  balance.move(store, {
    id: transfer.balance_transaction,
    type: "transfer",
    category: "transfer",
    amount: -amount,
    source: transfer.id,
    description: transfer.description,
  });
  settingsOf(store, account.id);
  balance.move(
    store,
    {
      type: "payment",
      category: "charge",
      amount: converted(amount, account.currency),
      source: transfer.destination_payment,
      ...inCurrency(account.currency),
    },
    account.id,
  );
  events.record(store, "transfer.created", transfer, cause);
  return transfer;
}

/** `POST /v1/transfers/:id/reversals`: takes back a part of a transfer, or all that is left of it. */
export function createReversal(
  store: Store,
  id: string,
  params: Params,
  cause: events.Cause,
): Stripe.TransferReversal {
  params.allowOnly("amount", "metadata");
  const amount = params.integer("amount");
  return reverse(store, id, amount === null ? null : positive(amount), params.metadata(), cause);
}

/**
 * Reverses a part of a transfer, in cents, or all that is left of it (null). A converted transfer is reversed
 * at its own rate, so that nothing remains of a fully reversed one.
 * @throws Failure if the amount is more than is left, or more than the connected account has available
 */
export function reverse(
  store: Store,
  id: string,
  requested: number | null,
  metadata: Record<string, string>,
  cause: events.Cause,
): Stripe.TransferReversal {
  const transfer = store.find("transfer", id);
  if (!transfer) throw noSuch("transfer", id, "id");
  const left = transfer.amount - transfer.amount_reversed;
  const amount = requested ?? left;
  if (left === 0) throw refused(`Transfer ${id} is already fully reversed.`);
  if (amount > left)
    throw refused(
      `Transfer reversal amount (${dollars(amount)}) is greater than unreversed amount on transfer (${dollars(left)})`,
      { param: "amount" },
    );
  const account = requireOpen(store, String(transfer.destination));
  const reversal = newReversal(transfer, amount, metadata, store.now());
  const reversed = withReversal(transfer, reversal);
  // The account's currency may have changed since, with a new bank account.
  const currency = balance.currencyOf(store, String(transfer.destination_payment)) ?? account.currency;
  const taken = converted(reversed.amount_reversed, currency) - converted(transfer.amount_reversed, currency);
  if (balance.available(store, account.id, currency) < taken)
    throw refused("The connected account has insufficient available funds to reverse this transfer.", {
      code: "balance_insufficient",
    });

  store.save("transfer_reversal", reversal);
  store.save("transfer", reversed);
  balance.move(store, {
    id: reversal.balance_transaction,
    type: "transfer_refund",
    category: "transfer_reversal",
    amount,
    source: reversal.id,
    description: `REFUND FOR TRANSFER ${id}`,
  });
  balance.move(
    store,
    {
      type: "payment_refund",
      category: "refund",
      amount: -taken,
      source: reversal.destination_payment_refund,
      description: `REFUND FOR PAYMENT ${transfer.destination_payment}`,
      ...inCurrency(currency),
    },
    account.id,
  );
  events.record(store, "transfer.reversed", reversed, cause);
  return reversal;
}

/** The account that a transfer goes to. @throws Failure if it may not receive one */
function destinationOf(store: Store, id: string): Connected {
  if (!connected(store, id))
    throw new Failure(
      400,
      {
        type: "invalid_request_error",
        code: "resource_missing",
        message: `No such destination: '${id}'`,
        param: "destination",
      },
      true,
    );
  const account = requireOpen(store, id);
  if (!region.includes(account.country))
    throw refused(
      `Funds can't be sent to accounts located in ${account.country} because it's restricted outside of your platform's region. To learn more, see https://stripe.com/docs/connect/cross-border-payouts.`,
      { code: "transfers_not_allowed" },
    );
  if (account.transfers !== "active")
    throw refused(
      "Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments",
      { code: "insufficient_capabilities_for_transfer" },
    );
  return account;
}

function inCurrency(currency: string): { currency: string; exchangeRate?: number } {
  return currency === "usd" ? { currency } : { currency, exchangeRate: rateOf(currency) };
}

function positive(amount: number): number {
  if (amount >= 1) return amount;
  throw invalid("Invalid positive integer", { code: "parameter_invalid_integer", param: "amount" });
}
