import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { hmac, isEqualConstantTime } from "#app/lib/bytes.ts";
import { brokeNotNull, brokeUnique } from "#app/lib/constraints.ts";
import { day, hour } from "#app/lib/dates.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { accountEvents, accountLinks, users } from "#drizzle/schema.ts";

export type Link = typeof accountLinks.$inferSelect;
export type LinkKind = Link["kind"];

/** How long each works, in ms. */
const lives: Record<LinkKind, number> = {
  verify: day,
  reset: hour,
  change_email: day,
  undo_email: 7 * day,
};

/**
 * Two statements: a link, and the mail that brings it to the address that it is about.
 * @param mail the mail's kind @param email where it goes: the address to verify, the new one, the one to restore @param at UTC ms
 */
export function mailed(
  db: Db,
  kind: LinkKind,
  mail: outbox.MailKind,
  { userId, email }: { userId: string; email: string },
  at: number,
) {
  const id = crypto.randomUUID();
  return [
    db.insert(accountLinks).values({ id, kind, userId, email, createdAt: at, expiresAt: at + lives[kind] }),
    outbox.mail(db, mail, userId, id, at, email),
  ] as const;
}

/** The token of a link: `{id}.{signature}`. It is nowhere kept. @param secret of the product */
export async function tokenOf(secret: string, { kind, id }: Pick<Link, "kind" | "id">): Promise<string> {
  return `${id}.${await hmac(secret, `${kind}:${id}`)}`;
}

/** Where a link leads. @param origin ours @param secret of the product */
export async function urlOf(origin: string, secret: string, link: Link): Promise<string> {
  const page = link.kind === "reset" ? "reset-password" : "verify";
  return `${origin}/${page}?token=${await tokenOf(secret, link)}`;
}

/** A link by its id, for the mail that carries it. */
export async function byId(db: Db, id: string): Promise<Link | null> {
  const [link] = await db.select().from(accountLinks).where(eq(accountLinks.id, id));
  return link ?? null;
}

/**
 * The id of the link's user while the link is good, else null. What makes it useless before its time:
 * of a reset, a newer one, another password and another address; of a change of address, the same; of an undo, that an older undo was
 * followed (whoever takes an account over can make undo links too, but none that is older than the owner's). @param at UTC ms
 */
function holderOf(id: string | SQL, at: number): SQL<string | null> {
  const newer = sql`exists (select 1 from account_links n where n.user_id = l.user_id and n.kind = l.kind
    and (n.created_at, n.rowid) > (l.created_at, l.rowid))`;
  const changed = sql`exists (select 1 from account_events e where e.user_id = l.user_id and e.at > l.created_at
    and e.kind in ('password_changed', 'password_reset', 'email_changed', 'email_restored'))`;
  const undone = sql`exists (select 1 from account_events e join account_links o on o.id = e.link_id
    where o.user_id = l.user_id and o.kind = 'undo_email'
    and (o.created_at, o.rowid) < (l.created_at, l.rowid) and e.at >= l.created_at)`;
  return sql`(select u.id from account_links l join users u on u.id = l.user_id
    where l.id = ${id} and l.expires_at > ${at} and u.deleted_at is null
    and case l.kind
      when 'verify' then u.email = l.email
      when 'reset' then u.email = l.email and not ${newer} and not ${changed}
      when 'change_email' then not ${newer} and not ${changed}
      else not ${undone} end)`;
}

/** `over`: too old, or made useless by what happened since. `forged`: we made no such link. */
export type LinkState = "good" | "used" | "over" | "forged";

/** What a token stands for. `user`: whose it is, as they are now. */
export type Found =
  | { state: "forged"; link: null; user: null }
  | {
      state: Exclude<LinkState, "forged">;
      link: Link;
      user: { email: string; emailVerifiedAt: number | null };
    };

const forged = { state: "forged", link: null, user: null } as const;

/** The link of a token, whatever became of it. @param at UTC ms */
export async function find(db: Db, secret: string, token: string, at: number): Promise<Found> {
  const [, id = ""] = /^([\w-]{36})\.[\w-]{43}$/.exec(token) ?? [];
  if (!id) return forged;
  const [row] = await db
    .select({
      link: getTableColumns(accountLinks),
      user: { email: users.email, emailVerifiedAt: users.emailVerifiedAt },
      holder: holderOf(id, at),
      used: sql<number>`exists (select 1 from account_events where link_id = ${id})`,
    })
    .from(accountLinks)
    .innerJoin(users, eq(users.id, accountLinks.userId))
    .where(eq(accountLinks.id, id));
  if (!row || !isEqualConstantTime(token, await tokenOf(secret, row.link))) return forged;
  const { link, user, holder, used } = row;
  return { state: used ? "used" : holder === null ? "over" : "good", link, user };
}

/** A statement that uses a link up: of many at once only one goes through, and none once the link is not good any more. @param at UTC ms */
export function used(db: Db, link: Link, kind: string, at: number) {
  return db.insert(accountEvents).values({
    userId: sql<string>`${holderOf(link.id, at)}`,
    kind,
    linkId: link.id,
    at,
  });
}

/** Why a batch with `used` was undone; null: for another reason. */
export function whyNot(error: unknown): "used" | "over" | null {
  if (brokeUnique(error, "account_events.link_id")) return "used";
  return brokeNotNull(error, "account_events.user_id") ? "over" : null;
}
