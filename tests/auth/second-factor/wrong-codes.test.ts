import { and, eq, isNull, like } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import * as health from "#app/admin/health/health.server.ts";
import * as codeTries from "#app/auth/code-tries.server.ts";
import { day, hour } from "#app/lib/dates.ts";
import { limits, outbox, sessions } from "#drizzle/schema.ts";
import {
  addApp,
  advanceClock,
  callApi,
  codeAt,
  nextStep,
  pendingBrowser,
  sentTo,
} from "../../support/accounts/factors.ts";
import { db, type Visitor, visitor } from "../../support/visitor.ts";

// Many users, each with a factor and several browsers.
vi.setConfig({ testTimeout: 60_000 });

const from = (i: number) => ({ "CF-Connecting-IP": `2001:db8:77:${i.toString(16)}::1` });

/** A user with an authenticator app. */
async function member() {
  const ann = await visitor.signedIn();
  const app = await addApp(ann);
  return { ann, app };
}

/** Enters wrong codes for the account, each from another network. @returns the last answer */
async function spend(ann: Visitor, codes: number, code = "000000") {
  let last = null;
  for (let i = 0; i < codes; i++)
    last = await (await pendingBrowser(ann)).submit("/sign-in/factor", { code }, from(i));
  return last;
}

async function rightCode(secret: string) {
  return codeAt(secret, await nextStep());
}

const countMails = async (ann: Visitor, kind: string) =>
  (
    await db
      .select()
      .from(outbox)
      .where(and(eq(outbox.userId, ann.id), eq(outbox.kind, kind)))
  ).length;

it("The tenth wrong code in an hour, from any address, ends every pending sign-in", async () => {
  const { ann, app } = await member();
  const [early, ben] = [await pendingBrowser(ann), await member()];
  const last = await spend(ann, 10);
  expect([last?.status, last?.location]).toEqual([303, "/sign-in?redirectTo=%2F"]);
  const open = and(eq(sessions.userId, ann.id), eq(sessions.owesFactor, true), isNull(sessions.endedAt));
  expect(await db.select().from(sessions).where(open)).toEqual([]);
  expect((await early.submit("/sign-in/factor", { code: await rightCode(app.secret) })).location).toContain(
    "/sign-in?",
  );

  const again = await pendingBrowser(ann);
  const code = await rightCode(app.secret);
  const refused = await again.submit("/sign-in/factor", { code, redirectTo: "/orders" }, from(99));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(refused.text).toMatch(/Too many attempts\. Please wait \d+ minutes, then try again\./);
  expect([refused.field("code"), refused.field("redirectTo")]).toEqual([code, "/orders"]);
  const answer = await callApi(again, `/auth/factors/${app.id}/verify`, { code });
  expect([answer.status, answer.body.error.code]).toEqual([429, "too_many_requests"]);
  const bens = await (await pendingBrowser(ben.ann)).submit("/sign-in/factor", {
    code: await rightCode(ben.app.secret),
  });
  expect(bens.status).toBe(303);

  await advanceClock(hour / 1000);
  const later = await pendingBrowser(ann);
  expect((await later.submit("/sign-in/factor", { code: await rightCode(app.secret) })).status).toBe(303);
});

it("The API ends the pending sign-in too", async () => {
  const { ann, app } = await member();
  const browser = await pendingBrowser(ann);
  const statuses = [];
  for (let i = 0; i < 11; i++)
    statuses.push((await callApi(browser, `/auth/factors/${app.id}/verify`, { code: "000000" })).status);
  expect(statuses).toEqual([...Array(9).fill(422), 429, 401]);
});

it("Of fifty concurrent codes, ten are checked and all fifty are counted", async () => {
  const { ann, app } = await member();
  const browser = await pendingBrowser(ann);
  const pages = await Promise.all(
    Array.from({ length: 50 }, (_, i) => browser.submit("/sign-in/factor", { code: "000000" }, from(i))),
  );
  expect(pages.filter(({ status }) => status === 400).length).toBe(9);
  const other = await pendingBrowser(ann);
  expect((await other.submit("/sign-in/factor", { code: await rightCode(app.secret) })).status).toBe(429);

  const ben = await member();
  const challenged = { userId: ben.ann.id, sessionId: crypto.randomUUID() };
  let judged = 0;
  const verify = async () => {
    judged++;
    return "wrong" as const;
  };
  await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      codeTries.judge(db, challenged, `192.0.2.${i}`, "account", verify, Date.now()),
    ),
  );
  expect(judged).toBe(10);
  expect(await codeTries.findLock(db, challenged, Date.now())).toMatchObject({ isDay: true });
});

it("After twenty wrong codes in a day, only a browser that opened the mailed link may enter another", async () => {
  const { ann, app } = await member();
  await spend(ann, 10);
  await advanceClock(hour / 1000);
  await spend(ann, 10);
  await advanceClock(hour / 1000);
  expect(await countMails(ann, "wrong_codes")).toBe(1);
  const [browser, other] = [await pendingBrowser(ann), await pendingBrowser(ann)];
  const prompt = await browser.get("/sign-in/factor?redirectTo=/orders");
  expect(prompt.text).toContain("Please open the link we email you");
  expect((await browser.submit("/sign-in/factor", { code: await rightCode(app.secret) })).status).toBe(429);

  const asked = await browser.submitAndFollow("/sign-in/factor", { intent: "send-link" });
  expect(asked.text).toContain("We sent you a link. Open it in this browser");
  expect((await other.submitAndFollow("/sign-in/factor", { intent: "send-link" })).text).toContain(
    "We have already sent you a link.",
  );
  await expect.poll(async () => (await sentTo(ann.email))[0]?.kind).toBe("unlock");
  const mail = (await sentTo(ann.email))[0]?.text ?? "";
  const path = /http:\/\/[^/\s]+(\/sign-in\/unlock\?token=\S+)/.exec(mail)?.[1] ?? "";
  const stranger = await visitor.signedOut().get(path);
  expect(stranger.text).toContain("Enter your password in this browser first");
  const page = await browser.get(path);
  const token = page.field("token") ?? "";
  // Opening the link has changed nothing.
  expect((await browser.submit("/sign-in/factor", { code: await rightCode(app.secret) })).status).toBe(429);
  expect((await visitor.signedOut().submit("/sign-in/unlock", { token })).text).toContain(
    "Enter your password in this browser first",
  );
  const unlocked = await browser.submit("/sign-in/unlock", { token });
  expect([unlocked.status, unlocked.location]).toEqual([303, "/sign-in/factor"]);
  expect((await other.submit("/sign-in/unlock", { token })).status).toBe(410);
  expect((await browser.get("/sign-in/factor")).text).not.toContain("Send me the link");

  const code = await rightCode(app.secret);
  expect((await other.submit("/sign-in/factor", { code })).status).toBe(429);
  expect((await browser.submit("/sign-in/factor", { code })).status).toBe(303);
});

it("An unlocked browser has ten more wrong codes", async () => {
  const { ann } = await member();
  const browser = await pendingBrowser(ann);
  await db
    .update(sessions)
    .set({ unlockedAt: 1 })
    .where(eq(sessions.id, browser.cookie("session")?.slice(0, 36) ?? ""));
  const statuses = [];
  for (let i = 0; i < 10; i++)
    statuses.push((await browser.submit("/sign-in/factor", { code: "000000" })).status);
  expect(statuses).toEqual([...Array(9).fill(400), 303]);
  expect((await browser.get("/sign-in/factor")).location).toContain("/sign-in?");
});

it("Recovery codes are counted like the others", async () => {
  const { ann } = await member();
  const list = await ann.get("/profile/factors/recovery-codes");
  const codes = [...list.text.matchAll(/\b[0-9a-z]{5}-[0-9a-z]{5}\b/g)].map(([code]) => code);
  expect(codes.length).toBe(10);
  expect((await spend(ann, 10, "00000-00000"))?.location).toBe("/sign-in?redirectTo=%2F");
  const right = await (await pendingBrowser(ann)).submit("/sign-in/factor", { code: codes[0] });
  expect(right.status).toBe(429);
});

it("A correct code is not counted, and a code that finishes an enrolment does not count against the account", async () => {
  const { ann, app } = await member();
  const second = await callApi(ann, "/auth/factors", { factor_type: "totp", friendly_name: "Tablet" });
  for (let i = 0; i < 9; i++)
    await callApi(ann, `/auth/factors/${second.body.id}/verify`, { code: "000000" });
  await spend(ann, 9);
  for (let i = 0; i < 2; i++) {
    const browser = await pendingBrowser(ann);
    expect((await browser.submit("/sign-in/factor", { code: await rightCode(app.secret) })).status).toBe(303);
  }
});

it("Health counts the ended sign-ins, and the mail to the owner names no one else", async () => {
  const at = await advanceClock(0);
  const countOf = async () =>
    (await health.runChecks(db, at + 1000)).find(({ key }) => key === "wrong-codes");
  const before = (await countOf())?.count ?? 0;
  const { ann } = await member();
  await spend(ann, 10);
  const later = await advanceClock(0);
  const check = (await health.runChecks(db, later + 1)).find(({ key }) => key === "wrong-codes");
  expect([check?.count, check?.stuck]).toEqual([before + 1, 0]);
  const gone = (await health.runChecks(db, later + day + 1)).find(({ key }) => key === "wrong-codes");
  expect(gone?.count).toBe(0);
  await expect.poll(async () => (await sentTo(ann.email))[0]?.kind).toBe("wrong_codes");
  expect(
    await db
      .select()
      .from(limits)
      .where(like(limits.key, `%${ann.id}%`)),
  ).toEqual([]);
});
