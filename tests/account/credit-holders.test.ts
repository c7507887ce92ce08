import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it, vi } from "vitest";
import { hmac, sha256 } from "#app/lib/bytes.ts";
import { creditHolders, credits, formerAddresses, limits, users } from "#drizzle/schema.ts";
import { password, withPassword } from "../support/accounts/deletion.ts";
import { sweep } from "../support/clock.ts";
import { linkIn, mailsTo } from "../support/mails.ts";
import { db, type Visitor, visitor } from "../support/visitor.ts";

// These tests hash many passwords, which is slow on purpose.
vi.setConfig({ testTimeout: 30_000 });

/** All visitors of a test share one network address, so the limits are cleared. */
beforeEach(async () => {
  await db.delete(limits);
});

let count = 0;

/** Signs up with an address. @returns the credit of the new account, in cents */
async function creditAt(email: string): Promise<number> {
  const form = { fullName: "A Newcomer", username: `newcomer-${++count}`, email, password };
  expect((await visitor.signedOut().submit("/sign-up", form)).location).toBe("/sign-in");
  const [row] = await db
    .select({ cents: credits.cents })
    .from(users)
    .leftJoin(credits, eq(credits.userId, users.id))
    .where(eq(users.email, email));
  expect(row, `an account of ${email}`).toBeDefined();
  return row?.cents ?? 0;
}

/** Changes the address, and confirms it from the new one. */
async function changeAddress(user: Visitor, email: string) {
  await user.submit("/profile/email", { email, password });
  const link = linkIn((await mailsTo(email))[0]);
  expect((await user.submit(link, { token: link.split("=")[1], intent: "change" })).status).toBe(303);
}

it("A user who changes the address, deletes the account and signs up again gets no second credit", async () => {
  const ann = await withPassword(await visitor.signedIn({ credit: true }));
  const moved = `moved-${ann.email}`;
  await changeAddress(ann, moved);
  expect((await ann.submit("/profile/data", { password })).location).toBe("/");
  for (const email of [ann.email, moved]) expect([email, await creditAt(email)]).toEqual([email, 0]);
});

it("Tags and dots in addresses of large mail hosts are ignored; those of other hosts are not", async () => {
  const first = await creditAt("ann.lee@gmail.com");
  const tagged = await creditAt("annlee+shop@gmail.com");
  const renamed = await creditAt("a.n.n.lee@googlemail.com");
  expect([first, tagged, renamed]).toEqual([1000, 0, 0]);
  expect(await creditAt("ann.lee+shop@example.test")).toBe(1000);
  expect(await creditAt("annlee@example.test")).toBe(1000);
});

it("Addresses are stored as keyed hashes; older unkeyed hashes still count until the sweep rekeys them", async () => {
  await creditAt("keyed@example.test");
  const [before, after] = ["gone-1@example.test", "gone-2@example.test"];
  await db.insert(formerAddresses).values([{ hash: await sha256(before) }, { hash: await sha256(after) }]);
  expect(await creditAt(before)).toBe(0);
  await sweep();
  expect(await db.select().from(formerAddresses)).toEqual([]);
  expect(await creditAt(after)).toBe(0);
  const stored = (await db.select().from(creditHolders)).map(({ hash }) => hash);
  for (const email of ["keyed@example.test", after]) {
    const bare = await sha256(email);
    expect(stored).toContain(await hmac(env.APP_SECRET, `credit:${bare}`));
    expect(stored).not.toContain(bare);
  }
});
