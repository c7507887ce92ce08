import { and, desc, eq, gt, isNull, lt, type SQL } from "drizzle-orm";
import { type CodeResult, challengeLife, type Factor } from "#app/auth/second-factor/factor.ts";
import * as factors from "#app/auth/second-factor/factors.server.ts";
import { matchTimeStep } from "#app/auth/second-factor/totp.server.ts";
import type { PendingSecondFactor } from "#app/auth/viewer.ts";
import type { Db } from "#app/context.ts";
import { hmac } from "#app/lib/bytes.ts";
import { factorChallenges, factors as table } from "#drizzle/schema.ts";

/** Whoever is asked for a code: their user and the session in which they are asked. */
export type ChallengedUser = PendingSecondFactor;

/** Six digits are soon tried through: only who has the app's secret can compare them with what is kept. */
function hashOf(appSecret: string, challengeId: string, code: string): Promise<string> {
  return hmac(appSecret, `phone-code:${challengeId}.${code}`);
}

/**
 * Asks for a code of a factor, in one session, for five minutes.
 * @param at UTC ms @returns the code that is to be sent to a phone; null: an app makes it
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
    // What is over is asked no more.
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
 * Takes a code of a factor, once, also when it is shown twice at the same moment.
 * @param challengeId the question that it answers; null: the last one, and an app's code needs none
 * @param at UTC ms
 */
export async function verify(
  db: Db,
  appSecret: string,
  asked: ChallengedUser,
  factor: Factor,
  code: string,
  challengeId: string | null,
  at: number,
): Promise<CodeResult> {
  const needsQuestion = factor.factorType === "phone" || challengeId !== null;
  const question = needsQuestion ? await findLatestChallenge(db, asked, factor, challengeId, at) : null;
  if (needsQuestion && !question) return "over";
  if (factor.factorType === "phone") return await verifySmsCode(db, appSecret, question?.id ?? "", code, at);
  const step = matchTimeStep(await factors.secretOf(db, appSecret, factor.id), code, at);
  if (step === null) return "wrong";
  // The step is claimed: whoever read the code over a shoulder comes too late, or loses the race.
  const { meta } = await db
    .update(table)
    .set({ lastStep: step })
    .where(and(eq(table.id, factor.id), lt(table.lastStep, step)));
  if (meta.changes !== 1) return "wrong";
  if (question) await claimChallenge(db, at, eq(factorChallenges.id, question.id));
  return "right";
}

async function verifySmsCode(
  db: Db,
  appSecret: string,
  challengeId: string,
  code: string,
  at: number,
): Promise<CodeResult> {
  const codeHash = await hashOf(appSecret, challengeId, code);
  const fits = and(eq(factorChallenges.id, challengeId), eq(factorChallenges.codeHash, codeHash));
  return (await claimChallenge(db, at, fits)) ? "right" : "wrong";
}

/** Claims a question: it is answered once. */
async function claimChallenge(db: Db, at: number, which: SQL | undefined): Promise<boolean> {
  const { meta } = await db
    .update(factorChallenges)
    .set({ usedAt: at })
    .where(and(which, isNull(factorChallenges.usedAt)));
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
