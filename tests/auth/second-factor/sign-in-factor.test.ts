import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { sessions, users } from "#drizzle/schema.ts";
import {
  addApp,
  advanceClock,
  callApi,
  codeAt,
  enrolApp,
  nextStep,
  pendingBrowser,
  sentTo,
} from "../../support/accounts/factors.ts";
import { expectErrorLog } from "../../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../../support/bindings/faulty.ts";
import { db, Visitor, visitor } from "../../support/visitor.ts";

// Many users, each with a factor and several browsers.
vi.setConfig({ testTimeout: 20_000 });

const wrong = "That code is incorrect.";

describe("the second step of signing in", () => {
  it("Follows the password, keeps the return path, and starts an aal2 session", async () => {
    const account = {
      fullName: "Ines Wolff",
      username: "ines.w",
      email: "ines.w@example.test",
      password: "bread and salt",
    };
    await visitor.signedOut().submit("/sign-up", account);
    const [user] = await db.select().from(users).where(eq(users.email, account.email));
    await db.update(users).set({ emailVerifiedAt: Date.now() }).where(eq(users.email, account.email));
    const here = new Visitor({ id: user?.id ?? "", email: account.email });
    await here.beginSession();
    const { secret } = await addApp(here);

    const ines = visitor.signedOut();
    const fields = { email: account.email, password: account.password, redirectTo: "/orders?tab=selling" };
    const prompt = await ines.submitAndFollow("/sign-in", fields);
    expect(prompt.title).toContain("Two-step verification");
    expect(prompt.field("redirectTo")).toBe("/orders?tab=selling");
    expect((await ines.get("/orders")).location).toContain("/sign-in");
    expect((await ines.get("/sign-in")).location).toBe("/sign-in/factor");

    const refused = await ines.submit("/sign-in/factor", {
      code: "000 000",
      redirectTo: "/orders?tab=selling",
    });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(wrong);
    expect([refused.field("redirectTo"), refused.field("code")]).toEqual(["/orders?tab=selling", "000 000"]);

    const pendingId = ines.cookie("session")?.slice(0, 36) ?? "";
    const code = codeAt(secret, await nextStep());
    const right = await ines.submit("/sign-in/factor", {
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
      redirectTo: "/orders?tab=selling",
    });
    expect([right.status, right.location]).toEqual([303, "/orders?tab=selling"]);
    expect((await ines.get("/orders?tab=selling")).text).toContain("Signed in successfully!");
    const [old] = await db.select().from(sessions).where(eq(sessions.id, pendingId));
    expect(old?.endedAt).not.toBeNull();
    const [now] = await db
      .select()
      .from(sessions)
      .where(eq(sessions.id, ines.cookie("session")?.slice(0, 36) ?? ""));
    expect([now?.aal, now?.owesFactor]).toEqual(["aal2", false]);
  });

  it("Refuses anything but a code, and sends a visitor to the password", async () => {
    const ann = await visitor.signedIn();
    await addApp(ann);
    const other = await pendingBrowser(ann);
    for (const code of ["", "12345", "hello", undefined]) {
      const page = await other.submit("/sign-in/factor", { code });
      expect(page.status).toBe(400);
      expect(page.text).toContain("Enter the 6 digits, or a recovery code");
    }
    expect((await visitor.signedOut().get("/sign-in/factor?redirectTo=/orders")).location).toBe(
      "/sign-in?redirectTo=%2Forders",
    );
    expect((await visitor.signedOut().submit("/sign-in/factor", { code: "123456" })).location).toContain(
      "/sign-in?",
    );
    expect((await ann.get("/sign-in/factor?redirectTo=/orders")).location).toBe("/orders");
  });

  it("Never redirects to another site", async () => {
    const ann = await visitor.signedIn();
    const { secret } = await addApp(ann);
    const other = await pendingBrowser(ann);
    const code = codeAt(secret, await nextStep());
    expect((await other.submit("/sign-in/factor", { code, redirectTo: "//evil.example" })).location).toBe(
      "/",
    );
  });

  it("A code that was used at one sign-in is refused at the next", async () => {
    const ann = await visitor.signedIn();
    const { secret } = await addApp(ann);
    const code = codeAt(secret, await nextStep());
    expect((await (await pendingBrowser(ann)).submit("/sign-in/factor", { code })).status).toBe(303);
    const again = await (await pendingBrowser(ann)).submit("/sign-in/factor", { code });
    expect([again.status, again.text.includes(wrong)]).toEqual([400, true]);
  });

  it("With several factors the user chooses one, and a phone gets its code on request", async () => {
    const ann = await visitor.signedIn();
    const { secret } = await addApp(ann);
    const second = await enrolApp(ann);
    const wait = codeAt(second.secret, await nextStep());
    await callApi(ann, `/auth/factors/${second.id}/verify`, { code: wait });
    const number = "+447700900777";
    const { body } = await callApi(ann, "/auth/factors", { factor_type: "phone", phone: number });
    await callApi(ann, `/auth/factors/${body.id}/challenge`);
    const textTo = async () => /^\d{6}/.exec((await sentTo(number))[0]?.text ?? "")?.[0] ?? "";
    await callApi(ann, `/auth/factors/${body.id}/verify`, { code: await textTo() });

    const byApp = await pendingBrowser(ann);
    const page = await byApp.get("/sign-in/factor");
    expect(page.text).toContain("•••• 77");
    expect(page.html).not.toContain("7700900");
    const code = codeAt(second.secret, await nextStep());
    const other = await byApp.submit("/sign-in/factor", { code, factor: body.id });
    expect(other.text).toContain("That code has expired. Please ask for a new one.");
    expect(other.html).toMatch(
      new RegExp(`<input[^>]*checked=""[^>]*value="${body.id}"|value="${body.id}"[^>]*checked=""`),
    );
    expect((await byApp.submit("/sign-in/factor", { code, factor: second.id })).status).toBe(303);
    expect(secret).not.toBe(second.secret);

    const byPhone = await pendingBrowser(ann);
    const sent = await byPhone.submit("/sign-in/factor", {
      intent: "send",
      factor: body.id,
      redirectTo: "/orders",
    });
    expect(sent.location).toBe(`/sign-in/factor?factor=${body.id}&redirectTo=%2Forders`);
    expect((await byPhone.open(sent.location ?? "")).text).toContain("We sent a code to •••• 77.");
    const right = await byPhone.submit("/sign-in/factor", {
      code: await textTo(),
      factor: body.id,
      redirectTo: "/orders",
    });
    expect([right.status, right.location]).toEqual([303, "/orders"]);
  });

  it("A pending session that ends during the request does not sign in", async () => {
    const ann = await visitor.signedIn();
    const { id, secret } = await addApp(ann);
    const ending = {
      DB: faultyDatabase(env.DB, (sql) =>
        sql.startsWith('insert into "sessions"')
          ? db.update(sessions).set({ endedAt: 1 }).where(eq(sessions.userId, ann.id)).then()
          : false,
      ),
    };
    const other = await pendingBrowser(ann);
    other.send = productWith(ending);
    const page = await other.submit("/sign-in/factor", { code: codeAt(secret, await nextStep()) });
    expect(page.location).toContain("/sign-in?");
    const third = await pendingBrowser(ann);
    third.send = productWith(ending);
    const code = codeAt(secret, await nextStep());
    expect((await callApi(third, `/auth/factors/${id}/verify`, { code })).status).toBe(422);
    const rows = await db.select().from(sessions).where(eq(sessions.userId, ann.id));
    expect(rows.filter(({ endedAt }) => endedAt === null)).toEqual([]);
  });

  it("A code that arrives after 15 minutes redirects to the password, and a toast says why", async () => {
    const ann = await visitor.signedIn();
    const { secret } = await addApp(ann);
    const other = await pendingBrowser(ann);
    await advanceClock(16 * 60);
    const code = codeAt(secret, await nextStep());
    const page = await other.submitAndFollow("/sign-in/factor", { code, redirectTo: "/orders" });
    expect(page.text).toContain("This sign-in has ended. Please sign in again.");
    expect(page.field("redirectTo")).toBe("/orders");
  });

  it("A suspended account cannot sign in", async () => {
    const ann = await visitor.signedIn();
    const { secret } = await addApp(ann);
    const other = await pendingBrowser(ann);
    await db.update(users).set({ suspendedAt: 1 }).where(eq(users.id, ann.id));
    const page = await other.submit("/sign-in/factor", { code: codeAt(secret, await nextStep()) });
    expect(page.status).toBe(403);
    expect(page.text).toContain("This account is suspended.");
    expect((await other.get("/orders")).location).toContain("/sign-in");
  });

  it("A fault shows 'Failed to sign in' and keeps the return path", async () => {
    expectErrorLog("sign-in failed");
    const ann = await visitor.signedIn();
    const { secret } = await addApp(ann);
    const other = await pendingBrowser(ann);
    other.send = productWith({
      DB: faultyDatabase(env.DB, (sql) => sql.startsWith('insert into "sessions"')),
    });
    const code = codeAt(secret, await nextStep());
    const page = await other.submitAndFollow("/sign-in/factor", { code, redirectTo: "/orders" });
    expect(page.text).toContain("Failed to sign in");
    expect(page.field("redirectTo")).toBe("/orders");
  });
});
