import { env } from "cloudflare:workers";
import { scryptSync } from "node:crypto";
import { eq, like } from "drizzle-orm";
import { beforeEach, expect, it, vi } from "vitest";
import { base64url } from "#app/lib/bytes.ts";
import { factors, limits, users } from "#drizzle/schema.ts";
import { accountOf, canSignIn, countAliveSessions, member, password } from "../support/accounts/passwords.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { mailsTo } from "../support/mails.ts";
import { db, visitor } from "../support/visitor.ts";

// These tests hash many passwords, which is slow on purpose.
vi.setConfig({ testTimeout: 30_000 });

/** All visitors of a test share one network address, so the limits are cleared. */
beforeEach(async () => {
  await db.delete(limits);
});

it("A hash of lower cost is replaced at sign-in, only with the right password", async () => {
  const ann = await member();
  const hash = scryptSync(password, new Uint8Array(16), 32, { N: 1024, r: 8, p: 1 });
  const weak = `scrypt$1024$8$1$${"A".repeat(22)}$${base64url(hash)}`;
  await db.update(users).set({ passwordHash: weak }).where(eq(users.id, ann.id));
  expect(await canSignIn(ann.email, "a wrong word")).toBe(false);
  expect((await accountOf(ann)).passwordHash).toBe(weak);
  expect(await canSignIn(ann.email, password)).toBe(true);
  expect((await accountOf(ann)).passwordHash).toMatch(/^scrypt\$1024\$8\$5\$/);
  expect(await canSignIn(ann.email, password)).toBe(true);
});

it("A password or first factor that changes during a sign-in prevents its session", async () => {
  const changes = {
    password: (id: string) =>
      db.update(users).set({ passwordHash: "another" }).where(eq(users.id, id)).then(),
    factor: (userId: string) =>
      db
        .insert(factors)
        .values({
          ...{ id: crypto.randomUUID(), userId, friendlyName: "Phone", phone: "+491700000000" },
          ...{ factorType: "phone", status: "verified", createdAt: 1 },
        })
        .then(),
  };
  for (const [name, apply] of Object.entries(changes)) {
    const ann = await member();
    const other = visitor.signedOut();
    other.send = productWith({
      DB: faultyDatabase(env.DB, (sql) => (sql.startsWith('insert into "sessions"') ? apply(ann.id) : false)),
    });
    const page = await other.submit("/sign-in", { email: ann.email, password });
    expect([name, page.status, await countAliveSessions(ann)]).toEqual([name, 400, 1]);
    expect(page.text).toContain("Failed to sign in. Please check your credentials.");
  }
});

it("After many wrong passwords the owner gets one mail a day and is not locked out", async () => {
  const ann = await member();
  await canSignIn(ann.email, "a wrong word");
  const seen = await db.select().from(limits).where(like(limits.key, "sign-in:account:%"));
  const key = seen.find((row) => row.count === 1)?.key ?? "";
  for (const round of [1, 2]) {
    await db.update(limits).set({ count: 30 }).where(eq(limits.key, key));
    expect(await canSignIn(ann.email, "a wrong word"), `round ${round}`).toBe(false);
  }
  const [mail] = await mailsTo(ann.email);
  expect(mail?.kind).toBe("sign_in_attempts");
  expect(await canSignIn(ann.email, password)).toBe(true);
  await mailsTo(ann.email);
});
