import { and, lte, sql } from "drizzle-orm";
import type { Capabilities } from "#app/context.ts";
import { tellOffer } from "#app/conversations/live/offer-changed.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import * as guards from "#app/lib/guards.server.ts";
import type { Work } from "#app/lib/work.ts";
import * as offers from "#app/offers/offers.server.ts";
import { offers as offerRows } from "#drizzle/schema.ts";

/**
 * The open offers whose time is over (docs/specification.md#offers). Even before one is closed here, pages
 * show it as expired, and no one can accept it.
 */
export const dueOffers: Work<Pick<Capabilities, "db" | "clock" | "inboxes" | "log">> = {
  async find({ db, clock }, limit) {
    const rows = await db
      .select({ id: offerRows.id })
      .from(offerRows)
      // As a literal, so that SQLite uses the partial index.
      .where(and(sql`state = 'open'`, lte(offerRows.expiresAt, clock.now())))
      .orderBy(offerRows.expiresAt)
      .limit(limit);
    return rows.map(({ id }) => id);
  },
  async run({ db, clock, inboxes, log }, id) {
    const at = clock.now();
    const offer = await offers.find(db, id);
    if (offer?.state !== "open" || offer.expiresAt > at) return false;
    try {
      await db.batch([
        ...offers.closed(db, offer, { state: "expired" }, at),
        offers.mailed(db, "offer_expired", offer.sellerId, offer, at),
      ]);
    } catch (error) {
      if (guards.broken(error) === "offer-unchanged") return false;
      throw error;
    }
    // Best effort: open pages also show the offer as expired on their own.
    await tellOffer({ db, inboxes }, id).catch((error) =>
      log("warn", "offer not pushed", { offer: id, error: errorStack(error) }),
    );
    return true;
  },
};
