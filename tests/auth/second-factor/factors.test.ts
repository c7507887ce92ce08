import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { accountEvents, factorChallenges, factors, recoveryCodes } from "#drizzle/schema.ts";
import { faultyDatabase, shopWith } from "../../support/bindings/faulty.ts";
import {
  addApp,
  advanceClock,
  callApi,
  codeAt,
  enrolApp,
  nextStep,
  pendingBrowser,
  sentTo,
} from "../../support/factors.ts";
import { db, Visitor, visitor } from "../../support/visitor.ts";

// Many people, each with a factor and several browsers.
vi.setConfig({ testTimeout: 20_000 });

const kindsOf = async (userId: string) =>
  (await db.select().from(accountEvents).where(eq(accountEvents.userId, userId))).map(({ kind }) => kind);

describe("an authenticator app", () => {
  it("is begun with a secret, a QR code and an address for the app, and counts for nothing yet", async () => {
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

  it("is for who has proved the address, and the password a short while ago", async () => {
    const app = { factor_type: "totp" };
    const late = await visitor.signedIn();
    const stranger = await visitor.signedIn({ verified: false });
    expect((await callApi(stranger, "/auth/factors", app)).body.error.message).toContain("verify your email");
    await advanceClock(15 * 60 + 1);
    const { status, body } = await callApi(late, "/auth/factors", app);
    expect([status, body.error.code]).toEqual([403, "reauthentication_needed"]);
    const page = await late.submitAndFollow("/profile/factors", { intent: "add", factor_type: "totp" });
    expect(page.text).toContain("Please sign out and sign in again");
    await late.beginSession();
    expect((await callApi(late, "/auth/factors", app)).status).toBe(200);
  });

  it("counts once a code of it was right: this session is aal2, the others end, the owner gets a mail", async () => {
    const ann = await visitor.signedIn();
    const elsewhere = new Visitor(ann);
    await elsewhere.beginSession();
    const before = ann.cookie("session");
    const { id, secret } = await enrolApp(ann);
    const asked = await callApi(ann, `/auth/factors/${id}/challenge`);
    const at = await nextStep();
    expect(asked.body.expires_at * 1000).toBeGreaterThan(at + 4 * 60_000);
    const verified = await callApi(ann, `/auth/factors/${id}/verify`, {
      code: codeAt(secret, at),
      challenge_id: asked.body.id,
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
    expect((await elsewhere.submit("/orders", {})).location).toContain("/sign-in");
    expect(await kindsOf(ann.id)).toEqual(["factor_added"]);
    await expect
      .poll(async () => (await sentTo(ann.email)).map(({ kind }) => kind))
      .toEqual(["factor_added"]);
    expect((await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, ann.id))).length).toBe(10);
  });

  it("takes a code one step early or late, and refuses two", async () => {
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

  it("a code works once: shown again it is refused, and of eight at once one is taken", async () => {
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
      { code: "verification_failed", message: "That code is not right." },
    ]);
    // Nor one of the step before, which the same clock would still allow.
    const older = await callApi(await pendingBrowser(ann), `/auth/factors/${id}/verify`, {
      code: codeAt(secret, at - 30_000),
    });
    expect(older.status).toBe(422);
  });

  it("a question is answered in its own session, within five minutes, and once", async () => {
    const ann = await visitor.signedIn();
    const { secret, id } = await addApp(ann);
    const [here, there] = [await pendingBrowser(ann), await pendingBrowser(ann)];
    const asked = await callApi(here, `/auth/factors/${id}/challenge`);
    const answerOf = async (who: Visitor) =>
      await callApi(who, `/auth/factors/${id}/verify`, {
        code: codeAt(secret, await nextStep()),
        challenge_id: asked.body.id,
      });
    expect((await answerOf(there)).body.error.code).toBe("challenge_expired");
    expect((await answerOf(here)).status).toBe(200);
    expect((await answerOf(here)).body.error.code).toBe("challenge_expired");
    const late = await pendingBrowser(ann);
    const old = await callApi(late, `/auth/factors/${id}/challenge`);
    await advanceClock(301);
    const answer = await callApi(late, `/auth/factors/${id}/verify`, {
      code: codeAt(secret, await nextStep()),
      challenge_id: old.body.id,
    });
    expect(answer.body.error.code).toBe("challenge_expired");
  });
});

describe("the calls", () => {
  it("want somebody: a visitor gets 401, and somebody pendingSecondFactor neither begins nor removes", async () => {
    const ann = await visitor.signedIn();
    const { id } = await addApp(ann);
    const other = await pendingBrowser(ann);
    for (const who of [visitor.passingBy(), other]) {
      expect((await callApi(who, "/auth/factors", { factor_type: "totp" })).status).toBe(401);
      expect((await callApi(who, `/auth/factors/${id}`, {}, "DELETE")).status).toBe(401);
    }
    for (const end of ["challenge", "verify"])
      expect(
        (await callApi(visitor.passingBy(), `/auth/factors/${id}/${end}`, { code: "123456" })).status,
      ).toBe(401);
  });

  it("a stranger's factor is not there", async () => {
    const [ann, ben] = [await visitor.signedIn(), await visitor.signedIn()];
    const { id } = await addApp(ann);
    await addApp(ben);
    for (const [path, method] of [
      [`/auth/factors/${id}`, "DELETE"],
      [`/auth/factors/${id}/challenge`, "POST"],
      [`/auth/factors/${id}/verify`, "POST"],
      ["/auth/factors/made-up/verify", "POST"],
    ] as const) {
      const answer = await callApi(ben, path, { code: "123456" }, method);
      expect([path, answer.status, answer.body.error.code]).toEqual([path, 404, "factor_not_found"]);
    }
    expect((await db.select().from(factors).where(eq(factors.id, id))).length).toBe(1);
  });

  it("what is no field is 400 with a sentence, and what is no POST 405", async () => {
    const ann = await visitor.signedIn();
    for (const [body, sentence] of [
      [{}, "factor_type is totp or phone"],
      [{ factor_type: "webauthn" }, "factor_type is totp or phone"],
      [{ factor_type: "phone", phone: "0770 900123" }, "Enter the number with its country code"],
      [{ factor_type: "totp", friendly_name: "x".repeat(61) }, "A name has at most 60 characters"],
    ] as const) {
      const answer = await callApi(ann, "/auth/factors", body);
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toContain(sentence);
    }
    const { id } = await enrolApp(ann);
    expect((await callApi(ann, `/auth/factors/${id}/verify`, { code: "12345" })).status).toBe(400);
    expect((await callApi(ann, `/auth/factors/${id}/challenge`, { channel: "whatsapp" })).status).toBe(400);
    expect((await callApi(ann, `/auth/factors/${id}`)).status).toBe(405);
    expect((await ann.get("/auth/factors")).status).toBe(405);
  });

  it("ten factors are the most, also of many begun at once; one left for a day makes room", async () => {
    const ann = await visitor.signedIn();
    const begun = await Promise.all(
      Array.from({ length: 12 }, () => callApi(ann, "/auth/factors", { factor_type: "totp" })),
    );
    expect(begun.filter(({ status }) => status === 200).length).toBe(10);
    expect(begun.find(({ status }) => status !== 200)?.body.error.code).toBe("too_many_factors");
    await callApi(ann, `/auth/factors/${begun.find(({ status }) => status === 200)?.body.id}/challenge`);
    await advanceClock(86_401);
    await ann.beginSession();
    expect((await callApi(ann, "/auth/factors", { factor_type: "totp" })).status).toBe(200);
    expect((await db.select().from(factors).where(eq(factors.userId, ann.id))).length).toBe(1);
  });

  it("who has a factor and has not shown it here changes nothing", async () => {
    const ann = await visitor.signedIn();
    const { id, secret } = await addApp(ann);
    const weak = new Visitor(ann);
    await weak.beginSession({ aal: "aal1" });
    for (const answer of [
      await callApi(weak, "/auth/factors", { factor_type: "totp" }),
      await callApi(weak, `/auth/factors/${id}`, {}, "DELETE"),
    ])
      expect([answer.status, answer.body.error.code]).toEqual([403, "insufficient_aal"]);
    const shown = await callApi(weak, `/auth/factors/${id}/verify`, {
      code: codeAt(secret, await nextStep()),
    });
    expect(shown.status).toBe(200);
    expect((await callApi(weak, `/auth/factors/${id}`, {}, "DELETE")).status).toBe(200);
  });

  it("removing the last one takes the recovery codes with it, and tells the owner", async () => {
    const ann = await visitor.signedIn();
    const { id } = await addApp(ann);
    await callApi(ann, `/auth/factors/${id}/challenge`);
    expect((await callApi(ann, `/auth/factors/${id}`, {}, "DELETE")).body.id).toBe(id);
    expect(await db.select().from(factorChallenges).where(eq(factorChallenges.factorId, id))).toEqual([]);
    expect(await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, ann.id))).toEqual([]);
    expect(await kindsOf(ann.id)).toEqual(["factor_added", "factor_removed"]);
    await expect
      .poll(async () => (await sentTo(ann.email)).map(({ kind }) => kind))
      .toEqual(["factor_removed", "factor_added"]);
  });

  it("a session that ends meanwhile adds and removes nothing", async () => {
    const ann = await visitor.signedIn();
    const app = await addApp(ann);
    const begun = await enrolApp(ann);
    const session = ann.cookie("session")?.slice(0, 36) ?? "";
    const code = codeAt(begun.secret, await nextStep());
    // The session ends in the moment before the write, when everything was asked already.
    const ending = (statement: string) =>
      shopWith({
        DB: faultyDatabase(env.DB, (sql, _, together) =>
          together > 1 && sql.startsWith(statement)
            ? env.DB.prepare("update sessions set ended_at = 1 where id = ?").bind(session).run()
            : false,
        ),
      });
    ann.door = ending('insert into "account_events"');
    expect((await callApi(ann, `/auth/factors/${begun.id}/verify`, { code })).status).toBe(422);
    expect((await db.select().from(factors).where(eq(factors.id, begun.id)))[0]?.status).toBe("unverified");
    await env.DB.prepare("update sessions set ended_at = null where id = ?").bind(session).run();
    expect((await callApi(ann, `/auth/factors/${app.id}`, {}, "DELETE")).status).toBe(404);
    expect((await db.select().from(factors).where(eq(factors.id, app.id))).length).toBe(1);
    await env.DB.prepare("update sessions set ended_at = null where id = ?").bind(session).run();
    ann.door = ending('insert into "factors"');
    expect((await callApi(ann, "/auth/factors", { factor_type: "totp" })).status).toBe(401);
  });
});

describe("a phone", () => {
  const enrol = async (ann: Visitor, phone: string) =>
    (await callApi(ann, "/auth/factors", { factor_type: "phone", phone, friendly_name: "Pocket" })).body;
  const codeTo = async (phone: string) => /^\d{6}/.exec((await sentTo(phone))[0]?.text ?? "")?.[0] ?? "";

  it("gets a code, which is kept as a hash, works once, and only the last one that was sent", async () => {
    const ann = await visitor.signedIn();
    const { id, type, phone } = await enrol(ann, "+44 (7700) 900-123");
    expect([type, phone]).toEqual(["phone", "+447700900123"]);
    await callApi(ann, `/auth/factors/${id}/challenge`, { channel: "sms" });
    const first = await codeTo(phone);
    await advanceClock(1);
    const asked = await callApi(ann, `/auth/factors/${id}/challenge`);
    const code = await codeTo(phone);
    const rows = await db.select().from(factorChallenges).where(eq(factorChallenges.factorId, id));
    for (const row of rows) expect([first, code, null]).not.toContain(row.codeHash);
    if (first !== code)
      expect((await callApi(ann, `/auth/factors/${id}/verify`, { code: first })).status).toBe(422);
    const verified = await callApi(ann, `/auth/factors/${id}/verify`, { code, challenge_id: asked.body.id });
    expect(verified.status).toBe(200);
    const other = await pendingBrowser(ann);
    expect((await callApi(other, `/auth/factors/${id}/verify`, { code })).body.error.code).toBe(
      "challenge_expired",
    );
  });

  it("gets no more than six texts an hour", async () => {
    const ann = await visitor.signedIn();
    const { id } = await enrol(ann, "+447700900124");
    const answers = [];
    for (let i = 0; i < 7; i++) answers.push(await callApi(ann, `/auth/factors/${id}/challenge`));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect(Number(answers[6]?.headers.get("Retry-After"))).toBeGreaterThan(3000);
    expect((await sentTo("+447700900124")).length).toBe(6);
  });

  it("cannot be added where no provider is set", async () => {
    const ann = await visitor.signedIn();
    expect((await ann.get("/profile/factors")).text).toContain("Phone number");
    ann.door = shopWith({ ENVIRONMENT: "production", STRIPE_API: "https://api.stripe.com" });
    for (const name of ["session", "access"]) ann.setCookie(`__Host-${name}`, ann.cookie(name) ?? "");
    const page = await ann.get("/profile/factors");
    expect(page.text).toContain("Add an authenticator app");
    expect(page.text).not.toContain("Phone number");
    const answer = await callApi(ann, "/auth/factors", { factor_type: "phone", phone: "+447700900125" });
    expect([answer.status, answer.body.error.code]).toEqual([422, "phone_not_enabled"]);
  });
});
