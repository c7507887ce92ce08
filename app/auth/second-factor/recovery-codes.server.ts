import { and, count, eq, isNull, sql } from "drizzle-orm";
import { auditedWrite } from "#app/auth/audited-write.server.ts";
import { recoveryCodeCount, recoveryCodesVisibleFor } from "#app/auth/second-factor/factor.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Db } from "#app/context.ts";
import { hmac } from "#app/lib/bytes.ts";
import * as guards from "#app/lib/guards.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { recoveryCodes } from "#drizzle/schema.ts";

/** Crockford's base 32, without letters that look like digits. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * Derives a user's recovery codes, 50 bits each. Only hashes are stored; because the codes are derived, they
 * can be displayed again for a few minutes.
 * @param createdAt UTC ms, as stored with the hashes
 */
async function deriveCodes(appSecret: string, userId: string, createdAt: number): Promise<string[]> {
  const code = async (_: unknown, i: number) => {
    const bytes = Buffer.from(
      await hmac(appSecret, `recovery-code:${userId}.${createdAt}.${i}`),
      "base64url",
    );
    return [...bytes.subarray(0, 10)].map((byte) => alphabet[byte % 32]).join("");
  };
  return await Promise.all(Array.from({ length: recoveryCodeCount }, code));
}

function hashOf(appSecret: string, userId: string, code: string): Promise<string> {
  return hmac(appSecret, `recovery-code-hash:${userId}.${code}`);
}

/** Statements: replace the user's codes with new ones. @param at UTC ms */
export async function replaced(db: Db, appSecret: string, userId: string, at: number) {
  const codes = await deriveCodes(appSecret, userId, at);
  const hashes = await Promise.all(codes.map((code) => hashOf(appSecret, userId, code)));
  return [
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
    db.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash, createdAt: at }))),
  ] as const;
}

/**
 * Replaces the viewer's codes.
 * @param at UTC ms
 * @returns false if nothing was written, because the session has ended
 */
export async function regenerate(db: Db, appSecret: string, viewer: Viewer, at: number): Promise<boolean> {
  return await auditedWrite(db, "recovery_codes_made", viewer.id, sessions.held(db, viewer, at), at, [
    ...(await replaced(db, appSecret, viewer.id, at)),
  ]);
}

/**
 * Redeems a recovery code and emails its owner. Each code works once, even if two requests send it at the
 * same time.
 * @param code from `parseCode`
 * @param at UTC ms
 * @returns false if the code is wrong or used
 */
export async function redeem(
  db: Db,
  appSecret: string,
  userId: string,
  code: string,
  at: number,
): Promise<boolean> {
  const codeHash = await hashOf(appSecret, userId, code);
  const isUnused = sql`exists (select 1 from recovery_codes where user_id = ${userId} and code_hash = ${codeHash} and used_at is null)`;
  const guard = guards.that(db, "recovery-code-unused", isUnused);
  return await auditedWrite(db, "recovery_code_used", userId, guard, at, [
    db.update(recoveryCodes).set({ usedAt: at }).where(eq(recoveryCodes.codeHash, codeHash)),
    outbox.mail(db, "recovery_code_used", userId, null, at),
  ]);
}

/** Counts the codes that a user can still use. */
export async function countUnused(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ unused: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return row?.unused ?? 0;
}

/**
 * Displays new codes, in groups of five, for ten minutes. Used ones are left out.
 * @param at UTC ms
 * @returns null if the codes are too old, or the session has ended or has no second factor
 */
export async function reveal(
  db: Db,
  appSecret: string,
  viewer: Viewer,
  at: number,
): Promise<string[] | null> {
  if (viewer.aal !== "aal2") return null;
  const rows = await db
    .select({
      createdAt: recoveryCodes.createdAt,
      hash: recoveryCodes.codeHash,
      usedAt: recoveryCodes.usedAt,
    })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, sessions.activeUserId(viewer, at)));
  const [first] = rows;
  if (!first || first.createdAt <= at - recoveryCodesVisibleFor) return null;
  const unused = new Set(rows.flatMap(({ hash, usedAt }) => (usedAt === null ? [hash] : [])));
  const codes = await deriveCodes(appSecret, viewer.id, first.createdAt);
  const hashes = await Promise.all(codes.map((code) => hashOf(appSecret, viewer.id, code)));
  return codes
    .filter((_, i) => unused.has(hashes[i] ?? ""))
    .map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}
