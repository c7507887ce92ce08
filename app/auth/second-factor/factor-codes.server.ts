import { and, desc, eq, gt, isNull, lt, type SQL } from "drizzle-orm";
import { type CodeResult, challengeLife, type Factor } from "#app/auth/second-factor/factor.ts";
import * as factors from "#app/auth/second-factor/factors.server.ts";
import { matchTimeStep } from "#app/auth/second-factor/totp.server.ts";
import type { PendingSecondFactor } from "#app/auth/viewer.ts";
import type { Db } from "#app/context.ts";
import { hmac } from "#app/lib/bytes.ts";
import { factorChallenges, factors as table } from "#drizzle/schema.ts";

/** The user who is challenged, and the session in which the challenge is valid. */
export type ChallengedUser = PendingSecondFactor;

/** Keyed with APP_SECRET: a plain hash of six digits could be reversed by trying all of them. */
function hashOf(appSecret: string, challengeId: string, code: string): Promise<string> {
  return hmac(appSecret, `phone-code:${challengeId}.${code}`);
}

/**
 * Creates a challenge for a factor. It is valid in one session, for five minutes.
 * @param at UTC ms
 * @returns `code`, to be sent to the phone; null for an authenticator app
 */
export async function challenge(
  db: Db,
  appSecret: string,
  { sessionId }: ChallengedUser,
  factor: Factor,
  at: number,
): Promise<{ id: string; expiresAt: number; code: string | null }> {
  const id = crypto.randomUUID();
  const expiresAt = at + challengeLife;
  const code = factor.factorType === "phone" ? sixDigits() : null;
  const codeHash = code === null ? null : await hashOf(appSecret, id, code);
  const { id: factorId } = factor;
  await db.batch([
    db
      .delete(factorChallenges)
      .where(and(eq(factorChallenges.factorId, factorId), lt(factorChallenges.expiresAt, at))),
    db.insert(factorChallenges).values({ id, factorId, sessionId, codeHash, createdAt: at, expiresAt }),
  ]);
  return { id, expiresAt, code };
}

function sixDigits(): string {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return String(number % 1_000_000).padStart(6, "0");
}

/**
 * Verifies a code of a factor. Each code works once, even if two requests send it at the same time.
 * @param challengeId the challenge that the code answers; null for the latest one. A code from an app needs
 * no challenge.
 * @param at UTC ms
 */
export async function verify(
  db: Db,
  appSecret: string,
  challenged: ChallengedUser,
  factor: Factor,
  code: string,
  challengeId: string | null,
  at: number,
): Promise<CodeResult> {
  const needsChallenge = factor.factorType === "phone" || challengeId !== null;
  const open = needsChallenge ? await findLatestChallenge(db, challenged, factor, challengeId, at) : null;
  if (needsChallenge && !open) return "expired";
  if (factor.factorType === "phone") return await verifySmsCode(db, appSecret, open?.id ?? "", code, at);
  const step = matchTimeStep(await factors.secretOf(db, appSecret, factor.id), code, at);
  if (step === null) return "wrong";
  // Claim the time step, so that a code that is replayed, or read over a shoulder, is refused (RFC 6238,
  // section 5.2).
  const { meta } = await db
    .update(table)
    .set({ lastStep: step })
    .where(and(eq(table.id, factor.id), lt(table.lastStep, step)));
  if (meta.changes !== 1) return "wrong";
  if (open) await claimChallenge(db, at, eq(factorChallenges.id, open.id));
  return "correct";
}

async function verifySmsCode(
  db: Db,
  appSecret: string,
  challengeId: string,
  code: string,
  at: number,
): Promise<CodeResult> {
  const codeHash = await hashOf(appSecret, challengeId, code);
  const matches = and(eq(factorChallenges.id, challengeId), eq(factorChallenges.codeHash, codeHash));
  return (await claimChallenge(db, at, matches)) ? "correct" : "wrong";
}

/** Claims a challenge, so that it can be answered only once. */
async function claimChallenge(db: Db, at: number, condition: SQL | undefined): Promise<boolean> {
  const { meta } = await db
    .update(factorChallenges)
    .set({ usedAt: at })
    .where(and(condition, isNull(factorChallenges.usedAt)));
  return meta.changes === 1;
}

async function findLatestChallenge(
  db: Db,
  { sessionId }: ChallengedUser,
  factor: Factor,
  id: string | null,
  at: number,
) {
  const [row] = await db
    .select({ id: factorChallenges.id })
    .from(factorChallenges)
    .where(
      and(
        eq(factorChallenges.factorId, factor.id),
        eq(factorChallenges.sessionId, sessionId),
        isNull(factorChallenges.usedAt),
        gt(factorChallenges.expiresAt, at),
        id === null ? undefined : eq(factorChallenges.id, id),
      ),
    )
    .orderBy(desc(factorChallenges.createdAt))
    .limit(1);
  return row ?? null;
}
