import { eq, like } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { hashPassword } from "#app/auth/passwords.server.ts";
import { minute } from "#app/lib/dates.ts";
import * as attempts from "#app/limits/attempts.server.ts";
import { attemptLimits } from "#app/limits/limits.ts";
import { limits as table, users } from "#drizzle/schema.ts";
import { person } from "../support/factories.ts";
import { db, visitor } from "../support/visitor.ts";

const at = Date.now();
const from = (address: string) => ({ "CF-Connecting-IP": address });

/** A user with this password. */
async function account(password: string) {
  const user = await person(db);
  await db
    .update(users)
    .set({ passwordHash: await hashPassword(password) })
    .where(eq(users.id, user.id));
  return user;
}

describe("counting attempts", () => {
  const most = attemptLimits["sign-in"].pair;

  it("Above the limit, the answer says how long to wait; the count starts again in the next window", async () => {
    for (let n = 1; n <= most; n++)
      expect((await attempts.count(db, "sign-in", "1.1.1.1", "ann", at)).wait).toBeNull();
    const late = at + 5 * minute;
    expect((await attempts.count(db, "sign-in", "1.1.1.1", "ann", late)).wait).toBe(10 * 60);
    expect((await attempts.count(db, "sign-in", "1.1.1.1", "bob", late)).wait).toBeNull();
    expect((await attempts.count(db, "sign-in", "2.2.2.2", "ann", late)).wait).toBeNull();
    expect((await attempts.count(db, "sign-in", "1.1.1.1", "ann", at + 15 * minute)).wait).toBeNull();
  });

  it("Parallel attempts share one count", async () => {
    const made = await Promise.all(
      Array.from({ length: most + 5 }, () => attempts.count(db, "sign-in", "3.3.3.3", "cleo", at)),
    );
    expect(made.filter(({ wait }) => wait !== null).length).toBe(5);
  });

  it("Attempts at one account from many addresses become slow, raise one alarm, and are never refused", async () => {
    const { account: most } = attemptLimits["sign-in"];
    const made = [];
    for (let n = 0; n < most + 3; n++)
      made.push(await attempts.count(db, "sign-in", `10.0.0.${n}`, "dora", at));
    expect(made.every(({ wait }) => wait === null)).toBe(true);
    expect(made.findIndex(({ slow }) => slow)).toBe(most);
    expect(made.filter(({ alarm }) => alarm).length).toBe(1);
  });

  it("The owner of an IPv6 /56 or /48 does not get a separate limit for each /64 in it", async () => {
    const { net56, net48 } = attemptLimits["sign-in"];
    const bounds = { net56: "2001:db8:1:100::/56", net48: "2001:db8:2::/48" };
    for (const [network, most] of [
      [bounds.net56, net56],
      [bounds.net48, net48],
    ] as const) {
      const address = network.replace(/::.*/, network === bounds.net48 ? ":ff00::/64" : "::/64");
      await attempts.count(db, "sign-in", address, null, at);
      await db
        .update(table)
        .set({ count: most - 1 })
        .where(eq(table.key, `sign-in:address:${network}`));
      const next = address.replace("00::/", "01::/");
      expect((await attempts.count(db, "sign-in", next, null, at)).wait, network).toBeNull();
      expect((await attempts.count(db, "sign-in", next, null, at)).wait, network).toBe(15 * 60);
    }
    expect((await attempts.count(db, "sign-in", "2001:db8:3:1::/64", null, at)).wait).toBeNull();
  });

  it("Stores no email address in plain text, and deletes past windows", async () => {
    await attempts.count(db, "reset", "4.4.4.4", "ann@example.test", at);
    expect(await db.select().from(table).where(like(table.key, "%example.test%"))).toEqual([]);
    expect(await attempts.deleteExpired(db, at + 2 * 60 * minute)).toBeGreaterThan(0);
    expect(await db.select().from(table)).toEqual([]);
  });
});

describe("the limit of signing in", () => {
  it("30 wrong passwords from one address get 429, and the owner can sign in from another address", async () => {
    const ann = await account("the right words");
    const guess = (address: string, password: string) =>
      visitor.passingBy().submit("/sign-in", { email: ann.email, password }, from(address));
    const pages = [];
    for (let n = 0; n < 30; n++) pages.push(await guess("9.9.9.9", `wrong ${n}`));
    const { pair } = attemptLimits["sign-in"];
    expect(pages.map(({ status }) => status)).toEqual([
      ...Array(pair).fill(400),
      ...Array(30 - pair).fill(429),
    ]);
    const last = pages.at(-1);
    expect(Number(last?.headers.get("Retry-After"))).toBeGreaterThan(60);
    expect(last?.text).toContain("Too many attempts. Please wait 15 minutes, then try again.");
    expect([last?.field("email"), last?.field("password")]).toEqual([ann.email, ""]);
    expect((await guess("9.9.9.9", "the right words")).status).toBe(429);
    expect((await guess("8.8.8.8", "the right words")).status).toBe(303);
  });

  it("A successful sign-in does not count", async () => {
    const bob = await account("his right words");
    for (let n = 1; n < attemptLimits["sign-in"].pair; n++)
      await attempts.count(db, "sign-in", "7.7.7.7", bob.email, Date.now());
    for (let n = 0; n < 3; n++) {
      const fields = { email: bob.email, password: "his right words" };
      expect((await visitor.passingBy().submit("/sign-in", fields, from("7.7.7.7"))).status).toBe(303);
    }
  });

  it("All IPv6 addresses of one /64 network share one count", async () => {
    const cleo = await account("her right words");
    const guess = (host: number) =>
      visitor
        .passingBy()
        .submit(
          "/sign-in",
          { email: cleo.email, password: "wrong" },
          from(`2001:db8:0:7::${host.toString(16)}`),
        );
    for (let n = 2; n < attemptLimits["sign-in"].pair; n++)
      await attempts.count(db, "sign-in", "2001:db8:0:7::/64", cleo.email, Date.now());
    expect((await guess(1)).status).toBe(400);
    expect((await guess(2)).status).toBe(400);
    expect((await guess(3)).status).toBe(429);
    const neighbour = await visitor
      .passingBy()
      .submit("/sign-in", { email: cleo.email, password: "wrong" }, from("2001:db8:0:8::1"));
    expect(neighbour.status).toBe(400);
  });
});
