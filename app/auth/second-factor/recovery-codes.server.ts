import { and, count, eq, isNull, max, sql } from "drizzle-orm";
import { auditedWrite } from "#app/auth/audited-write.server.ts";
import { recoveryCodeCount, recoveryCodesVisibleFor } from "#app/auth/second-factor/factor.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Db } from "#app/context.ts";
import { hmac } from "#app/lib/bytes.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { recoveryCodes } from "#drizzle/schema.ts";

/** Crockford's base 32: no letter that is read as a digit. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * The codes that somebody was given at a moment: 50 bits each. They are derived, so that they can be shown again for a few minutes without
 * being kept. @param madeAt UTC ms
 */
async function deriveCodes(appSecret: string, userId: string, madeAt: number): Promise<string[]> {
  const code = async (_: unknown, i: number) => {
    const bytes = Buffer.from(await hmac(appSecret, `recovery-code:${userId}.${madeAt}.${i}`), "base64url");
    return [...bytes.subarray(0, 10)].map((byte) => alphabet[byte % 32]).join("");
  };
  return await Promise.all(Array.from({ length: recoveryCodeCount }, code));
}

function hashOf(appSecret: string, userId: string, code: string): Promise<string> {
  return hmac(appSecret, `recovery-code-hash:${userId}.${code}`);
}

/** Statements: new codes in place of whatever there was. @param at UTC ms */
export async function replaced(db: Db, appSecret: string, userId: string, at: number) {
  const codes = await deriveCodes(appSecret, userId, at);
  const hashes = await Promise.all(codes.map((code) => hashOf(appSecret, userId, code)));
  return [
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
    db.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash, createdAt: at }))),
  ] as const;
}

/** New codes, asked for by their owner. @param at UTC ms @returns false: the session has ended, nothing was written */
export async function regenerate(db: Db, appSecret: string, viewer: Viewer, at: number): Promise<boolean> {
  return await auditedWrite(db, "recovery_codes_made", sessions.activeUserId(viewer, at), at, [
    ...(await replaced(db, appSecret, viewer.id, at)),
  ]);
}

/**
 * Takes a recovery code, once, also when it is shown twice at the same moment; its owner gets a mail.
 * @param code as `readCode` gives it @param at UTC ms @returns false for a code that is wrong or used
 */
export async function redeem(
  db: Db,
  appSecret: string,
  userId: string,
  code: string,
  at: number,
): Promise<boolean> {
  const codeHash = await hashOf(appSecret, userId, code);
  const owner = sql<string>`(select user_id from recovery_codes where user_id = ${userId} and code_hash = ${codeHash} and used_at is null)`;
  return await auditedWrite(db, "recovery_code_used", owner, at, [
    db.update(recoveryCodes).set({ usedAt: at }).where(eq(recoveryCodes.codeHash, codeHash)),
    outbox.mail(db, "recovery_code_used", userId, null, at),
  ]);
}

/** How many codes somebody has left. */
export async function countUnused(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}

/**
 * New codes in groups of five, as long as they may be seen; null: they were made too long ago, the second factor was not used in this
 * session, or it has ended: an access token alone does not know that. @param at UTC ms
 */
export async function reveal(
  db: Db,
  appSecret: string,
  viewer: Viewer,
  at: number,
): Promise<string[] | null> {
  if (viewer.aal !== "aal2") return null;
  const [row] = await db
    .select({ madeAt: max(recoveryCodes.createdAt) })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, sessions.activeUserId(viewer, at)));
  if (!row?.madeAt || row.madeAt <= at - recoveryCodesVisibleFor) return null;
  const codes = await deriveCodes(appSecret, viewer.id, row.madeAt);
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}
