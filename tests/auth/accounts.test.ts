import { env } from "cloudflare:workers";
import { eq, like } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { limits, profiles, sessions, users } from "#drizzle/schema.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { gig } from "../support/factories.ts";
import { linkIn, mailsTo } from "../support/mails.ts";
import { db, visitor } from "../support/visitor.ts";

// Signing up and signing in hash a password, which is slow on purpose.
vi.setConfig({ testTimeout: 20_000 });

const hanna = {
  fullName: "Hanna Berg",
  username: "hanna.b",
  email: "Hanna@Example.test",
  password: "bread and salt",
};

describe("signing up", () => {
  it("Goes to /sign-in, says to check the email, and the link in the email verifies the address", async () => {
    const page = await visitor.signedOut().submitAndFollow("/sign-up", hanna);
    expect(page.title).toContain("Sign In");
    expect(page.text).toContain("Registration successful! Please check your email to verify your account.");
    const [mail] = await mailsTo("hanna@example.test");
    const link = linkIn(mail);
    const fields = { token: link.split("=")[1], intent: "verify" };
    const other = await visitor.signedOut().submitAndFollow(link, fields);
    expect(other.text).toContain("Your email address is verified.");
    const [user] = await db.select().from(users).where(eq(users.email, "hanna@example.test"));
    expect(user?.emailVerifiedAt).toBeTruthy();
    expect(user?.passwordHash).toMatch(/^scrypt\$1024\$8\$5\$/);
  });

  it.each([
    ["the browser's", "Asia/Saigon", "Europe/Paris", "Asia/Ho_Chi_Minh"],
    ["the network's, if the browser sends none", undefined, "Europe/Paris", "Europe/Paris"],
    ["the network's, if the browser sends no zone", "Mars/Base", "Europe/Paris", "Europe/Paris"],
    ["none, if neither is a zone", "+02:00", "Moon/Base", null],
  ])("A new account takes a time zone: %s", async (_, timeZone, timezone, stored) => {
    const ann = visitor.signedOut();
    const { send } = ann;
    ann.send = (request) => send(new Request(request, { cf: { timezone } }));
    const username = `zone-${crypto.randomUUID().slice(0, 8)}`;
    await ann.submit("/sign-up", { ...hanna, username, email: `${username}@example.test`, timeZone });
    const [profile] = await db.select().from(profiles).where(eq(profiles.username, username));
    expect(profile?.timeZone).toBe(stored);
  });

  it("Each invalid field gets its sentence, and the other values stay in the form", async () => {
    const page = await visitor
      .signedOut()
      .submit("/sign-up", { fullName: "H", username: "hb", email: "hanna@", password: "12345" });
    expect(page.status).toBe(400);
    for (const sentence of [
      "Full name is required",
      "Username must be at least 3 characters",
      "Invalid email address",
      "Password must be at least 6 characters",
    ]) {
      expect(page.text).toContain(sentence);
    }
    expect([
      page.field("fullName"),
      page.field("username"),
      page.field("email"),
      page.field("password"),
    ]).toEqual(["H", "hb", "hanna@", ""]);
    expect(page.html).not.toMatch(/\b12345\b/);
  });

  it("An address with an account gets the same answer, and its owner an email", async () => {
    const first = await visitor
      .signedOut()
      .submit("/sign-up", { ...hanna, username: "owner1", email: "owner@example.test" });
    const second = await visitor
      .signedOut()
      .submit("/sign-up", { ...hanna, username: "owner2", email: "OWNER@example.test" });
    expect([second.status, second.location]).toEqual([first.status, first.location]);
    const mails = await mailsTo("owner@example.test", 2);
    expect(mails.map((mail) => mail.kind)).toEqual(["account_exists", "verify"]);
  });

  it("A taken username is a field error", async () => {
    await visitor.signedOut().submit("/sign-up", { ...hanna, username: "twice", email: "one@example.test" });
    const page = await visitor
      .signedOut()
      .submit("/sign-up", { ...hanna, username: "TWICE", email: "two@example.test" });
    expect(page.status).toBe(400);
    expect(page.text).toContain("This username is taken");
    expect(page.field("email")).toBe("two@example.test");
  });

  it("A taken username does not reveal whether the address has an account", async () => {
    await visitor
      .signedOut()
      .submit("/sign-up", { ...hanna, username: "known", email: "known@example.test" });
    const pages = await Promise.all(
      ["known@example.test", "unknown@example.test"].map((email) =>
        visitor.signedOut().submit("/sign-up", { ...hanna, username: "known", email }),
      ),
    );
    expect(pages.map((page) => [page.status, page.text.includes("This username is taken")])).toEqual([
      [400, true],
      [400, true],
    ]);
  });

  it("An unverified user who orders gets a new link, once in ten minutes", async () => {
    const service = await gig(db);
    const late = await visitor.signedIn({ verified: false });
    for (const click of [1, 2]) {
      const page = await late.submit("/orders", { gigId: service.id });
      expect(page.status, `click ${click}`).toBe(303);
    }
    await visitor.signedOut().fetch("/dev/sweep", { method: "POST" });
    const [mail] = await mailsTo(late.email, 1);
    expect(mail?.kind).toBe("verify");
  });

  it("A username with misplaced dots, a final .data or other characters is refused", async () => {
    for (const username of [".ann", "ann.", "a..nn", "ann.data", "an n", "änn"]) {
      const page = await visitor
        .signedOut()
        .submit("/sign-up", { ...hanna, username, email: "odd@example.test" });
      expect(page.status, username).toBe(400);
    }
  });

  it("A common password is accepted, and the sign-in page warns about it", async () => {
    const fields = { ...hanna, username: "common", email: "common@example.test", password: "Qwerty123" };
    const page = await visitor.signedOut().submitAndFollow("/sign-up", fields);
    expect(page.text).toContain("Registration successful! Please check your email to verify your account.");
    expect(page.text).toMatch(
      /Your account is ready, and an email with a link is on its way to you That password is very common/,
    );
    expect(await db.select().from(users).where(eq(users.email, "common@example.test"))).toHaveLength(1);
  });

  it("A fault shows 'Failed to sign up' and keeps the fields", async () => {
    expectErrorLog("sign-up failed");
    const ann = visitor.signedOut();
    ann.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.startsWith('insert into "users"')) });
    const page = await ann.submit("/sign-up", { ...hanna, username: "faulty", email: "faulty@example.test" });
    expect([page.status, page.field("username"), page.field("password")]).toEqual([503, "faulty", ""]);
    expect(page.text).toContain("Failed to sign up");
  });

  it("The eleventh attempt for one address within an hour gets 429", async () => {
    const fields = { ...hanna, username: "tried", email: "tried@example.test" };
    const stranger = visitor.signedOut();
    await stranger.submit("/sign-up", { ...fields, username: "hanna.b" });
    await db.update(limits).set({ count: 10 }).where(like(limits.key, "sign-up:pair:%"));
    const page = await stranger.submit("/sign-up", fields);
    expect(page.status).toBe(429);
    expect(Number(page.headers.get("Retry-After"))).toBeGreaterThan(3500);
    expect(page.text).toContain("Too many attempts. Please wait 60 minutes");
    expect(page.field("fullName")).toBe(hanna.fullName);
    expect(await db.select().from(users).where(eq(users.email, "tried@example.test"))).toHaveLength(0);
  });
});

describe("signing in and out", () => {
  const email = "ines@example.test";
  const account = { fullName: "Ines", username: "ines", email, password: "a good word" };

  it("Goes to / with one toast; signing out invalidates copied cookies", async () => {
    await visitor.signedOut().submit("/sign-up", account);
    const ines = visitor.signedOut();
    const home = await ines.submitAndFollow("/sign-in", {
      email: "INES@example.test",
      password: "a good word",
    });
    expect(home.text).toContain("Signed in successfully!");
    expect((await ines.get("/")).text).not.toContain("Signed in successfully!");
    const stolen = ines.cookie("session");
    const out = await ines.submitAndFollow("/sign-out", {});
    expect(out.text).toContain("Signed out successfully!");
    const page = await visitor.signedOut().get("/orders", { Cookie: `session=${stolen}` });
    expect(page.location).toContain("/sign-in");
  });

  it("A wrong password and an unknown address get the same answer, without the password in it", async () => {
    for (const address of [email, "nobody@example.test"]) {
      const page = await visitor.signedOut().submit("/sign-in", { email: address, password: "a bad word" });
      expect(page.status).toBe(400);
      expect(page.text).toContain("Failed to sign in. Please check your credentials.");
      expect([page.field("email"), page.field("password")]).toEqual([address, ""]);
      expect(page.html).not.toContain("a bad word");
    }
  });

  it("A fault shows 'Failed to sign in' and keeps the email address and the return path", async () => {
    expectErrorLog("sign-in failed");
    const ines = visitor.signedOut();
    ines.send = productWith({
      DB: faultyDatabase(env.DB, (sql) => sql.startsWith('insert into "sessions"')),
    });
    const fields = { email, password: "a good word", redirectTo: "/orders?tab=selling" };
    const page = await ines.submit("/sign-in", fields);
    expect([page.status, page.field("email"), page.field("password")]).toEqual([503, email, ""]);
    expect(page.text).toContain("Failed to sign in");
    expect(page.field("redirectTo")).toBe("/orders?tab=selling");
  });

  it("Each invalid field gets its sentence", async () => {
    const page = await visitor.signedOut().submit("/sign-in", { email: "ines", password: "" });
    expect(page.text).toContain("Invalid email address");
    expect(page.text).toContain("Password is required");
  });

  it("Returns to the protected page, and never to another site", async () => {
    const ines = visitor.signedOut();
    const there = await ines.submit("/sign-in", {
      email,
      password: "a good word",
      redirectTo: "/orders?tab=selling",
    });
    expect(there.location).toBe("/orders?tab=selling");
    for (const redirectTo of [
      // tests/lib/replies.test.ts has many more. Here each one costs a hash.
      "https://evil.example",
      "//evil.example",
      "/\\evil.example",
      "/a/..//evil.example",
    ]) {
      const page = await visitor
        .signedOut()
        .submit("/sign-in", { email, password: "a good word", redirectTo });
      expect(page.location, redirectTo).toBe("/");
    }
  });

  it("A sign-in starts a new session: a planted cookie is not used", async () => {
    const ines = visitor.signedOut();
    await ines.submit("/sign-in", { email, password: "a good word" }, { Cookie: "session=planted" });
    expect(ines.cookie("session")).not.toBe("planted");
    const rows = await db.select().from(sessions);
    expect(rows.filter((row) => ines.cookie("session")?.startsWith(row.id)).length).toBe(1);
  });

  it("Shows only known messages from the URL", async () => {
    const page = await visitor.signedOut().get("/sign-in?message=Call+0800+now");
    expect(page.html).not.toContain("Call 0800 now");
  });
});
