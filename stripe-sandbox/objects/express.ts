import { expressPage, unknownLinkPage } from "../pages/account-pages.ts";
import type { Store } from "../store.ts";
import { numberError, typedIn } from "./account-form.ts";
import * as accounts from "./account-lifecycle.ts";
import { findLink, isOpen, open } from "./account-link.ts";
import { accountPayouts } from "./account-payouts.ts";
import { bankOf, numberOf, setBank } from "./bank-account.ts";

/**
 * `/c/express/:token`: shows the account to its owner once, and changes its bank account.
 * @param form null for GET
 */
export function answer(store: Store, token: string, form: URLSearchParams | null): Response {
  const link = findLink(store, "express", token);
  if (!link) return unknownLinkPage(404);
  if (form ? !isOpen(link) : !open(store, link)) return unknownLinkPage(410);
  const account = accounts.require(store, link.account);
  if (account.closed) return unknownLinkPage(410);
  const show = (outcome: { saved?: boolean; number?: string; error?: string }) =>
    expressPage(
      { account, bank: bankOf(store, account.id), payouts: accountPayouts(store, account.id) },
      outcome,
    );
  if (!form) return show({});

  const { number } = typedIn(form);
  const error = numberError(number);
  if (error) return show({ number, error });
  const bank = bankOf(store, account.id);
  const isSame = bank && numberOf(store, bank) === number && bank.status !== "errored";
  if (!isSame)
    setBank(store, account, {
      number,
      currency: account.defaults?.currency ?? "usd",
      holder: bank?.account_holder_name ?? null,
    });
  return show({ saved: true });
}
