import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { factors } from "#drizzle/schema.ts";
import {
  addApp,
  advanceClock,
  codeAt,
  enrolApp,
  nextStep,
  pendingBrowser,
  sentTo,
} from "../../support/accounts/factors.ts";
import { member, password } from "../../support/accounts/passwords.ts";
import { expectErrorLog } from "../../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../../support/bindings/faulty.ts";
import { db, Visitor, visitor } from "../../support/visitor.ts";

// Each factor waits for a time step, and each attempt is several requests.
vi.setConfig({ testTimeout: 20_000 });

const path = "/profile/factors";
const idIn = (location: string | null) => /verify=([\w-]+)/.exec(location ?? "")?.[1] ?? "";
const ofUser = (userId: string) => db.select().from(factors).where(eq(factors.userId, userId));

describe("the page of second factors", () => {
  it("Asks a visitor to sign in, and returns afterwards", async () => {
    const page = await visitor.signedOut().get(path);
    expect(page.location).toBe("/sign-in?redirectTo=%2Fprofile%2Ffactors&message=Please+sign+in+to+continue");
  });

  it("Adds an app by QR code, secret or link; a wrong code is refused, and the correct one shows the recovery codes", async () => {
    const ann = await visitor.signedIn();
    const added = await ann.submit(path, { intent: "add", factor_type: "totp", friendly_name: "My tablet" });
    expect([added.status, added.location]).toEqual([303, expect.stringContaining(`${path}?verify=`)]);
    const id = idIn(added.location);
    const page = await ann.get(`${path}?verify=${id}`);
    const secret = (/<code[^>]*>([A-Z2-7 ]+)<\/code>/.exec(page.html)?.[1] ?? "").replaceAll(" ", "");
    expect(page.html).toContain('<svg class="qr"');
    expect(page.html).not.toMatch(/<[^>]* style="/);
    expect(page.links.find((link) => link.startsWith("otpauth://totp/"))).toContain(secret);
    expect(page.text).toContain("My tablet");
    expect(page.headers.get("Cache-Control")).toBe("private, no-store");

    const refused = await ann.submit(`${path}?verify=${id}`, {
      intent: "verify",
      factor: id,
      code: "000000",
    });
    expect([refused.status, refused.field("code")]).toEqual([400, "000000"]);
    expect(refused.text).toContain("That code is incorrect.");
    expect(refused.html).toContain('<svg class="qr"');
    const elsewhere = await ann.submit(path, { intent: "verify", factor: id, code: "000000" });
    expect([elsewhere.status, elsewhere.text.includes("That code is incorrect.")]).toEqual([400, true]);
    const short = await ann.submit(`${path}?verify=${id}`, { intent: "verify", factor: id, code: "12" });
    expect([short.status, short.text.includes("Enter the 6 digits")]).toEqual([400, true]);

    const code = codeAt(secret, await nextStep());
    const on = await ann.submitAndFollow(path, { intent: "verify", factor: id, code });
    expect(on.text).toContain("Two-step verification is on.");
    expect(on.html.match(/<code>[0-9a-z]{5}-[0-9a-z]{5}<\/code>/g)?.length).toBe(10);
    const list = await ann.get(`${path}?verify=${id}`);
    expect(list.text).toContain("10 left.");
    expect(list.html).not.toContain(secret);
  });

  it("Adds a phone: a code is sent immediately, and another one on request", async () => {
    const ann = await visitor.signedIn();
    const odd = await ann.submit(path, {
      intent: "add",
      factor_type: "phone",
      phone: "0770",
      friendly_name: "Pocket",
    });
    expect(odd.status).toBe(400);
    expect(odd.text).toContain("Enter the number with its country code");
    expect([odd.field("phone"), odd.html.includes('value="Pocket"')]).toEqual(["0770", true]);
    const number = "+4915112345678";
    const added = await ann.submit(path, { intent: "add", factor_type: "phone", phone: "+49 151 12345678" });
    const id = idIn(added.location);
    const page = await ann.open(added.location ?? "");
    expect(page.text).toContain("We sent a code to •••• 78.");
    expect(page.html).not.toContain("12345678");
    await ann.submit(path, { intent: "send", factor: id });
    expect((await sentTo(number)).length).toBe(2);
    const code = /^\d{6}/.exec((await sentTo(number))[0]?.text ?? "")?.[0];
    const on = await ann.submitAndFollow(path, { intent: "verify", factor: id, code });
    expect(on.text).toContain("Two-step verification is on.");
  });

  it("Asks for the password on the page if the sign-in was more than 15 minutes ago", async () => {
    const ann = await member();
    const early = await ann.get(path);
    expect(early.field("password")).toBeUndefined();
    await advanceClock(15 * 60 + 1);
    expect((await ann.get(path)).html.match(/name="password"/g)).toHaveLength(2);
    const app = { intent: "add", factor_type: "totp", friendly_name: "My tablet" };
    const phone = { intent: "add", factor_type: "phone", phone: "+49 151 12345678", friendly_name: "Pocket" };
    for (const [typed, wrong, sentence] of [
      [app, undefined, "Password is required"],
      [app, "not it", "Your current password is incorrect"],
      [phone, undefined, "Password is required"],
      [phone, "not it", "Your current password is incorrect"],
    ] as const) {
      const refused = await ann.submit(path, { ...typed, password: wrong });
      const isKept = refused.html.includes(`value="${typed.friendly_name}"`);
      expect([refused.status, isKept, refused.text.includes(sentence)]).toEqual([400, true, true]);
      expect(refused.html).not.toContain("not it");
      expect(refused.html).toMatch(
        /aria-invalid="true"[^>]*type="password"|type="password"[^>]*aria-invalid="true"/,
      );
    }
    expect(await ofUser(ann.id)).toEqual([]);
    const added = await ann.submit(path, { ...app, password });
    expect([added.status, added.location]).toEqual([303, expect.stringContaining(`${path}?verify=`)]);
    // An unverified address is refused first: the password does not help.
    const stranger = await visitor.signedIn({ verified: false });
    await advanceClock(15 * 60 + 1);
    const refused = await stranger.submit(path, app);
    expect([refused.status, refused.text.includes("Please verify your email address")]).toEqual([403, true]);
  });

  it("Removes a factor, after a code if the session has none yet", async () => {
    const ann = await visitor.signedIn();
    const { id, secret } = await addApp(ann);
    const weak = new Visitor(ann);
    await weak.beginSession();
    const page = await weak.get(path);
    expect(page.links).toContain("/sign-in/factor?redirectTo=%2Fprofile%2Ffactors");
    expect(page.text).not.toContain("Remove");
    for (const fields of [
      { intent: "remove", factor: id },
      { intent: "add", factor_type: "totp" },
    ]) {
      const refused = await weak.submitAndFollow(path, fields);
      expect(refused.text).toContain("Please enter a two-step code first.");
    }
    expect((await ofUser(ann.id)).map((row) => row.id)).toEqual([id]);
    const code = codeAt(secret, await nextStep());
    const verified = await weak.submit("/sign-in/factor", { code, redirectTo: path });
    expect(verified.location).toBe(path);
    const removed = await weak.submitAndFollow(path, { intent: "remove", factor: id });
    expect(removed.text).toContain("The two-step method was removed.");
    expect(await ofUser(ann.id)).toEqual([]);
  });

  it("Says that removing the only method turns two-step verification off", async () => {
    const only = "two-step verification is off, and your recovery codes stop working";
    const ann = await visitor.signedIn();
    await addApp(ann);
    expect((await ann.get(path)).text).toContain(only);
    await addApp(ann);
    const page = await ann.get(path);
    expect([page.text.includes(only), page.text.includes("we no longer ask for it")]).toEqual([false, true]);
  });

  it("A code for a method that another tab has turned on is not called wrong", async () => {
    const ann = await visitor.signedIn();
    const { id, secret } = await addApp(ann);
    const code = codeAt(secret, await nextStep());
    const page = await ann.submitAndFollow(`${path}?verify=${id}`, { intent: "verify", factor: id, code });
    expect(page.text).toContain("This two-step method is already on.");
  });

  it("Removes an unverified factor without a code and without an email", async () => {
    const ann = await visitor.signedIn();
    const { id } = await enrolApp(ann);
    const page = await ann.get(path);
    expect(page.text).toContain("Not finished");
    expect(page.text).toContain("Remove My phone");
    await ann.submitAndFollow(path, { intent: "remove", factor: id });
    expect(await ofUser(ann.id)).toEqual([]);
    expect(await sentTo(ann.email)).toEqual([]);
  });

  it("Neither shows nor removes another user's factor", async () => {
    const [ann, ben] = [await visitor.signedIn(), await visitor.signedIn()];
    const { id, secret } = await enrolApp(ann);
    expect((await ben.get(`${path}?verify=${id}`)).html).not.toContain(secret.slice(0, 4));
    const refused = await ben.submitAndFollow(path, { intent: "remove", factor: id });
    expect(refused.text).toContain("This two-step method no longer exists.");
    expect((await ofUser(ann.id)).length).toBe(1);
  });

  it("After ten wrong codes it answers 429 with the time to wait", async () => {
    const ann = await visitor.signedIn();
    const { id, secret } = await enrolApp(ann);
    for (let i = 0; i < 10; i++) await ann.submit(path, { intent: "verify", factor: id, code: "000000" });
    const code = codeAt(secret, await nextStep());
    const page = await ann.submit(`${path}?verify=${id}`, { intent: "verify", factor: id, code });
    expect(page.status).toBe(429);
    expect(Number(page.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(page.text).toContain("Too many attempts.");
  });

  it("Answers 503 if the factors cannot be read", async () => {
    expectErrorLog("Something went wrong");
    const ann = await visitor.signedIn();
    ann.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes('from "factors"')) });
    expect((await ann.get(path)).status).toBe(503);
  });
});

describe("a form that posts to an API call", () => {
  it("Gets a toast and a redirect", async () => {
    const ann = await visitor.signedIn();
    const enrolled = await ann.submit("/auth/factors", { factor_type: "totp", friendly_name: "Tablet" });
    const id = idIn(enrolled.location);
    const page = await ann.open(enrolled.location ?? "");
    const secret = (/<code[^>]*>([A-Z2-7 ]+)<\/code>/.exec(page.html)?.[1] ?? "").replaceAll(" ", "");
    expect((await ann.submit(`/auth/factors/${id}/challenge`, {})).location).toBe(`${path}?verify=${id}`);
    const wrong = await ann.submitAndFollow(`/auth/factors/${id}/verify`, { code: "000000" });
    expect(wrong.text).toContain("That code is incorrect.");
    const code = codeAt(secret, await nextStep());
    const on = await ann.submit(`/auth/factors/${id}/verify`, { code });
    expect([on.status, on.location]).toEqual([303, `${path}/recovery-codes`]);

    const other = await pendingBrowser(ann);
    await advanceClock(30);
    const next = codeAt(secret, await nextStep());
    const signedIn = await other.submit(`/auth/factors/${id}/verify`, { code: next, redirectTo: "/orders" });
    expect([signedIn.status, signedIn.location]).toEqual([303, "/orders"]);
    expect((await other.get("/orders")).text).toContain("Signed in successfully!");

    const removed = await ann.submitAndFollow(`/auth/factors/${id}`, { intent: "remove" });
    expect(removed.text).toContain("The two-step method was removed.");
  });

  it("Needs the site's own origin", async () => {
    const ann = await visitor.signedIn();
    const foreign = await ann.submit(
      "/auth/factors",
      { factor_type: "totp" },
      { Origin: "https://evil.example" },
    );
    expect(foreign.status).toBe(403);
    expect(await ofUser(ann.id)).toEqual([]);
  });
});
