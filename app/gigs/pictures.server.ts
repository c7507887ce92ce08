import { and, between, desc, eq, lte } from "drizzle-orm";
import type { Capabilities, Db } from "#app/context.ts";
import { day, hour, minute } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import type { Work } from "#app/lib/work.ts";
import { pictures } from "#drizzle/schema.ts";

/** The delay after each failed attempt, in ms. After the last delay there is one more attempt. */
const retryDelays = [10 * minute, hour, 6 * hour, day];

/**
 * SQLite's GLOB of the keys of pictures that sellers have uploaded: each belongs to one gig. Pictures of the
 * demo market may belong to several.
 */
export const uploadedKeys = "????????-????-4???-????-????????????*";

/**
 * A statement: the picture is in the bucket as WebP and waits for AVIF.
 * @param at UTC ms
 */
export function stored(db: Db, key: string, at: number) {
  return db.insert(pictures).values({ key, storedAt: at, attempts: 0, avifDueAt: at });
}

/** True if the picture of an upload is stored and used. @param uploadId the prefix of its key */
export async function isUsed(db: Db, uploadId: string): Promise<boolean> {
  const [picture] = await db
    .select({ key: pictures.key })
    .from(pictures)
    .where(between(pictures.key, uploadId, `${uploadId}~`))
    .limit(1);
  return picture !== undefined;
}

type Deps = Pick<Capabilities, "db" | "clock" | "pictures" | "log">;

/**
 * The pictures that wait for their AVIF versions, newest first, because these are viewed most
 * (docs/architecture.md#pictures). Parallel runs take different pictures. A picture that fails is retried
 * later, five times in all. Without AVIF it is shown as WebP.
 */
export const waitingPictures: Work<Deps> = {
  async find({ db, clock }, limit) {
    const waiting = await db
      .select({ key: pictures.key })
      .from(pictures)
      .where(lte(pictures.avifDueAt, clock.now()))
      .orderBy(desc(pictures.storedAt))
      .limit(limit);
    return waiting.map(({ key }) => key);
  },
  run: makeAvifIfDue,
};

async function makeAvifIfDue(deps: Deps, key: string): Promise<boolean> {
  const { db, clock, pictures: store, log } = deps;
  const [picture] = await db
    .select({ key: pictures.key, attempts: pictures.attempts })
    .from(pictures)
    .where(and(eq(pictures.key, key), lte(pictures.avifDueAt, clock.now())));
  if (!picture || !(await claim(db, picture, clock.now()))) return false;
  try {
    await store.makeAvif(key);
    await db.update(pictures).set({ avifAt: clock.now(), avifDueAt: null }).where(eq(pictures.key, key));
    return true;
  } catch (error) {
    log("warn", "avif not made", { picture: key, error: errorStack(error) });
    return false;
  }
}

/**
 * Counts an attempt before it begins, so that one that ends with its worker is counted too.
 * @returns false if another run has claimed the picture
 */
async function claim(
  db: Db,
  { key, attempts }: { key: string; attempts: number },
  at: number,
): Promise<boolean> {
  const pause = retryDelays[attempts];
  const { meta } = await db
    .update(pictures)
    .set({ attempts: attempts + 1, avifDueAt: pause === undefined ? null : at + pause })
    .where(and(eq(pictures.key, key), eq(pictures.attempts, attempts)));
  return meta.changes === 1;
}
