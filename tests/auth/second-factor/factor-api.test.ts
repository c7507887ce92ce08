import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { factorChallenges, factors, recoveryCodes } from "#drizzle/schema.ts";
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
import { faultyDatabase, productWith } from "../../support/bindings/faulty.ts";
import { db, Visitor, visitor } from "../../support/visitor.ts";

// Many users, each with a factor and several browsers.
vi.setConfig({ testTimeout: 20_000 });

describe("the calls of second factors", () => {
  it("A visitor gets 401, and a pending sign-in can neither add nor remove a factor", async () => {
    const ann = await visitor.signedIn();
    const { id } = await addApp(ann);
    const other = await pendingBrowser(ann);
    for (const caller of [visitor.passingBy(), other]) {
      expect((await callApi(caller, "/auth/factors", { factor_type: "totp" })).status).toBe(401);
      expect((await callApi(caller, `/auth/factors/${id}`, {}, "DELETE")).status).toBe(401);
    }
    for (const end of ["challenge", "verify"])
      expect(
        (await callApi(visitor.passingBy(), `/auth/factors/${id}/${end}`, { code: "123456" })).status,
      ).toBe(401);
  });

  it("Another user's factor gets 404", async () => {
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

  it("An invalid field gets 400 with its sentence, and another method 405", async () => {
    const ann = await visitor.signedIn();
    for (const [body, sentence] of [
      [{}, "factor_type must be totp or phone"],
      [{ factor_type: "webauthn" }, "factor_type must be totp or phone"],
      [{ factor_type: "phone", phone: "0770 900123" }, "Enter the number with its country code"],
      [{ factor_type: "totp", friendly_name: "x".repeat(61) }, "A name can have at most 60 characters"],
    ] as const) {
      const answer = await callApi(ann, "/auth/factors", body);
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toContain(sentence);
    }
    const { id } = await enrolApp(ann);
    expect((await callApi(ann, `/auth/factors/${id}/verify`, { code: "12345" })).status).toBe(400);
    expect((await callApi(ann, `/auth/factors/${id}/challenge`, { channel: "whatsapp" })).status).toBe(400);
    expect((await callApi(ann, `/auth/factors/${id}`)).status).toBe(405);
    for (const [path, allowed] of [
      ["/auth/factors", "POST"],
      [`/auth/factors/${id}`, "POST, DELETE"],
      [`/auth/factors/${id}/challenge`, "POST"],
      [`/auth/factors/${id}/verify`, "POST"],
    ] as const) {
      const { status, headers } = await ann.get(path);
      expect([path, status, headers.get("Allow")]).toEqual([path, 405, allowed]);
    }
  });

  it("A user has at most ten factors, even in parallel requests; one left unverified for a day is replaced", async () => {
    const ann = await visitor.signedIn();
    const enrolled = await Promise.all(
      Array.from({ length: 12 }, () => callApi(ann, "/auth/factors", { factor_type: "totp" })),
    );
    expect(enrolled.filter(({ status }) => status === 200).length).toBe(10);
    expect(enrolled.find(({ status }) => status !== 200)?.body.error.code).toBe("too_many_factors");
    await callApi(ann, `/auth/factors/${enrolled.find(({ status }) => status === 200)?.body.id}/challenge`);
    await advanceClock(86_401);
    await ann.beginSession();
    expect((await callApi(ann, "/auth/factors", { factor_type: "totp" })).status).toBe(200);
    expect((await db.select().from(factors).where(eq(factors.userId, ann.id))).length).toBe(1);
  });

  it("A session without the second factor changes nothing", async () => {
    const ann = await visitor.signedIn();
    const { id, secret } = await addApp(ann);
    const weak = new Visitor(ann);
    await weak.beginSession({ aal: "aal1" });
    for (const answer of [
      await callApi(weak, "/auth/factors", { factor_type: "totp" }),
      await callApi(weak, `/auth/factors/${id}`, {}, "DELETE"),
    ])
      expect([answer.status, answer.body.error.code]).toEqual([403, "insufficient_aal"]);
    const verified = await callApi(weak, `/auth/factors/${id}/verify`, {
      code: codeAt(secret, await nextStep()),
    });
    expect(verified.status).toBe(200);
    expect((await callApi(weak, `/auth/factors/${id}`, {}, "DELETE")).status).toBe(200);
  });

  it("Removing the last factor removes the recovery codes, and the owner gets an email", async () => {
    const ann = await visitor.signedIn();
    const { id } = await addApp(ann);
    await callApi(ann, `/auth/factors/${id}/challenge`);
    expect((await callApi(ann, `/auth/factors/${id}`, {}, "DELETE")).body.id).toBe(id);
    expect(await db.select().from(factorChallenges).where(eq(factorChallenges.factorId, id))).toEqual([]);
    expect(await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, ann.id))).toEqual([]);
    expect(await accountEventKinds(ann.id)).toEqual(["factor_added", "factor_removed"]);
    await expect
      .poll(async () => (await sentTo(ann.email)).map(({ kind }) => kind))
      .toEqual(["factor_removed", "factor_added"]);
  });

  it("A session that ends during the request adds and removes nothing", async () => {
    const ann = await visitor.signedIn();
    const app = await addApp(ann);
    const unverified = await enrolApp(ann);
    const session = ann.cookie("session")?.slice(0, 36) ?? "";
    const code = codeAt(unverified.secret, await nextStep());
    // The session ends just before the write, after all checks have passed.
    const ending = (statement: string) =>
      productWith({
        DB: faultyDatabase(env.DB, (sql, _, together) =>
          together > 1 && sql.startsWith(statement)
            ? env.DB.prepare("update sessions set ended_at = 1 where id = ?").bind(session).run()
            : false,
        ),
      });
    ann.send = ending('insert into "account_events"');
    expect((await callApi(ann, `/auth/factors/${unverified.id}/verify`, { code })).status).toBe(422);
    expect((await db.select().from(factors).where(eq(factors.id, unverified.id)))[0]?.status).toBe(
      "unverified",
    );
    await env.DB.prepare("update sessions set ended_at = null where id = ?").bind(session).run();
    const removal = await callApi(ann, `/auth/factors/${app.id}`, {}, "DELETE");
    expect([removal.status, removal.body.error.code]).toEqual([401, "session_missing"]);
    expect((await db.select().from(factors).where(eq(factors.id, app.id))).length).toBe(1);
    await env.DB.prepare("update sessions set ended_at = null where id = ?").bind(session).run();
    ann.send = ending('insert into "factors"');
    expect((await callApi(ann, "/auth/factors", { factor_type: "totp" })).status).toBe(401);
  });
});
