import { eq } from "drizzle-orm";
import type { Clock, Db } from "#app/context.ts";
import { perIsolate } from "#app/lib/isolate-memory.ts";
import { settings } from "#drizzle/schema.ts";
import { realClock } from "#workers/platform/real-clock.ts";

/** Read once per isolate. Local workerd runs one isolate, so /dev/clock moves the time of every request. */
const offset = perIsolate<number | null>(() => null);

/**
 * The local clock: the real time plus what /dev/clock has added. The offset is stored, so it survives a
 * restart.
 */
export async function movedClock(db: Db): Promise<Clock> {
  if (offset.value === null) {
    const [row] = await db.select().from(settings).where(eq(settings.key, "clock_offset_ms"));
    offset.value = row ? Number(row.value) : 0;
  }
  const ms = offset.value;
  return { now: () => realClock.now() + ms };
}

/** Moves the local clock forward. @param ms milliseconds to add @returns the whole offset in ms */
export async function advance(db: Db, ms: number): Promise<number> {
  await movedClock(db);
  const moved = (offset.value ?? 0) + ms;
  offset.value = moved;
  const value = String(moved);
  await db
    .insert(settings)
    .values({ key: "clock_offset_ms", value })
    .onConflictDoUpdate({ target: settings.key, set: { value } });
  return moved;
}
