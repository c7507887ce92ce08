import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { recoveryCodes } from "#drizzle/schema.ts";
import { accountEventKinds } from "../../support/accounts/events.ts";
import {
  addApp,
  advanceClock,
  codeAt,
  nextStep,
  pendingBrowser,
  sentTo,
} from "../../support/accounts/factors.ts";
import { db, Visitor, visitor } from "../../support/visitor.ts";

// Many users, each with a factor and several browsers.
vi.setConfig({ testTimeout: 20_000 });

const wrong = "That code is incorrect.";

describe("recovery codes", () => {
  /** The codes on the page. */
  const codesOf = async (owner: Visitor) =>
    [
      ...(await owner.get("/profile/factors/recovery-codes")).html.matchAll(
        /<code>([0-9a-z]{5}-[0-9a-z]{5})<\/code>/g,
      ),
    ].map((match) => match[1] ?? "");

  it("There are ten, stored as hashes, displayed and downloadable for ten minutes", async () => {
    const ann = await visitor.signedIn();
    const { secret } = await addApp(ann);
    const codes = await codesOf(ann);
    expect(new Set(codes).size).toBe(10);
    const rows = await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, ann.id));
    expect(rows.length).toBe(10);
    for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code.replace("-", ""));
    const file = await ann.get("/profile/factors/recovery-codes.txt");
    expect(file.headers.get("Content-Disposition")).toContain("attachment");
    for (const code of codes) expect(file.html).toContain(code);
    const page = await ann.get("/profile/factors/recovery-codes");
    expect(page.links).toContain("/profile/factors/recovery-codes.txt");
    expect([page, file].map(({ headers }) => headers.get("Cache-Control"))).toEqual([
      "private, no-store",
      "private, no-store",
    ]);
    // Not in a session without the second factor, and not later.
    const weak = new Visitor(ann);
    await weak.beginSession();
    expect((await weak.get("/profile/factors/recovery-codes")).location).toBe("/profile/factors");
    expect((await weak.get("/profile/factors/recovery-codes.txt")).location).toBe("/profile/factors");
    await advanceClock(601);
    const late = await pendingBrowser(ann);
    await late.submit("/sign-in/factor", { code: codeAt(secret, await nextStep()) });
    expect((await late.get("/profile/factors/recovery-codes")).location).toBe("/profile/factors");
    expect((await late.get("/profile/factors/recovery-codes.txt")).location).toBe("/profile/factors");
    expect((await late.get("/profile/factors")).html).not.toContain(codes[0]);
  });

  it("Are not shown in an ended session, even if its access token is still valid", async () => {
    const ann = await visitor.signedIn();
    await addApp(ann);
    const thief = new Visitor(ann);
    thief.setCookie("access", ann.cookie("access") ?? "");
    expect((await thief.get("/profile/factors/recovery-codes.txt")).status).toBe(200);
    await ann.submit("/profile/security", { intent: "end-all" });
    for (const path of ["/profile/factors/recovery-codes.txt", "/profile/factors/recovery-codes.data"])
      expect((await thief.get(path)).html, path).not.toMatch(/[0-9a-z]{5}-[0-9a-z]{5}/);
  });

  it("Each signs in once, in any spelling and in parallel requests, and the owner gets an email", async () => {
    const ann = await visitor.signedIn();
    await addApp(ann);
    const [first = "", second = ""] = await codesOf(ann);
    const typed = ` ${first.toUpperCase().replaceAll("0", "O").replaceAll("1", "l").replace("-", " ")} `;
    const others = await Promise.all(Array.from({ length: 4 }, () => pendingBrowser(ann)));
    const pages = await Promise.all(others.map((other) => other.submit("/sign-in/factor", { code: typed })));
    expect(pages.map(({ status }) => status).sort()).toEqual([303, 400, 400, 400]);
    const again = await (await pendingBrowser(ann)).submit("/sign-in/factor", { code: first });
    expect([again.status, again.text.includes(wrong)]).toEqual([400, true]);
    const kinds = async () => (await sentTo(ann.email)).map(({ kind }) => kind);
    await expect.poll(kinds).toEqual(["recovery_code_used", "factor_added"]);
    expect((await sentTo(ann.email))[0]?.text).toContain("You have 9 codes left.");
    expect(await accountEventKinds(ann.id)).toEqual(["factor_added", "recovery_code_used"]);
    expect((await (await pendingBrowser(ann)).submit("/sign-in/factor", { code: second })).status).toBe(303);
    expect((await ann.get("/profile/factors")).text).toContain("8 left.");
    // The page and the file of new codes leave the used ones out.
    const left = await codesOf(ann);
    expect([left.length, left.includes(first), left.includes(second)]).toEqual([8, false, false]);
    expect((await ann.get("/profile/factors/recovery-codes.txt")).html).not.toContain(first);
  });

  it("Once all are used, the page asks to create new ones", async () => {
    const ann = await visitor.signedIn();
    await addApp(ann);
    await db.update(recoveryCodes).set({ usedAt: Date.now() }).where(eq(recoveryCodes.userId, ann.id));
    const { text } = await ann.get("/profile/factors");
    expect([text.includes("0 left."), text.includes("Please create new codes.")]).toEqual([true, true]);
    expect(text).not.toContain("Use one to sign in");
  });

  it("Do not work for another user", async () => {
    const [ann, ben] = [await visitor.signedIn(), await visitor.signedIn()];
    await addApp(ann);
    await addApp(ben);
    const [code = ""] = await codesOf(ann);
    expect((await (await pendingBrowser(ben)).submit("/sign-in/factor", { code })).status).toBe(400);
    expect((await (await pendingBrowser(ann)).submit("/sign-in/factor", { code })).status).toBe(303);
  });

  it("New codes replace the old ones", async () => {
    const ann = await visitor.signedIn();
    expect((await ann.submitAndFollow("/profile/factors", { intent: "recovery-codes" })).text).toContain(
      "Turn on two-step verification first.",
    );
    await addApp(ann);
    const [old = ""] = await codesOf(ann);
    const made = await ann.submit("/profile/factors", { intent: "recovery-codes" });
    expect([made.status, made.location]).toEqual([303, "/profile/factors/recovery-codes"]);
    const [fresh = ""] = await codesOf(ann);
    expect((await (await pendingBrowser(ann)).submit("/sign-in/factor", { code: old })).status).toBe(400);
    expect((await (await pendingBrowser(ann)).submit("/sign-in/factor", { code: fresh })).status).toBe(303);
    const weak = new Visitor(ann);
    await weak.beginSession();
    const refused = await weak.submitAndFollow("/profile/factors", { intent: "recovery-codes" });
    expect(refused.text).toContain("Please enter a two-step code first.");
  });
});
