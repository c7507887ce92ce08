import { env } from "cloudflare:workers";
import { scryptSync } from "node:crypto";
import { and, eq, like } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { base64url } from "#app/lib/bytes.ts";
import { accountEvents, accountLinks, factors, limits, outbox, sessions, users } from "#drizzle/schema.ts";
import { faultyDatabase, shopWith } from "../support/bindings/faulty.ts";
import { linkIn, mailsTo } from "../support/mails.ts";
import {
  accountOf,
  canSignIn,
  countAliveSessions,
  member,
  otherBrowser,
  password,
} from "../support/passwords.ts";
import { db, shop, type Visitor, visitor } from "../support/visitor.ts";

// A password is hashed often here, on purpose a slow thing.
vi.setConfig({ testTimeout: 30_000 });

/** All visitors of a test come from one address. */
beforeEach(async () => {
  await db.delete(limits);
});

const fresh = "a much better word";

/** The path of a new reset link; `nth` mail to that address. */
async function resetLink(email: string, nth = 1): Promise<string> {
  const page = await visitor.signedOut().submitAndFollow("/forgot-password", { email });
  expect(page.text).toContain("If there is an account with that address, we have sent a link to it.");
  const [mail] = await mailsTo(email, nth);
  expect(mail?.kind).toBe("reset");
  return linkIn(mail);
}

const tokenOf = (link: string) => link.split("=")[1];
const choose = (link: string, word = fresh, who: Visitor = visitor.signedOut()) =>
  who.submit(link, { token: tokenOf(link), password: word });

describe("a forgotten password", () => {
  it("is replaced by the link of a mail: every session ends, the address is told and verified", async () => {
    const ann = await member({ verified: false });
    await otherBrowser(ann);
    expect((await visitor.signedOut().get("/sign-in")).links).toContain("/forgot-password");
    const link = await resetLink(ann.email);
    const form = await visitor.signedOut().get(link);
    expect(form.text).toContain("Choose a new password");
    expect(form.field("password")).toBe("");
    const page = await visitor.signedOut().submitAndFollow(link, { token: tokenOf(link), password: fresh });
    expect(page.title).toContain("Sign In");
    expect(page.text).toContain("Your password is changed. Please sign in with the new one.");
    expect(await countAliveSessions(ann)).toBe(0);
    expect((await ann.open("/orders")).title).toContain("Sign In");
    expect((await accountOf(ann)).emailVerifiedAt).toBeTruthy();
    const [told] = await mailsTo(ann.email, 2);
    expect([told?.kind, told?.text.includes("If it was not you")]).toEqual(["password_changed", true]);
    expect([await canSignIn(ann.email, password), await canSignIn(ann.email, fresh)]).toEqual([false, true]);
  });

  it("the link works once, and ten at once set one password", async () => {
    const ann = await member();
    const link = await resetLink(ann.email);
    const words = Array.from({ length: 5 }, (_, n) => `a better word ${n}`);
    const pages = await Promise.all(words.map((word) => choose(link, word)));
    expect(pages.map((page) => page.status).toSorted()).toEqual([303, 410, 410, 410, 410]);
    const winner = words[pages.findIndex((page) => page.status === 303)] ?? "";
    expect(await canSignIn(ann.email, winner)).toBe(true);
    const again = await visitor.signedOut().get(link);
    expect([again.status, again.links.includes("/forgot-password")]).toEqual([410, true]);
    expect(again.text).toContain("This link was used already");
  });

  it("a newer link makes the older useless", async () => {
    const ann = await member();
    const older = await resetLink(ann.email);
    const newer = await resetLink(ann.email, 2);
    expect((await visitor.signedOut().get(older)).status).toBe(410);
    expect((await choose(older)).status).toBe(410);
    expect((await choose(newer)).status).toBe(303);
  });

  it("a link older than an hour, or from before another password or address, is useless", async () => {
    const ann = await member();
    const link = await resetLink(ann.email);
    await db.insert(accountEvents).values({ userId: ann.id, kind: "password_changed", at: Date.now() + 1 });
    expect((await choose(link)).status).toBe(410);
    const bob = await member();
    const late = await resetLink(bob.email);
    await db.update(accountLinks).set({ expiresAt: Date.now() }).where(eq(accountLinks.userId, bob.id));
    expect((await choose(late)).text).toContain("This link does not work any more");
    const cleo = await member();
    const moved = await resetLink(cleo.email);
    await db
      .update(users)
      .set({ email: `moved-${cleo.email}` })
      .where(eq(users.id, cleo.id));
    expect((await choose(moved)).status).toBe(410);
    expect((await choose("/reset-password?token=x")).status).toBe(400);
    for (const who of [ann, bob, cleo])
      expect((await accountOf(who)).passwordHash).toContain("scrypt$16384$8$5$");
    expect(await canSignIn(ann.email, fresh)).toBe(false);
  });

  it("too short a one is a field error, and the link stays good", async () => {
    const ann = await member();
    const link = await resetLink(ann.email);
    for (const [word, sentence] of [
      ["12345", "Password must be at least 6 characters"],
      ["x".repeat(257), "Password must be at most 256 characters"],
    ] as const) {
      const page = await choose(link, word);
      expect([page.status, page.field("password")]).toEqual([400, ""]);
      expect(page.text).toContain(sentence);
      expect(page.html).not.toContain(word);
    }
    expect((await choose(link)).status).toBe(303);
  });

  it("whoever has tried too often before need not wait after it", async () => {
    const ann = await member();
    await canSignIn(ann.email, "a wrong word");
    await db.update(limits).set({ count: 10 }).where(like(limits.key, "sign-in:pair:%"));
    expect(await canSignIn(ann.email, password)).toBe(false);
    expect((await choose(await resetLink(ann.email))).status).toBe(303);
    expect(await canSignIn(ann.email, fresh)).toBe(true);
  });

  it("a second factor is still owed after it", async () => {
    const ann = await member();
    await db.insert(factors).values({
      id: crypto.randomUUID(),
      userId: ann.id,
      factorType: "totp",
      status: "verified",
      friendlyName: "Phone",
      secret: "none",
      createdAt: Date.now(),
    });
    expect((await choose(await resetLink(ann.email))).location).toBe("/sign-in");
    const page = await visitor.signedOut().submit("/sign-in", { email: ann.email, password: fresh });
    expect(page.location).toContain("/sign-in/factor");
  });

  it("an address without an account gets the same answer, and nobody a mail", async () => {
    const ann = await member();
    const answers = [];
    for (const email of [ann.email, "nobody@example.test"]) {
      const page = await visitor.signedOut().submit("/forgot-password", { email });
      answers.push([page.status, page.location, page.html]);
    }
    expect(answers[1]).toEqual(answers[0]);
    await mailsTo(ann.email);
    await mailsTo("nobody@example.test", 0);
  });

  it("an account gets three such mails an hour, however many ask", async () => {
    const ann = await member();
    for (let n = 1; n <= 3; n++) await resetLink(ann.email, n);
    for (let n = 0; n < 2; n++)
      expect((await visitor.signedOut().submit("/forgot-password", { email: ann.email })).status).toBe(303);
    const page = await visitor.signedOut().submit("/forgot-password", { email: ann.email });
    expect([page.status, page.field("email")]).toEqual([429, ann.email]);
    expect(page.headers.get("Retry-After")).toBeTruthy();
    await mailsTo(ann.email, 3);
    const mails = await db
      .select()
      .from(outbox)
      .where(and(eq(outbox.userId, ann.id), eq(outbox.kind, "reset")));
    expect(mails).toHaveLength(3);
  });

  it("what is no address is a field error", async () => {
    const page = await visitor.signedOut().submit("/forgot-password", { email: "ann@" });
    expect([page.status, page.field("email")]).toEqual([400, "ann@"]);
    expect(page.text).toContain("Invalid email address");
  });
});

describe("another password", () => {
  const change = (who: Visitor, currentPassword: string, word = fresh) =>
    who.submitAndFollow("/profile/password", { currentPassword, password: word });

  it("ends the other sessions, closes their tabs and tells the address", async () => {
    const ann = await member();
    const other = await otherBrowser(ann);
    const live = await other.fetch("/live", { headers: { Upgrade: "websocket", Origin: shop } });
    const socket = live.webSocket;
    if (!socket) throw new Error("No socket");
    const closed = new Promise<number>((resolve) =>
      socket.addEventListener("close", ({ code }) => resolve(code)),
    );
    socket.accept();
    const page = await change(ann, password);
    expect(page.text).toContain("Your password is changed, and all other browsers are signed out.");
    expect(await closed).toBeGreaterThanOrEqual(4000);
    expect((await ann.get("/orders")).status).toBe(200);
    expect((await other.get("/orders")).status).not.toBe(200);
    const [told] = await mailsTo(ann.email);
    expect(told?.kind).toBe("password_changed");
    expect(told?.text).toContain("If it was not you");
    const events = await db.select().from(accountEvents).where(eq(accountEvents.userId, ann.id));
    expect(events.map(({ kind }) => kind)).toEqual(["password_changed"]);
    expect([await canSignIn(ann.email, password), await canSignIn(ann.email, fresh)]).toEqual([false, true]);
  });

  it("a wrong old one changes nothing, and the eleventh try waits", async () => {
    const ann = await member();
    const wrong = await change(ann, "not this one");
    expect([wrong.status, wrong.field("currentPassword"), wrong.field("password")]).toEqual([400, "", ""]);
    expect(wrong.text).toContain("This is not your current password");
    await db.update(limits).set({ count: 10 }).where(like(limits.key, "sign-in:pair:%"));
    const waits = await change(ann, password);
    expect(waits.status).toBe(429);
    await db.delete(limits);
    expect(await canSignIn(ann.email, password)).toBe(true);
    await mailsTo(ann.email, 0);
  });

  it("asked by a session that ends meanwhile it changes nothing", async () => {
    const ann = await member();
    const before = await accountOf(ann);
    const { id } = (await db.select().from(sessions).where(eq(sessions.userId, ann.id)))[0] ?? { id: "" };
    ann.door = shopWith({
      DB: faultyDatabase(env.DB, (sql) =>
        sql.startsWith('insert into "account_events"')
          ? Promise.resolve(db.update(sessions).set({ endedAt: Date.now() }).where(eq(sessions.id, id)))
          : false,
      ),
    });
    const page = await ann.submit("/profile/password", { currentPassword: password, password: fresh });
    expect(page.location).toContain("/sign-in");
    expect((await accountOf(ann)).passwordHash).toBe(before.passwordHash);
    await mailsTo(ann.email, 0);
  });

  it("a common one is taken with a warning, too short or too long a one is not", async () => {
    const ann = await member();
    expect((await change(ann, password, "123456")).text).toContain("one of the most common ones");
    expect((await change(ann, "123456", "12345")).text).toContain("Password must be at least 6 characters");
    expect((await change(ann, "x".repeat(257), fresh)).text).toContain("Password is too long");
    expect((await change(ann, "", fresh)).text).toContain("Password is required");
  });

  it("is for who is signed in", async () => {
    for (const path of ["/profile/password", "/profile/email"]) {
      const nobody = visitor.signedOut();
      expect((await nobody.get(path)).location).toContain(`redirectTo=${encodeURIComponent(path)}`);
      expect((await nobody.submit(path, {})).location).toContain("/sign-in");
    }
  });
});

describe("signing in", () => {
  it("a hash of lesser cost is made anew with the right password only", async () => {
    const ann = await member();
    const hash = scryptSync(password, new Uint8Array(16), 32, { N: 1024, r: 8, p: 1 });
    const weak = `scrypt$1024$8$1$${"A".repeat(22)}$${base64url(hash)}`;
    await db.update(users).set({ passwordHash: weak }).where(eq(users.id, ann.id));
    expect(await canSignIn(ann.email, "a wrong word")).toBe(false);
    expect((await accountOf(ann)).passwordHash).toBe(weak);
    expect(await canSignIn(ann.email, password)).toBe(true);
    expect((await accountOf(ann)).passwordHash).toMatch(/^scrypt\$16384\$8\$5\$/);
    expect(await canSignIn(ann.email, password)).toBe(true);
  });

  it("a password or a first factor that changes just then leaves no session of before", async () => {
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
    for (const [name, make] of Object.entries(changes)) {
      const ann = await member();
      const other = visitor.signedOut();
      other.door = shopWith({
        DB: faultyDatabase(env.DB, (sql) =>
          sql.startsWith('insert into "sessions"') ? make(ann.id) : false,
        ),
      });
      const page = await other.submit("/sign-in", { email: ann.email, password });
      expect([name, page.status, await countAliveSessions(ann)]).toEqual([name, 400, 1]);
      expect(page.text).toContain("Failed to sign in. Please check your credentials.");
    }
  });

  it("the owner is told of many wrong passwords, once a day, and is not locked out", async () => {
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
});
