// The local worker for `npm run bench -- load`: the product, with two addresses that create the load's
// accounts and look up afterwards what was written.
import { eq, inArray } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import * as sessions from "#app/auth/sessions.server.ts";
import { conversations, gigs, messages, orders, profiles, users } from "#drizzle/schema.ts";
import app from "#workers/local/app.ts";
import { tokenCookies } from "#workers/request/authenticate.ts";
import type { LoadAccount, LoadMarket, Written } from "../load/crowd.ts";

export { Inbox } from "#workers/app.ts";

/** D1 binds at most 100 values in a statement. */
const atOnce = 90;

export default {
  async fetch(request, env, ctx) {
    const { pathname } = new URL(request.url);
    const db = drizzle(env.DB);
    if (pathname === "/bench/market") {
      const { accounts } = await request.json<{ accounts: number }>();
      return Response.json(await makeMarket(db, env, accounts));
    }
    if (pathname === "/bench/lost") return Response.json(await findLost(db, await request.json<Written>()));
    return await app.fetch(request, env, ctx);
  },
  queue: (batch, env, ctx) => app.queue(batch, env, ctx),
  scheduled: (controller, env, ctx) => app.scheduled(controller, env, ctx),
} satisfies ExportedHandler<Env>;

/** Creates signed-in accounts, each with a conversation with the next one, and picks a gig for each. */
async function makeMarket(db: DrizzleD1Database, env: Env, count: number): Promise<LoadMarket> {
  const at = Date.now();
  const accounts: LoadAccount[] = [];
  for (let i = 0; i < count; i++) {
    const id = crypto.randomUUID();
    const username = `load-${id.slice(0, 8)}`;
    const email = `${username}@handiwork.test`;
    const begun = {
      userId: id,
      role: "user",
      aal: "aal1",
      owesFactor: false,
      device: "",
      place: null,
      at,
    } as const;
    const { row, subject } = sessions.build(begun);
    await db.batch([
      db.insert(users).values({ id, email, emailVerifiedAt: at, createdAt: at }),
      db.insert(profiles).values({ id, username, fullName: "Load Tester", createdAt: at }),
      ...sessions.started(db, row),
    ]);
    const sys = { secret: env.APP_SECRET, clock: { now: () => at }, origin: env.APP_ORIGIN };
    const { set } = await tokenCookies(subject, env.TOKEN_KEYS, sys);
    const cookie = Object.entries(set).map(([name, { value }]) => `${name}=${value}`);
    accounts.push({ id, username, email, cookie: cookie.join("; "), conversation: crypto.randomUUID() });
  }
  for (const [i, { id, conversation }] of accounts.entries()) {
    const [firstId = "", secondId = ""] = [id, accounts[(i + 1) % count]?.id ?? ""].toSorted();
    await db
      .insert(conversations)
      .values({ id: conversation, firstId, secondId, createdAt: at, updatedAt: at });
  }
  const offers = await db
    .select({ id: gigs.id, slug: gigs.slug })
    .from(gigs)
    .where(eq(gigs.listed, true))
    .limit(count);
  return { accounts, gigs: offers.map(({ id, slug }) => ({ id, slug: slug ?? "" })) };
}

/** The accepted writes that are missing from the database. */
async function findLost(db: DrizzleD1Database, written: Written): Promise<Written> {
  const missing = async (ids: string[], find: (some: string[]) => Promise<{ value: string | null }[]>) => {
    const found = new Set<string | null>();
    for (let i = 0; i < ids.length; i += atOnce)
      for (const { value } of await find(ids.slice(i, i + atOnce))) found.add(value);
    return ids.filter((id) => !found.has(id));
  };
  return {
    messages: await missing(written.messages, (some) =>
      db.select({ value: messages.id }).from(messages).where(inArray(messages.id, some)),
    ),
    orders: await missing(written.orders, (some) =>
      db.select({ value: orders.requirements }).from(orders).where(inArray(orders.requirements, some)),
    ),
    cancelled: await missing(written.cancelled, async (some) => {
      const rows = await db
        .select({ value: orders.id, status: orders.status })
        .from(orders)
        .where(inArray(orders.id, some));
      return rows.filter(({ status }) => status === "cancelled");
    }),
    bios: await missing(written.bios, (some) =>
      db.select({ value: profiles.description }).from(profiles).where(inArray(profiles.description, some)),
    ),
  };
}
