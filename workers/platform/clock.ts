import { eq } from "drizzle-orm";
import type { Clock, Db } from "#app/context.ts";
import { settings } from "#drizzle/schema.ts";

/** The real time, in UTC ms. */
export const realClock: Clock = { now: () => Date.now() };

/** Kept per isolate; local workerd runs one, so that what /dev/clock moves is moved for all. */
let offset: number | null = null;

/** The local clock: the real one plus what /dev/clock has advanced, which survives a restart. */
export async function movedClock(db: Db): Promise<Clock> {
  if (offset === null) {
    const [row] = await db.select().from(settings).where(eq(settings.key, "clock_offset_ms"));
    offset = row ? Number(row.value) : 0;
  }
  const ms = offset;
  return { now: () => Date.now() + ms };
}

/** Moves the local clock forward. @param ms milliseconds to add @returns the whole offset */
export async function advance(db: Db, ms: number): Promise<number> {
  await movedClock(db);
  offset = (offset ?? 0) + ms;
  const value = String(offset);
  await db
    .insert(settings)
    .values({ key: "clock_offset_ms", value })
    .onConflictDoUpdate({ target: settings.key, set: { value } });
  return offset;
}
