// Fills the local state with the demo market: `STATE_DIR=… SANDBOX_PORT=… APP_SECRET=… node
// drizzle/seed/main.ts [--migrations-only | --gigs=N]`. It opens only the files of STATE_DIR, so a remote
// database can never contain a demo account.
import { join } from "node:path";
import { drizzle } from "drizzle-orm/d1";
import { getPlatformProxy } from "wrangler";
import * as schema from "#drizzle/schema.ts";
import { seedActivity } from "./activity.ts";
import { withDeferredIndexes } from "./bulk.ts";
import { demoCatalogue, fillCatalogue } from "./catalog.ts";
import { checkBooks, checkMarket, checkSource } from "./check.ts";
import { seedGigs } from "./gigs.ts";
import { marketOf } from "./market.ts";
import { migrate } from "./migrations.ts";
import { seedPeople } from "./people.ts";
import { seedPictures } from "./pictures.ts";

const { STATE_DIR: stateDir, SANDBOX_PORT: sandboxPort, APP_SECRET: appSecret = "" } = process.env;
if (!stateDir || !sandboxPort || !appSecret)
  throw new Error(
    "The seed needs STATE_DIR, SANDBOX_PORT and APP_SECRET. `npm start` and `npm run seed` set them.",
  );

const { env, dispose } = await getPlatformProxy<Env>({
  configPath: join(import.meta.dirname, "../../wrangler.toml"),
  persist: { path: join(stateDir, "v3") },
  remoteBindings: false,
});
try {
  await migrate(env.DB);
  if (!process.argv.includes("--migrations-only")) await seed();
} finally {
  await dispose();
}

async function seed(): Promise<void> {
  checkSource();
  const db = drizzle(env.DB, { schema });
  const gigs = process.argv.find((argument) => argument.startsWith("--gigs="))?.slice("--gigs=".length);
  const market = gigs === undefined ? null : marketOf(env.DB, Number(gigs));
  const pictures = seedPictures(env.BUCKET);
  const rows = async (): Promise<void> => {
    await seedPeople(db, appSecret);
    await fillCatalogue(env.DB, demoCatalogue());
    await market?.writeSellers();
    await withDeferredIndexes(env.DB, () => seedGigs(db, market));
    await checkMarket(db);
    await seedActivity({ db, stripeApi: `http://127.0.0.1:${sandboxPort}` });
    await checkBooks(db);
  };
  await Promise.all([rows(), pictures]);
}
