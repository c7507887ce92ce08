import { env } from "cloudflare:workers";
import { eq, like } from "drizzle-orm";
import { beforeEach, expect, it, vi } from "vitest";
import { limits, sessions } from "#drizzle/schema.ts";
import { accountEventKinds } from "../support/accounts/events.ts";
import { accountOf, canSignIn, member, otherBrowser, password } from "../support/accounts/passwords.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { mailsTo } from "../support/mails.ts";
import { db, origin, type Visitor, visitor } from "../support/visitor.ts";

// These tests hash many passwords, which is slow on purpose.
vi.setConfig({ testTimeout: 30_000 });

/** All visitors of a test share one network address, so the limits are cleared. */
beforeEach(async () => {
  await db.delete(limits);
});

const newPassword = "a much better word";

const change = (user: Visitor, currentPassword: string, chosen = newPassword) =>
  user.submitAndFollow("/profile/password", { currentPassword, password: chosen });

it("The current password is not accepted as a new one", async () => {
  const ann = await member();
  const other = await otherBrowser(ann);
  const page = await change(ann, password, password);
  expect([page.status, page.text.includes("This is your current password")]).toEqual([400, true]);
  expect((await other.get("/orders")).status).toBe(200);
});

it("A new password ends the other sessions, closes their tabs and sends a mail", async () => {
  const ann = await member();
  const other = await otherBrowser(ann);
  const live = await other.fetch("/live", { headers: { Upgrade: "websocket", Origin: origin } });
  const socket = live.webSocket;
  if (!socket) throw new Error("No socket");
  const closed = new Promise<number>((resolve) =>
    socket.addEventListener("close", ({ code }) => resolve(code)),
  );
  socket.accept();
  const page = await change(ann, password);
  expect(page.text).toContain("Your password was changed, and all other browsers were signed out.");
  expect(await closed).toBeGreaterThanOrEqual(4000);
  expect((await ann.get("/orders")).status).toBe(200);
  expect((await other.get("/orders")).status).not.toBe(200);
  const [mail] = await mailsTo(ann.email);
  expect(mail?.kind).toBe("password_changed");
  expect(mail?.text).toContain("If this wasn't you");
  expect(await accountEventKinds(ann.id)).toEqual(["password_changed"]);
  expect([await canSignIn(ann.email, password), await canSignIn(ann.email, newPassword)]).toEqual([
    false,
    true,
  ]);
});

it("A wrong current password changes nothing, and the eleventh attempt has to wait", async () => {
  const ann = await member();
  const wrong = await change(ann, "not this one");
  expect([wrong.status, wrong.field("currentPassword"), wrong.field("password")]).toEqual([400, "", ""]);
  expect(wrong.text).toContain("Your current password is incorrect");
  await db.update(limits).set({ count: 10 }).where(like(limits.key, "sign-in:pair:%"));
  const waits = await change(ann, password);
  expect(waits.status).toBe(429);
  await db.delete(limits);
  expect(await canSignIn(ann.email, password)).toBe(true);
  await mailsTo(ann.email, 0);
});

it("A session that ends during the request changes nothing", async () => {
  const ann = await member();
  const before = await accountOf(ann);
  const { id } = (await db.select().from(sessions).where(eq(sessions.userId, ann.id)))[0] ?? { id: "" };
  ann.send = productWith({
    DB: faultyDatabase(env.DB, (sql) =>
      sql.startsWith('insert into "account_events"')
        ? Promise.resolve(db.update(sessions).set({ endedAt: Date.now() }).where(eq(sessions.id, id)))
        : false,
    ),
  });
  const page = await ann.submit("/profile/password", { currentPassword: password, password: newPassword });
  expect(page.location).toContain("/sign-in");
  expect((await accountOf(ann)).passwordHash).toBe(before.passwordHash);
  await mailsTo(ann.email, 0);
});

it("A common password is accepted with a warning; one of a wrong length is refused", async () => {
  const ann = await member();
  expect((await change(ann, password, "123456")).text).toContain("very common and easy to guess");
  expect((await change(ann, "123456", "12345")).text).toContain("Password must be at least 6 characters");
  expect((await change(ann, "x".repeat(257), newPassword)).text).toContain("Password is too long");
  expect((await change(ann, "", newPassword)).text).toContain("Password is required");
});

it("The password and email pages need a sign-in", async () => {
  for (const path of ["/profile/password", "/profile/email"]) {
    const signedOut = visitor.signedOut();
    expect((await signedOut.get(path)).location).toContain(`redirectTo=${encodeURIComponent(path)}`);
    expect((await signedOut.submit(path, {})).location).toContain("/sign-in");
  }
});
