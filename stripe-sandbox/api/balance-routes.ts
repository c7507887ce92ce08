import * as balance from "../objects/balance.ts";
import * as settings from "../objects/balance-settings.ts";
import { connected } from "../objects/connected-account.ts";
import * as payouts from "../objects/payout-lifecycle.ts";
import * as transfers from "../objects/transfer-lifecycle.ts";
import { type Call, type Route, retrieve } from "./call.ts";
import { noSuch } from "./failure.ts";
import { type List, list } from "./listing.ts";

/** The endpoints that answer for a connected account, too, with the header `Stripe-Account`. */
export const ofAnyAccount: Record<string, Route> = {
  "GET /v1/balance": ({ store, params, account }) => {
    params.allowOnly();
    const currency =
      account === null ? balance.settlementCurrency(store) : (connected(store, account)?.currency ?? "usd");
    return balance.balanceOf(store, account, currency);
  },
  "GET /v1/balance_transactions": listTransactions,
  "GET /v1/balance_transactions/:id": (call) => retrieve(call, "balance_transaction", "id"),
  "GET /v1/payouts": ({ store, params, account }) =>
    list(store, "payout", "/v1/payouts", params, { account }),
  "GET /v1/payouts/:id": (call) => retrieve(call, "payout", "payout"),
  "GET /v1/balance_settings": ({ store, params, account }) => {
    params.allowOnly();
    return settings.show(store, account);
  },
  "POST /v1/balance_settings": ({ store, params, account }) => settings.update(store, account, params),
};

/** The endpoints of transfers and their reversals. They belong to the platform. */
export const transferRoutes: Record<string, Route> = {
  "POST /v1/transfers": ({ store, params, cause }) => transfers.create(store, params, cause),
  "GET /v1/transfers": ({ store, params }) => list(store, "transfer", "/v1/transfers", params),
  "GET /v1/transfers/:id": (call) => retrieve(call, "transfer", "transfer"),
  "POST /v1/transfers/:id/reversals": ({ store, params, id, cause }) =>
    transfers.createReversal(store, id, params, cause),
  "GET /v1/transfers/:id/reversals": ({ store, params, id }) => {
    if (!store.find("transfer", id)) throw noSuch("transfer", id, "id");
    return list(store, "transfer_reversal", `/v1/transfers/${id}/reversals`, params, { transfer: id });
  },
  "GET /v1/transfers/:id/reversals/:id": (call) => {
    const reversal = retrieve({ ...call, id: call.innerId }, "transfer_reversal", "id");
    if (reversal.transfer !== call.id) throw noSuch("transfer_reversal", call.innerId, "id");
    return reversal;
  },
};

function listTransactions({ store, params, account }: Call): List<object> {
  const payout = params.text("payout");
  const ids = payout === null ? undefined : payouts.entriesOf(store, payout, account);
  return list(store, "balance_transaction", "/v1/balance_transactions", params, { account, ids });
}
