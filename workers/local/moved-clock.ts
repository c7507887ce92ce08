import { eq } from "drizzle-orm";
import type { Clock, Db } from "#app/context.ts";
import { settings } from "#drizzle/schema.ts";

/** Read once per isolate. Local workerd runs one isolate, so /dev/clock moves the time of every request. */
let offset: number | null = null;

/**
 * The local clock: the real time plus what /dev/clock has added. The offset is stored, so it survives a
 * restart.
 */
export async function movedClock(db: Db): Promise<Clock> {
  if (offset === null) {
    const [row] = await db.select().from(settings).where(eq(settings.key, "clock_offset_ms"));
    offset = row ? Number(row.value) : 0;
  }
  const ms = offset;
  return { now: () => Date.now() + ms };
}

/** Moves the local clock forward. @param ms milliseconds to add @returns the whole offset in ms */
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
