import { desc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { sha256 } from "#app/lib/bytes.ts";
import { badAddresses, profiles, users } from "#drizzle/schema.ts";

// Addresses that take no email (docs/specification.md#bad-addresses), in lower case. Times are UTC ms.

/** `detail`: what the provider said. */
export type BadAddress = Pick<typeof badAddresses.$inferInsert, "address" | "kind" | "detail">;

/**
 * Statement: an address takes no email. The first report of it stays. Nothing is written if no account or
 * visitor has the address, or if it has proved to work since the email was sent.
 * @param subject `subjectOf` the address @param sentAt when that email was sent @param at now
 */
export function recorded(
  db: Db,
  { address, kind, detail }: BadAddress,
  subject: string,
  sentAt: number,
  at: number,
) {
  const owner = sql`(select id from users where email = ${address})`;
  return db
    .insert(badAddresses)
    .select(
      sql`select ${address}, ${kind}, ${detail.slice(0, 500)}, ${at}
        where (exists ${owner} or exists (select 1 from tickets where email = ${address}))
          and not exists (select 1 from users where email = ${address} and email_verified_at > ${sentAt})
          and not exists (select 1 from audit_log indexed by audit_log_subject
            where subject_id in (${subject}, ${owner}) and action = 'clear-address' and at > ${sentAt})`,
    )
    .onConflictDoNothing();
}

/**
 * The subject of the audit row with which an operator clears the address of a visitor. It is a hash, because
 * audit rows are kept forever.
 */
export async function subjectOf(address: string): Promise<string> {
  return `address:${await sha256(address)}`;
}

/** SQL: 1 if an address takes no email. */
export function isBad(address: SQL | string): SQL<0 | 1> {
  return sql<0 | 1>`exists (select 1 from bad_addresses where address = ${address})`;
}

/** True if an address takes no email. */
export async function has(db: Db, address: string): Promise<boolean> {
  const [row] = await db.all<{ isBad: 0 | 1 }>(sql`select ${isBad(address.toLowerCase())} as isBad`);
  return row?.isBad === 1;
}

/** Statement: an address takes email again. */
export function cleared(db: Db, address: string) {
  return db.delete(badAddresses).where(eq(badAddresses.address, address));
}

/** Statement: nothing is kept about the address that a user has now. */
export function ofUserCleared(db: Db, userId: string) {
  return db.delete(badAddresses).where(eq(badAddresses.address, emailOf(userId)));
}

/** SQL: the subject of the audit row that clears an address; null if it takes email. */
export function clearable(address: string, subject: string): SQL<string> {
  return sql<string>`(select ifnull((select id from users where email = bad_addresses.address), ${subject})
    from bad_addresses where address = ${address})`;
}

/**
 * Lists bad addresses, newest first. `userId` and `username` are null if the address is a visitor's.
 * @param after the `number` of the previous page's last row; null for the first page
 */
export async function list(db: Db, after: number | null, limit: number) {
  // Rows are only added and deleted, so their order is that of their times.
  const number = sql<number>`bad_addresses.rowid`;
  return await db
    .select({
      number,
      address: badAddresses.address,
      kind: badAddresses.kind,
      detail: badAddresses.detail,
      at: badAddresses.at,
      userId: users.id,
      username: profiles.username,
    })
    .from(badAddresses)
    .leftJoin(users, eq(users.email, badAddresses.address))
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(after === null ? undefined : lt(number, after))
    .orderBy(desc(number))
    .limit(limit);
}

export type ListedAddress = Awaited<ReturnType<typeof list>>[number];

/** What the provider said about the address that a user has now; null if it takes email. */
export async function findOfUser(db: Db, userId: string): Promise<{ detail: string; at: number } | null> {
  const [row] = await db
    .select({ detail: badAddresses.detail, at: badAddresses.at })
    .from(badAddresses)
    .where(eq(badAddresses.address, emailOf(userId)));
  return row ?? null;
}

const emailOf = (userId: string) => sql<string>`(select email from users where id = ${userId})`;
