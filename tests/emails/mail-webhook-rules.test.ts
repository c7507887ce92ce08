import { expect, test } from "vitest";
import { readMailEvent } from "#app/emails/mail-events.ts";
import { tagOf } from "#app/emails/mail-tag.ts";
import { checkSignature, signedHeaders } from "#workers/endpoints/mail-signature.ts";

// The example of Standard Webhooks' specification.
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const example = {
  id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  timestamp: "1614265330",
  signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
};
const body = '{"test": 2432232314}';
const signedAt = 1_614_265_330_000;

test("The signature of Standard Webhooks is checked over id, time and body", async () => {
  const check = (change: Partial<typeof example> = {}, of = body, now = signedAt, by = secret) =>
    checkSignature({ ...example, ...change }, of, by, now);
  expect(await check()).toBe("ok");
  expect(await check({ signature: `v1a,AAAA v1,bm90 ${example.signature}` })).toBe("ok");
  for (const late of [-300_000, 300_000]) expect(await check({}, body, signedAt + late)).toBe("ok");
  for (const late of [-301_000, 301_000]) expect(await check({}, body, signedAt + late)).toBe("stale");
  expect(await check({}, `${body} `)).toBe("bad signature");
  expect(await check({ id: "msg_other" })).toBe("bad signature");
  expect(await check({ timestamp: "1614265331" })).toBe("bad signature");
  expect(await check({}, body, signedAt, "whsec_b3RoZXI=")).toBe("bad signature");
  for (const signature of ["", "v1", "v1,", "v2,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=", "v1,%%"])
    expect(await check({ signature }), signature).toBe("bad signature");
  for (const timestamp of ["", "1e9", "-1", "NaN", "9".repeat(40)])
    expect(await check({ timestamp }), timestamp).toBe("bad signature");
});

test("The headers have the names of the standard, or of Svix", () => {
  const headers = (prefix: string) =>
    new Headers(Object.entries(example).map(([name, value]) => [`${prefix}-${name}`, value]));
  expect(signedHeaders(headers("webhook"))).toEqual(example);
  expect(signedHeaders(headers("svix"))).toEqual(example);
  for (const name of ["id", "timestamp", "signature"]) {
    const some = headers("svix");
    some.delete(`svix-${name}`);
    expect(signedHeaders(some), name).toBe(null);
  }
});

const event = (type: string, data: object = {}) => ({
  type,
  created_at: "2026-11-22T23:41:12.126Z",
  data: {
    created_at: "2026-11-22T23:41:11.894719+00:00",
    email_id: "56761188-7520-42d8-8898-ff6fc54ce618",
    from: "Handiwork <hi@shop.test>",
    to: ["Ann@Example.test"],
    subject: "Hello",
    ...data,
  },
});
const read = (json: unknown) => readMailEvent(JSON.stringify(json));

test("A permanent bounce means a bad address; the tag names the email", () => {
  const bounce = { type: "Permanent", subType: "General", message: "No such mailbox" };
  const tags = { category: "x", mail: tagOf("a:b") };
  expect(read(event("email.bounced", { bounce, tags }))).toEqual({
    type: "email.bounced",
    meaning: "bad address",
    addresses: ["ann@example.test"],
    tag: tagOf("a:b"),
    detail: "No such mailbox",
    sentAt: Date.UTC(2026, 10, 22, 23, 41, 11, 894),
  });
  const listed = [{ name: "mail", value: "x" }];
  expect(read(event("email.bounced", { tags: listed }))).toMatchObject({ tag: "x", meaning: "bad address" });
  expect(read(event("email.bounced", { to: "Ann <ann@example.test>" }))?.addresses).toEqual([
    "ann@example.test",
  ]);
});

test("A temporary bounce means nothing, and neither do events of other types", () => {
  for (const type of ["Transient", "Undetermined"])
    expect(read(event("email.bounced", { bounce: { type } }))?.meaning, type).toBe(null);
  for (const type of [
    "email.delivered",
    "email.failed",
    "email.opened",
    "domain.created",
    "suppression.added",
  ])
    expect(read({ type, data: null })?.meaning, type).toBe(null);
  expect(read(event("email.complained"))).toMatchObject({ meaning: "complaint", tag: null });
  expect(read(event("email.suppressed", { suppressed: { message: "Listed" } }))).toMatchObject({
    meaning: "bad address",
    detail: "Listed",
  });
});

test("A body that is not an event is not read", () => {
  for (const text of ["", "[]", "null", "{}", '"a"', '{"type":1}', '{"type":""}'])
    expect(readMailEvent(text), text).toBe(null);
  expect(read({ type: "email.bounced" })).toBe(null);
  expect(read({ ...event("email.bounced"), created_at: "x", data: { to: ["a"] } })).toBe(null);
  expect(read(event("email.bounced", { to: [1] }))).toBe(null);
  expect(read(event("email.bounced", { to: Array(51).fill("a@b.test") }))).toBe(null);
});
