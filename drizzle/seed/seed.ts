import { drizzle } from "drizzle-orm/d1";
import * as schema from "#drizzle/schema.ts";
import { seedActivity } from "./activity.ts";
import { withDeferredIndexes } from "./bulk.ts";
import { demoCatalogue, fillCatalogue } from "./catalog.ts";
import { checkBooks, checkMarket, checkSource } from "./check.ts";
import { countFigures } from "./figure-book.ts";
import { seedGigs } from "./gigs.ts";
import { seedLevels } from "./levels.ts";
import { marketOf } from "./market.ts";
import { seedPeople } from "./people.ts";
import { type PictureStore, seedPictures } from "./pictures.ts";

export type SeedOptions = {
  database: D1Database;
  bucket: PictureStore;
  /** The address of the Stripe stand-in, which must be running. */
  stripeApi: string;
  appSecret: string;
  /** How many generated gigs the market has in addition to the hand-written ones; null for none. */
  gigs: number | null;
};

/** Fills a migrated, empty database and bucket with the demo market. It is only used on local ones. */
export async function seed({ database, bucket, stripeApi, appSecret, gigs }: SeedOptions): Promise<void> {
  checkSource();
  const db = drizzle(database, { schema });
  const market = gigs === null ? null : marketOf(database, gigs);
  const rows = async (): Promise<void> => {
    await seedPeople(db, appSecret);
    await fillCatalogue(database, demoCatalogue());
    await market?.writeSellers();
    await withDeferredIndexes(database, () => seedGigs(db, market));
    await checkMarket(db);
    await seedActivity({ db, stripeApi, secret: appSecret });
    await countFigures(db);
    await checkBooks(db);
    await seedLevels(db);
  };
  await Promise.all([rows(), seedPictures(bucket)]);
}
