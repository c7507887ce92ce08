import type Stripe from "stripe";
import { refused } from "../api/failure.ts";
import type { Fields } from "../api/fields.ts";
import { isoTime } from "../delivery/events.ts";
import { newId } from "../ids.ts";
import type { Store } from "../store.ts";
import { isOnboarded } from "./account-form.ts";
import * as accounts from "./account-lifecycle.ts";
import { bankOf } from "./bank-account.ts";

/** How long a link works, in seconds. */
const lifetime = 5 * 60;

type Page = "setup" | "express";

/** A link to a hosted page of an account. Times are in unix seconds. */
export interface Link {
  [column: string]: SqlStorageValue;
  token: string;
  account: string;
  page: Page;
  expires_at: number;
  refresh_url: string | null;
  return_url: string | null;
  /** Null if no one has opened it; 0 once its form is finished. */
  used_at: number | null;
}

/** `POST /v2/core/account_links`: a link to the onboarding page, for one use within five minutes. */
export function createAccountLink(store: Store, fields: Fields): Stripe.V2.Core.AccountLink {
  fields.allowOnly("account", "use_case");
  const { id } = accounts.requireOpen(store, fields.requiredText("account"));
  const useCase = fields.nested("use_case")?.allowOnly("type", "account_onboarding");
  if (!useCase) return fields.missing("use_case");
  const type = useCase.choice("type", ["account_onboarding"]) ?? useCase.missing("type");
  const onboarding = useCase
    .nested("account_onboarding")
    ?.allowOnly("collection_options", "refresh_url", "return_url");
  if (!onboarding) return useCase.missing("account_onboarding");
  const options = onboarding.nested("collection_options")?.allowOnly("fields", "future_requirements");
  const refreshUrl = onboarding.address("refresh_url") ?? onboarding.missing("refresh_url");
  const returnUrl = onboarding.address("return_url") ?? onboarding.missing("return_url");
  const link = insert(store, "setup", id, { refreshUrl, returnUrl });
  return {
    object: "v2.core.account_link",
    account: id,
    created: isoTime(store.now()),
    expires_at: isoTime(link.expiresAt),
    livemode: false,
    url: link.url,
    use_case: {
      type,
      account_onboarding: {
        collection_options: {
          fields: options?.choice("fields", ["currently_due", "eventually_due"]) ?? "currently_due",
          future_requirements: options?.choice("future_requirements", ["include", "omit"]) ?? "omit",
        },
        refresh_url: refreshUrl,
        return_url: returnUrl,
      },
    },
  };
}

/** `POST /v1/accounts/:id/login_links`: a link to the Express page, for one use within five minutes. */
export function createLoginLink(store: Store, id: string): Stripe.LoginLink {
  if (!bankOf(store, id) && !isOnboarded(store, id))
    throw refused("Cannot create a login link for an account that has not completed onboarding.");
  const { url } = insert(store, "express", id, { refreshUrl: null, returnUrl: null });
  return { object: "login_link", created: store.now(), url };
}

function insert(
  store: Store,
  page: Page,
  account: string,
  { refreshUrl, returnUrl }: { refreshUrl: string | null; returnUrl: string | null },
): { url: string; expiresAt: number } {
  const token = newId("", 40);
  const expiresAt = store.now() + lifetime;
  store.sql.exec(
    "insert into account_links (token, account, page, expires_at, refresh_url, return_url) values (?, ?, ?, ?, ?, ?)",
    token,
    account,
    page,
    expiresAt,
    refreshUrl,
    returnUrl,
  );
  return { url: `${store.origin}/c/${page}/${token}`, expiresAt };
}

export function findLink(store: Store, page: Page, token: string): Link | null {
  const rows = store.sql.exec<Link>("select * from account_links where token = ? and page = ?", token, page);
  return rows.toArray()[0] ?? null;
}

/** Opens a link. @returns false if it was opened before, or has expired */
export function open(store: Store, link: Link): boolean {
  if (link.used_at !== null || link.expires_at <= store.now()) return false;
  mark(store, link, store.now());
  return true;
}

/** An opened link accepts its form for as long as the owner takes to fill it in. */
export const isOpen = (link: Link): boolean => link.used_at !== null && link.used_at > 0;

export const finish = (store: Store, link: Link): void => mark(store, link, 0);

function mark(store: Store, { token }: Link, usedAt: number): void {
  store.sql.exec("update account_links set used_at = ? where token = ?", usedAt, token);
}
