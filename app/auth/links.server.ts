import { and, desc, eq, getTableColumns, gt, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { hmac, isEqualConstantTime } from "#app/lib/bytes.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { day, hour } from "#app/lib/dates.ts";
import * as guards from "#app/lib/guards.server.ts";
import { href } from "#app/lib/href.ts";
import { isBad } from "#app/outbox/bad-addresses.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { accountEvents, accountLinks, users } from "#drizzle/schema.ts";

export type Link = typeof accountLinks.$inferSelect;
export type LinkKind = Link["kind"];

/** A longer path is not stored, so that no one can fill the table with long paths. */
const maxRedirectTo = 2000;

/** How long a link works, in ms (docs/specification.md#links-in-mails). */
const lifetimes: Record<LinkKind, number> = {
  verify: day,
  reset: hour,
  change_email: day,
  undo_email: 7 * day,
  way_back: 3 * day,
  unlock: day,
  not_me: 30 * day,
  payouts: 7 * day,
};

/**
 * A way-back link removes second factors and recovery codes that are younger than this, in ms: each was
 * reported by an email with such a link.
 */
export const wayBackLife = lifetimes.way_back;

/**
 * Statements: a new link, and the email that contains it.
 * @param mail the kind of email
 * @param email where the email goes: the address to verify, the new address or the address to restore
 * @param at UTC ms
 * @param redirectTo the path that the link finally redirects to; null: the home page
 */
export function issued(
  db: Db,
  kind: LinkKind,
  mail: outbox.MailKind,
  { userId, email }: { userId: string; email: string },
  at: number,
  redirectTo: string | null = null,
) {
  const id = crypto.randomUUID();
  const back = redirectTo && isKept(redirectTo) ? redirectTo : null;
  return [
    db
      .insert(accountLinks)
      .values({ id, kind, userId, email, redirectTo: back, createdAt: at, expiresAt: at + lifetimes[kind] }),
    outbox.mail(db, mail, userId, id, at, email),
  ] as const;
}

/** The home page is not stored: a link without a path redirects there. */
function isKept(redirectTo: string): boolean {
  return redirectTo !== "/" && redirectTo.length <= maxRedirectTo;
}

/**
 * Makes all of a user's verify links redirect to the page that the user wanted last, so that it does not
 * matter which email they open.
 */
export async function redirectVerifyLinks(db: Db, userId: string, redirectTo: string): Promise<void> {
  if (!isKept(redirectTo)) return;
  await db
    .update(accountLinks)
    .set({ redirectTo })
    .where(and(eq(accountLinks.userId, userId), eq(accountLinks.kind, "verify")));
}

/** A statement: the user's verify links stop working. @param at UTC ms */
export function verifyLinksExpired(db: Db, userId: string, at: number) {
  return db
    .update(accountLinks)
    .set({ expiresAt: at })
    .where(
      and(eq(accountLinks.userId, userId), eq(accountLinks.kind, "verify"), gt(accountLinks.expiresAt, at)),
    );
}

/** The path that the user's latest verify link redirects to; null: the home page. */
export async function findVerifyPath(db: Db, userId: string): Promise<string | null> {
  const [link] = await db
    .select({ redirectTo: accountLinks.redirectTo })
    .from(accountLinks)
    .where(and(eq(accountLinks.userId, userId), eq(accountLinks.kind, "verify")))
    .orderBy(desc(accountLinks.createdAt), desc(sql`${accountLinks}.rowid`))
    .limit(1);
  return link?.redirectTo ?? null;
}

/**
 * Statements: the email that reports a change of a security setting, with a link that takes the account back
 * (docs/specification.md#way-back). An address that was never verified gets the email without a link: it may
 * be a typo, and a stranger who reads the email must not be able to take over the account.
 * @param kind `undo_email` if the address was changed
 * @param old the account before the change
 * @param at UTC ms
 */
export function wayBackMailed(
  db: Db,
  kind: "undo_email" | "way_back",
  mail: outbox.MailKind,
  old: { id: string; email: string; emailVerifiedAt: number | null },
  at: number,
) {
  const { id: userId, email } = old;
  return old.emailVerifiedAt === null
    ? [outbox.mail(db, mail, userId, null, at, email)]
    : issued(db, kind, mail, { userId, email }, at);
}

/**
 * Statements: the email that reports something that was done in a user's name, with a link to say that it was
 * someone else.
 * @param address a former address of the user; null: the current one
 * @param at UTC ms
 */
export function notMeMailed(
  db: Db,
  mail: outbox.MailKind,
  userId: string,
  address: string | null,
  at: number,
) {
  const id = crypto.randomUUID();
  const email = address ?? sql<string>`(select email from users where id = ${userId})`;
  return [
    db
      .insert(accountLinks)
      .values({ id, kind: "not_me", userId, email, createdAt: at, expiresAt: at + lifetimes.not_me }),
    outbox.mail(db, mail, userId, id, at, address),
  ] as const;
}

/**
 * Statements: a link to Stripe's page for a suspended user, and the email that contains it. Nothing is
 * written if the user is not suspended, the address is not verified, or the condition does not hold.
 * @param at UTC ms
 */
export function payoutsMailed(db: Db, mail: outbox.MailKind, userId: string, condition: SQL, at: number) {
  const id = crypto.randomUUID();
  return [
    db.insert(accountLinks).select(
      sql`select ${id}, 'payouts', id, email, null, ${at}, ${at + lifetimes.payouts} from users
        where id = ${userId} and suspended_at is not null and deleted_at is null and email_verified_at is not null
          and (${condition})`,
    ),
    outbox.mailEach(db, mail, sql`select user_id, id as subject_id from account_links where id = ${id}`, at),
  ] as const;
}

/**
 * The token of a link: `{id}.{signature}`. It is derived and never stored, so a copy of the database opens no
 * account. A link works once, because its use is a unique row of `account_events`; only a link of kind
 * `payouts` works until it ends.
 * @param secret APP_SECRET
 */
export async function tokenOf(secret: string, { kind, id }: Pick<Link, "kind" | "id">): Promise<string> {
  return `${id}.${await hmac(secret, `${kind}:${id}`)}`;
}

/** The pages of links that are not about an address. */
const pages: Partial<Record<LinkKind, string>> = {
  reset: href("/reset-password"),
  unlock: href("/sign-in/unlock"),
  not_me: href("/earnings/not-me"),
  payouts: href("/earnings/claim"),
};

/**
 * The address of a link.
 * @param origin the site's origin; "" for a path
 * @param secret APP_SECRET
 */
export async function urlOf(origin: string, secret: string, link: Link): Promise<string> {
  const page = pages[link.kind] ?? href("/verify");
  return `${origin}${page}?token=${await tokenOf(secret, link)}`;
}

/** Finds a link by its id, for the email that contains it. The link is not checked. */
export async function findById(db: Db, id: string): Promise<Link | null> {
  const [link] = await db.select().from(accountLinks).where(eq(accountLinks.id, id));
  return link ?? null;
}

/**
 * The id of the link's user while the link is valid, else null. A link is valid until it expires, or until
 * one of these:
 * - `verify`: the account has another address, or the address is verified and takes email.
 * - `unlock`: the account has another address.
 * - `reset`: the same, a newer reset link, or a change of password or address.
 * - `change_email`: a newer link of the kind, or a change of password or address.
 * - `undo_email`, `way_back`: an older link of these kinds was used. An attacker who took over an account can
 *   get such links too, but never one older than the owner's.
 * - `payouts`: the account has another address, or is no longer under the suspension for which it was sent.
 * @param at UTC ms
 */
function validOwnerId(id: string | SQL, at: number): SQL<string | null> {
  const newer = sql`exists (select 1 from account_links newer where newer.user_id = l.user_id and newer.kind = l.kind
    and (newer.created_at, newer.rowid) > (l.created_at, l.rowid))`;
  const changed = sql`exists (select 1 from account_events e where e.user_id = l.user_id and e.at > l.created_at
    and e.kind in ('password_changed', 'password_reset', 'email_changed', 'email_restored', 'taken_back'))`;
  const undone = sql`exists (select 1 from account_events e join account_links o on o.id = e.link_id
    where o.user_id = l.user_id and o.kind in ('undo_email', 'way_back')
    and (o.created_at, o.rowid) < (l.created_at, l.rowid) and e.at >= l.created_at)`;
  return sql`(select u.id from account_links l join users u on u.id = l.user_id
    where l.id = ${id} and l.expires_at > ${at} and u.deleted_at is null
    and case l.kind
      when 'verify' then u.email = l.email and (u.email_verified_at is null or ${isBad(sql`u.email`)})
      when 'unlock' then u.email = l.email
      when 'not_me' then 1
      when 'payouts' then u.email = l.email and u.suspended_at <= l.created_at
      when 'reset' then u.email = l.email and not ${newer} and not ${changed}
      when 'change_email' then not ${newer} and not ${changed}
      else not ${undone} end)`;
}

/** The new address that its owner has not confirmed yet; null if there is none. @param at UTC ms */
export async function findNewAddress(db: Db, userId: string, at: number): Promise<string | null> {
  const isUnused = sql`not exists (select 1 from account_events where link_id = ${accountLinks.id})`;
  const isValid = sql`${validOwnerId(sql`${accountLinks.id}`, at)} is not null`;
  const [link] = await db
    .select({ email: accountLinks.email })
    .from(accountLinks)
    .where(and(eq(accountLinks.userId, userId), eq(accountLinks.kind, "change_email"), isUnused, isValid))
    .limit(1);
  return link?.email ?? null;
}

/**
 * `expired`: too old, or invalidated by a later change. `invalid`: the token is damaged or was never issued.
 */
export type LinkState = "valid" | "used" | "expired" | "invalid";

/** The link of a token. `user` is its owner as currently stored. */
export type FoundLink =
  | { state: "invalid"; link: null; user: null }
  | {
      state: Exclude<LinkState, "invalid">;
      link: Link;
      user: { email: string; emailVerifiedAt: number | null };
    };

const invalid = { state: "invalid", link: null, user: null } as const;

/**
 * Finds the link of a token, in any state.
 * @param secret APP_SECRET
 * @param at UTC ms
 */
export async function findByToken(db: Db, secret: string, token: string, at: number): Promise<FoundLink> {
  const [, id = ""] = /^([\w-]{36})\.[\w-]{43}$/.exec(token) ?? [];
  if (!id) return invalid;
  const [row] = await db
    .select({
      link: getTableColumns(accountLinks),
      user: {
        email: users.email,
        // An address whose emails bounce must be verified again.
        emailVerifiedAt: sql<
          number | null
        >`iif(${isBad(sql`${users.email}`)}, null, ${users.emailVerifiedAt})`,
      },
      ownerId: validOwnerId(id, at),
      isUsed: sql<number>`exists (select 1 from account_events where link_id = ${id})`,
    })
    .from(accountLinks)
    .innerJoin(users, eq(users.id, accountLinks.userId))
    .where(eq(accountLinks.id, id));
  if (!row || !isEqualConstantTime(token, await tokenOf(secret, row.link))) return invalid;
  const { link, user, ownerId, isUsed } = row;
  return { state: isUsed ? "used" : ownerId === null ? "expired" : "valid", link, user };
}

/**
 * Two statements: the link is consumed. Of two concurrent requests, the second breaks the link's unique key;
 * a link that is no longer valid breaks a rule. Either rolls the whole batch back: see `consumeFailure`.
 * @param kind the account event to record
 * @param at UTC ms
 * @param condition a further condition; if it fails, the link counts as expired
 */
export function consumed(db: Db, link: Link, kind: string, at: number, condition = sql`true`) {
  const isValid = sql`(${condition}) and ${validOwnerId(link.id, at)} is not null`;
  return [
    guards.that(db, "link-valid", isValid),
    db.insert(accountEvents).values({ userId: link.userId, kind, linkId: link.id, at }),
  ] as const;
}

/** A statement: guard `link-valid`, for a link that is not consumed. @param at UTC ms */
export function held(db: Db, { id }: Pick<Link, "id">, at: number) {
  return guards.that(db, "link-valid", sql`${validOwnerId(id, at)} is not null`);
}

/** Why a batch with `consumed` was rolled back; null for an unrelated error. */
export function consumeFailure(error: unknown): "used" | "expired" | null {
  if (brokeUnique(error, "account_events.link_id")) return "used";
  return guards.broken(error) === "link-valid" ? "expired" : null;
}

/**
 * The addresses that an account had before the changes of the last 7 days, which can still be undone.
 * @param at UTC ms
 */
export async function findFormerAddresses(db: Db, userId: string, at: number): Promise<string[]> {
  const rows = await db
    .select({ email: accountLinks.email })
    .from(accountLinks)
    .where(
      and(
        eq(accountLinks.userId, userId),
        eq(accountLinks.kind, "undo_email"),
        gt(accountLinks.expiresAt, at),
        sql`${accountLinks.email} <> (select email from users where users.id = ${userId})`,
      ),
    )
    .limit(5);
  return [...new Set(rows.map(({ email }) => email))];
}
