import * as orderTerms from "#app/checkout/current-terms.server.ts";
import type { CachedRead } from "#app/context.ts";
import type { HelpFigures } from "#app/help/help.ts";
import { minute } from "#app/lib/dates.ts";
import * as payoutTerms from "#app/payouts/payout-terms.server.ts";

/** The settings that answers depend on, cached (docs/specification.md#cache-times). */
export const currentFigures: CachedRead<[], HelpFigures> = {
  name: "help-figures",
  ttl: minute,
  read: async (db) => {
    const [terms, payouts] = await Promise.all([orderTerms.find(db), payoutTerms.find(db)]);
    return { ...terms, ...payouts };
  },
};
