import { and, desc, eq, lte } from "drizzle-orm";
import type { Capabilities, Db } from "#app/context.ts";
import { day, hour, minute } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import { pictures } from "#drizzle/schema.ts";

/** How many pictures one run of the sweep takes: an encoder needs about a second for each. */
const atOnce = 3;

/** How long after each attempt the next one may begin, in ms; after the last there is none. */
const pauses = [10 * minute, hour, 6 * hour, day];

/** A statement: the picture stands in the bucket as WebP, and waits for AVIF. @param at UTC ms */
export function stored(db: Db, key: string, at: number) {
  return db.insert(pictures).values({ key, storedAt: at, attempts: 0, avifDueAt: at });
}

/** A statement: the picture is kept no longer. */
export function dropped(db: Db, key: string) {
  return db.delete(pictures).where(eq(pictures.key, key));
}

/**
 * Makes AVIF of a few pictures that wait for it, the newest first: they are the ones that are looked at (docs/architecture.md#pictures
 * image). Several runs at once take different pictures. One that fails holds up no other and is tried again later, five times in
 * all; until then, and for good after that, it is shown as WebP.
 * @returns how many were finished
 */
export async function makeWaiting({
  db,
  clock,
  pictures: store,
  log,
}: Pick<Capabilities, "db" | "clock" | "pictures" | "log">): Promise<number> {
  const waiting = await db
    .select({ key: pictures.key, attempts: pictures.attempts })
    .from(pictures)
    .where(lte(pictures.avifDueAt, clock.now()))
    .orderBy(desc(pictures.storedAt))
    .limit(atOnce);
  let made = 0;
  for (const picture of waiting) {
    if (!(await take(db, picture, clock.now()))) continue;
    try {
      await store.makeAvif(picture.key);
      await db
        .update(pictures)
        .set({ avifAt: clock.now(), avifDueAt: null })
        .where(eq(pictures.key, picture.key));
      made++;
    } catch (error) {
      log("warn", "avif not made", { picture: picture.key, error: errorStack(error) });
    }
  }
  return made;
}

/** An attempt counts when it begins: one that dies with its worker is one too. @returns false when another run has taken it */
async function take(
  db: Db,
  { key, attempts }: { key: string; attempts: number },
  at: number,
): Promise<boolean> {
  const pause = pauses[attempts];
  const { meta } = await db
    .update(pictures)
    .set({ attempts: attempts + 1, avifDueAt: pause === undefined ? null : at + pause })
    .where(and(eq(pictures.key, key), eq(pictures.attempts, attempts)));
  return meta.changes === 1;
}
