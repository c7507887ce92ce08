import * as gigFigures from "#app/gigs/figures/gig-figures.server.ts";
import { second } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import { perIsolate } from "#app/lib/isolate-memory.ts";
import { system } from "#workers/context.ts";
import type { Incoming } from "./incoming.ts";
import { isRobot } from "./robots.ts";

/** An isolate writes its views no more often than this, in ms (docs/specification.md#gig-figures). */
const between = 10 * second;

/**
 * `waiting`: the number of each gig's views that this isolate has not written yet. `writtenAt`: when it last
 * wrote, in real UTC ms.
 */
const counted = perIsolate(() => ({ waiting: new Map<string, number>(), writtenAt: 0 }));

/** Counts a view of a gig, except by robots. It does not use the database. */
export function countView(gigId: string, { request }: Pick<Incoming, "request">): void {
  const { waiting } = counted.value;
  if (!isRobot(request.headers)) waiting.set(gigId, (waiting.get(gigId) ?? 0) + 1);
}

/**
 * Writes the waiting views, after the response. Views within 10 s of the last write wait for a later request
 * of any kind; an isolate that gets none loses them, as does a failed write.
 */
export function writeViews({ env, ctx, requestId, log }: Incoming): void {
  const now = Date.now();
  const { waiting: views, writtenAt } = counted.value;
  if (views.size === 0 || Math.abs(now - writtenAt) < between) return;
  counted.value = { waiting: new Map(), writtenAt: now };
  const write = async () => {
    const { db, clock } = await system(env, ctx, requestId);
    await gigFigures.addViews(db, views, clock.now());
  };
  ctx.waitUntil(
    write().catch((error: unknown) =>
      log("warn", "views not written", { gigs: views.size, error: errorStack(error) }),
    ),
  );
}
