import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { factorChallenges } from "#drizzle/schema.ts";
import { advanceClock, callApi, pendingBrowser, sentTo } from "../../support/accounts/factors.ts";
import { productWith } from "../../support/bindings/faulty.ts";
import { db, type Visitor, visitor } from "../../support/visitor.ts";

// Each test sends several text messages.
vi.setConfig({ testTimeout: 20_000 });

describe("a phone", () => {
  const enrol = async (ann: Visitor, phone: string) =>
    (await callApi(ann, "/auth/factors", { factor_type: "phone", phone, friendly_name: "Pocket" })).body;
  const codeTo = async (phone: string) => /^\d{6}/.exec((await sentTo(phone))[0]?.text ?? "")?.[0] ?? "";

  it("Only the latest code works, once, and codes are stored as hashes", async () => {
    const ann = await visitor.signedIn();
    const { id, type, phone } = await enrol(ann, "+44 (7700) 900-123");
    expect([type, phone]).toEqual(["phone", "+447700900123"]);
    await callApi(ann, `/auth/factors/${id}/challenge`, { channel: "sms" });
    const first = await codeTo(phone);
    await advanceClock(1);
    const challenge = await callApi(ann, `/auth/factors/${id}/challenge`);
    const code = await codeTo(phone);
    const rows = await db.select().from(factorChallenges).where(eq(factorChallenges.factorId, id));
    for (const row of rows) expect([first, code, null]).not.toContain(row.codeHash);
    if (first !== code)
      expect((await callApi(ann, `/auth/factors/${id}/verify`, { code: first })).status).toBe(422);
    const verified = await callApi(ann, `/auth/factors/${id}/verify`, {
      code,
      challenge_id: challenge.body.id,
    });
    expect(verified.status).toBe(200);
    const other = await pendingBrowser(ann);
    expect((await callApi(other, `/auth/factors/${id}/verify`, { code })).body.error.code).toBe(
      "challenge_expired",
    );
  });

  it("Gets at most six text messages an hour", async () => {
    const ann = await visitor.signedIn();
    const { id } = await enrol(ann, "+447700900124");
    const answers = [];
    for (let i = 0; i < 7; i++) answers.push(await callApi(ann, `/auth/factors/${id}/challenge`));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect(Number(answers[6]?.headers.get("Retry-After"))).toBeGreaterThan(3000);
    expect((await sentTo("+447700900124")).length).toBe(6);
  });

  it("Cannot be added if no text message provider is configured", async () => {
    const ann = await visitor.signedIn();
    expect((await ann.get("/profile/factors")).text).toContain("Phone number");
    ann.send = productWith({ ENVIRONMENT: "production", STRIPE_API: "https://api.stripe.com" });
    for (const name of ["session", "access"]) ann.setCookie(`__Host-${name}`, ann.cookie(name) ?? "");
    const page = await ann.get("/profile/factors");
    expect(page.text).toContain("Add an authenticator app");
    expect(page.text).not.toContain("Phone number");
    const answer = await callApi(ann, "/auth/factors", { factor_type: "phone", phone: "+447700900125" });
    expect([answer.status, answer.body.error.code]).toEqual([422, "phone_not_enabled"]);
  });
});
