import type { AppLoadContext } from "@remix-run/cloudflare";
import { type SQL, sql } from "drizzle-orm";
import type { Link } from "#app/auth/links.server.ts";
import * as links from "#app/auth/links.server.ts";
import { type expiredLinkReply, openLink } from "#app/auth/sign-in/open-link.server.ts";
import type { Db } from "#app/context.ts";
import { day, minute } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { seeOther } from "#app/lib/replies.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { stateOf } from "#app/payouts/accounts/account.ts";
import type { AccountRow } from "#app/payouts/accounts/accounts.server.ts";
import * as accounts from "#app/payouts/accounts/accounts.server.ts";
import { isOff } from "#app/payouts/waiting.server.ts";

// The link with which a suspended seller, who cannot sign in, gets to Stripe's page
// (docs/specification.md#suspended-sellers). It works more than once: Stripe's page takes several visits.

/** Links that a seller can ask for per day. */
const maxPerDay = 5;

/**
 * A condition: a link helps the user get paid. They are suspended, with a verified address; we owe them
 * something, or their account at Stripe has received something; and that account is missing, or Stripe's page
 * can fix it: not if Stripe has refused it for good, or is only checking.
 */
function isWanted(userId: string): SQL {
  const open = sql`select 1 from payout_accounts a where a.user_id = ${userId} and a.open = 1`;
  return sql`exists (select 1 from users where id = ${userId} and suspended_at is not null and deleted_at is null
      and email_verified_at is not null)
    and (exists (select 1 from ledger_balances where user_id = ${userId} and account = 'seller_payable' and cents < 0)
      or (exists (${open}) and exists (select 1 from transfers where user_id = ${userId})))
    and not exists (${open} and (${isOff("a")}
      or (a.requirements = '[]' and a.bank_errored = 0 and a.bank_since is not null)))`;
}

/** Statements: a link for the user and its email, if one is wanted. @param at UTC ms */
export function mailed(db: Db, userId: string, at: number) {
  return links.payoutsMailed(db, "payouts_link", userId, isWanted(userId), at);
}

/**
 * Mails another link to the owner of an old one, at most one in ten minutes and five a day.
 * @param at UTC ms
 */
export async function sendAgain(db: Db, userId: string, at: number): Promise<"sent" | "sent recently"> {
  // Within the batch, so that a double click sends one.
  const isNotRecent = sql`not ${outbox.isMailedSince("payouts_link", userId, at - 10 * minute)}
    and not ${outbox.isMailedSince("payouts_link", userId, at - day, maxPerDay)}`;
  const condition = sql`${isWanted(userId)} and ${isNotRecent}`;
  const [, sent] = await db.batch(links.payoutsMailed(db, "payouts_link", userId, condition, at));
  return sent.meta.changes > 0 ? "sent" : "sent recently";
}

/**
 * What a token opens. `valid`: Stripe's page. `done`: nothing, because payouts are set up. `old`: nothing,
 * but its owner can have another link. `dead`: the page that says why not.
 */
export type OpenedPayoutLink =
  | { state: "valid"; link: Link; account: AccountRow | null }
  | { state: "done" }
  | { state: "old"; userId: string }
  | { state: "dead"; reply: ReturnType<typeof expiredLinkReply> };

/** Opens a link. This changes nothing. @throws Response 302 to the page of a link of another kind */
export async function open(context: AppLoadContext, token: string): Promise<OpenedPayoutLink> {
  const { db } = context;
  const { link, found, expired } = await openLink(context, token, ["payouts"]);
  if (link) {
    const account = await accounts.findOpen(db, link.userId);
    return stateOf(account) === "ready" ? { state: "done" } : { state: "valid", link, account };
  }
  if (found.state === "expired" && found.link.kind === "payouts") {
    const { userId } = found.link;
    const [row] = await db.all<{ wanted: 0 | 1 }>(sql`select (${isWanted(userId)}) as wanted`);
    if (row?.wanted === 1) return { state: "old", userId };
  }
  return { state: "dead", reply: expired };
}

/**
 * The page of a link. A token that is too long to be one of ours is truncated, because the path may go into a
 * header.
 */
export function claimPath(token: string): string {
  return `${href("/earnings/claim")}?token=${encodeURIComponent(token.slice(0, 100))}`;
}

/** The link of a token that still works. @throws Response 303 to its page, which says why it does not */
export async function requireValid(context: AppLoadContext, token: string) {
  const opened = await open(context, token);
  if (opened.state !== "valid") throw seeOther(claimPath(token));
  return opened;
}
