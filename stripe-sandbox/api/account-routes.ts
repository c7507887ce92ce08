import type Stripe from "stripe";
import { createLoginLink } from "../objects/account-link.ts";
import { bankOf } from "../objects/bank-account.ts";
import { requireOpen } from "../objects/connected-account.ts";
import type { Store } from "../store.ts";
import { type List, limitOf } from "./listing.ts";
import type { Params } from "./params.ts";

interface Call {
  store: Store;
  params: Params;
  id: string;
}

/** The endpoints of connected accounts in API v1, by method and path. */
export const accountRoutes: Record<string, (call: Call) => object> = {
  "GET /v1/accounts/:id/external_accounts": listExternalAccounts,
  "POST /v1/accounts/:id/login_links": ({ store, params, id }) => {
    params.allowOnly();
    return createLoginLink(store, requireOpen(store, id).id);
  },
};

/** An account has one bank account at most, so the list has one page. */
function listExternalAccounts({ store, params, id }: Call): List<Stripe.BankAccount> {
  params.allowOnly("limit", "object", "starting_after", "ending_before");
  limitOf(params);
  const kind = params.choice("object", ["bank_account", "card"]);
  const isNextPage = params.text("starting_after") !== null || params.text("ending_before") !== null;
  const bank = kind === "card" || isNextPage ? null : bankOf(store, requireOpen(store, id).id);
  return {
    object: "list",
    data: bank ? [bank] : [],
    has_more: false,
    url: `/v1/accounts/${id}/external_accounts`,
  };
}
