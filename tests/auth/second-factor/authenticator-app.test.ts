import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { factors, recoveryCodes } from "#drizzle/schema.ts";
import { accountEventKinds } from "../../support/accounts/events.ts";
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
import { db, Visitor, visitor } from "../../support/visitor.ts";

// Many users, each with a factor and several browsers.
vi.setConfig({ testTimeout: 20_000 });

describe("an authenticator app", () => {
  it("Is enrolled with a secret, a QR code and a URI, and is not required yet", async () => {
    const ann = await visitor.signedIn();
    const { status, body } = await callApi(ann, "/auth/factors", {
      factor_type: "totp",
      friendly_name: "My phone",
    });
    expect([status, body.type, body.friendly_name]).toEqual([200, "totp", "My phone"]);
    expect(body.totp.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(body.totp.uri).toContain(`otpauth://totp/Handiwork:${encodeURIComponent(ann.email)}`);
    for (const part of ["issuer=Handiwork", "algorithm=SHA1", "digits=6", "period=30", body.totp.secret])
      expect(body.totp.uri).toContain(part);
    expect(body.totp.qr_code).toMatch(/^<svg .*<path fill="#000" d="M.*"\/><\/svg>$/);
    const [row] = await db.select().from(factors).where(eq(factors.id, body.id));
    expect(row?.status).toBe("unverified");
    expect(row?.secret).not.toContain(body.totp.secret);
    expect((await ann.get("/orders")).status).toBe(200);
  });

  it("Needs a verified address and a recent sign-in", async () => {
    const app = { factor_type: "totp" };
    const late = await visitor.signedIn();
    const stranger = await visitor.signedIn({ verified: false });
    expect((await callApi(stranger, "/auth/factors", app)).body.error.message).toContain("verify your email");
    await advanceClock(15 * 60 + 1);
    const { status, body } = await callApi(late, "/auth/factors", app);
    expect([status, body.error.code]).toEqual([403, "reauthentication_needed"]);
    const page = await late.submitAndFollow("/auth/factors", app);
    expect(page.text).toContain("Please sign out and sign in again");
    await late.beginSession();
    expect((await callApi(late, "/auth/factors", app)).status).toBe(200);
  });

  it("Its first correct code verifies it: the session becomes aal2, the others end, and the owner gets an email", async () => {
    const ann = await visitor.signedIn();
    const elsewhere = new Visitor(ann);
    await elsewhere.beginSession();
    const before = ann.cookie("session");
    const { id, secret } = await enrolApp(ann);
    const challenge = await callApi(ann, `/auth/factors/${id}/challenge`);
    const at = await nextStep();
    expect(challenge.body.expires_at * 1000).toBeGreaterThan(at + 4 * 60_000);
    const verified = await callApi(ann, `/auth/factors/${id}/verify`, {
      code: codeAt(secret, at),
      challenge_id: challenge.body.id,
    });
    expect(verified.status).toBe(200);
    expect(verified.body.user).toMatchObject({
      id: ann.id,
      factors: [{ id, factor_type: "totp", status: "verified" }],
    });
    expect(Math.abs(verified.body.expires_at * 1000 - at - 600_000)).toBeLessThan(5000);
    expect(JSON.stringify(verified.body)).not.toContain("token");
    expect(ann.cookie("session")?.split(".")[0]).not.toBe(before?.split(".")[0]);
    const claims = JSON.parse(atob((ann.cookie("access") ?? "").split(".")[1] ?? ""));
    expect(claims.aal).toBe("aal2");
    expect((await ann.get("/orders")).status).toBe(200);
    expect((await elsewhere.get("/orders")).location).toContain("/sign-in");
    expect(await accountEventKinds(ann.id)).toEqual(["factor_added"]);
    await expect
      .poll(async () => (await sentTo(ann.email)).map(({ kind }) => kind))
      .toEqual(["factor_added"]);
    expect((await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, ann.id))).length).toBe(10);
  });

  it("Accepts a code one step early or late, and refuses two steps", async () => {
    for (const [steps, status] of [
      [-2, 422],
      [-1, 200],
      [1, 200],
      [2, 422],
    ] as const) {
      const ann = await visitor.signedIn();
      const { id, secret } = await enrolApp(ann);
      const at = await nextStep();
      const code = codeAt(secret, at + steps * 30_000);
      const answer = await callApi(ann, `/auth/factors/${id}/verify`, { code });
      expect([steps, answer.status]).toEqual([steps, status]);
    }
  });

  it("A code works once, even in eight parallel requests", async () => {
    const ann = await visitor.signedIn();
    const { secret, id } = await addApp(ann);
    const at = await nextStep();
    const others = await Promise.all(Array.from({ length: 8 }, () => pendingBrowser(ann)));
    const answers = await Promise.all(
      others.map((other) => callApi(other, `/auth/factors/${id}/verify`, { code: codeAt(secret, at) })),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    const again = await callApi(await pendingBrowser(ann), `/auth/factors/${id}/verify`, {
      code: codeAt(secret, at),
    });
    expect([again.status, again.body.error]).toEqual([
      422,
      { code: "verification_failed", message: "That code is incorrect." },
    ]);
    // The code of the step before would be valid by the clock, but a later one was used.
    const older = await callApi(await pendingBrowser(ann), `/auth/factors/${id}/verify`, {
      code: codeAt(secret, at - 30_000),
    });
    expect(older.status).toBe(422);
  });

  it("A challenge is answered once, in its own session, within five minutes", async () => {
    const ann = await visitor.signedIn();
    const { secret, id } = await addApp(ann);
    const [here, there] = [await pendingBrowser(ann), await pendingBrowser(ann)];
    const challenge = await callApi(here, `/auth/factors/${id}/challenge`);
    const answerOf = async (browser: Visitor) =>
      await callApi(browser, `/auth/factors/${id}/verify`, {
        code: codeAt(secret, await nextStep()),
        challenge_id: challenge.body.id,
      });
    expect((await answerOf(there)).body.error.code).toBe("challenge_expired");
    expect((await answerOf(here)).status).toBe(200);
    expect((await answerOf(here)).body.error.code).toBe("challenge_expired");
    const late = await pendingBrowser(ann);
    const expired = await callApi(late, `/auth/factors/${id}/challenge`);
    await advanceClock(301);
    const answer = await callApi(late, `/auth/factors/${id}/verify`, {
      code: codeAt(secret, await nextStep()),
      challenge_id: expired.body.id,
    });
    expect(answer.body.error.code).toBe("challenge_expired");
  });
});

describe("the secret of a factor", () => {
  it("Cannot be decrypted for another factor", async () => {
    const ann = await visitor.signedIn();
    const app = await addApp(ann);
    const other = await enrolApp(ann);
    const [row] = await db.select().from(factors).where(eq(factors.id, other.id));
    await db
      .update(factors)
      .set({ secret: row?.secret ?? null })
      .where(eq(factors.id, app.id));
    expectErrorLog("sign-in failed");
    const code = codeAt(other.secret, await nextStep());
    const page = await (await pendingBrowser(ann)).submit("/sign-in/factor", { code });
    expect(page.location).toBe("/sign-in/factor");
  });
});
