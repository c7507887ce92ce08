import { afterEach, expect, test, vi } from "vitest";
import { checkRecipient, MailRefused } from "#app/emails/mail-refused.ts";
import { idOf, tagOf } from "#app/emails/mail-tag.ts";
import { cloudflareMailer, configuredMailer, httpMailer } from "#workers/platform/mailer.ts";

const provider = {
  MAIL_URL: "https://api.resend.test/emails",
  MAIL_TOKEN: "re_1",
  MAIL_FROM: "hi@shop.test",
};
const mail = {
  id: "1d9c2b1e-0000-4000-8000-000000000000:fee_reminder",
  to: "ann@example.test",
  subject: "Hello",
  text: "Hello, Ann",
  html: "<p>Hello, Ann</p>",
  kind: "fee_reminder",
  headers: { "List-Unsubscribe": "<https://shop.test/unsubscribe?token=a>" },
};

afterEach(() => vi.unstubAllGlobals());

/** Answers the product's requests as a provider does. @returns the requests */
function answering(...answers: (() => Response | Promise<Response>)[]) {
  const requests: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    requests.push({ url, init });
    return await answers[Math.min(requests.length, answers.length) - 1]?.();
  });
  return requests;
}

const error =
  (status: number, name: string, message = "Sorry") =>
  () =>
    Response.json({ statusCode: status, name, message }, { status });

/** The outcome of a send: "sent", or whether it is tried again, and whether the address is to blame. */
async function outcomeOf(sent: Promise<void>): Promise<string> {
  try {
    await sent;
    return "sent";
  } catch (error) {
    if (!(error instanceof MailRefused)) return "try again";
    return error.isAddress ? "bad address" : "refused";
  }
}

test("The provider gets Resend's format, with a key and a tag that name the email", async () => {
  const requests = answering(() => Response.json({ id: "a mail" }));
  await httpMailer(provider).send(mail);
  const [request] = requests;
  expect(request?.url).toBe(provider.MAIL_URL);
  expect(request?.init.headers).toEqual({
    "Content-Type": "application/json",
    Authorization: "Bearer re_1",
    "Idempotency-Key": mail.id,
  });
  const { tags, ...body } = JSON.parse(String(request?.init.body));
  expect(body).toEqual({
    from: "Handiwork <hi@shop.test>",
    to: ["ann@example.test"],
    subject: "Hello",
    text: "Hello, Ann",
    html: "<p>Hello, Ann</p>",
    headers: mail.headers,
  });
  expect(tags).toEqual([{ name: "mail", value: tagOf(mail.id) }]);
  expect(tags[0].value).toMatch(/^[\w-]{1,256}$/);
  expect(idOf(tags[0].value)).toBe(mail.id);
});

test.for([
  ["sent", error(409, "invalid_idempotent_request")],
  ["bad address", error(422, "validation_error", "Invalid `to` field. It needs to be an email address.")],
  ["refused", error(422, "missing_required_field", "Missing `subject`")],
  ["refused", error(400, "validation_error")],
  ["refused", () => new Response("<html>", { status: 413 })],
  ["try again", error(400, "validation_error", "API key is invalid")],
  ["try again", error(401, "missing_api_key")],
  ["try again", error(403, "validation_error", "The domain is not verified")],
  ["try again", error(404, "not_found")],
  ["try again", error(409, "concurrent_idempotent_requests")],
  ["try again", error(422, "invalid_from_address")],
  ["try again", error(429, "daily_quota_exceeded")],
  ["try again", error(500, "application_error")],
  ["try again", () => new Response("Bad gateway", { status: 502 })],
  ["try again", () => Promise.reject(new TypeError("The network is down"))],
] as const)("A provider's answer means: %s", async ([outcome, answer]) => {
  answering(answer);
  expect(await outcomeOf(httpMailer(provider).send(mail))).toBe(outcome);
});

test("A provider that does not answer in time is asked again later, and so is one without a token", async () => {
  vi.stubGlobal("fetch", (_url: string, { signal }: RequestInit) => {
    return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  });
  expect(await outcomeOf(httpMailer(provider, 5).send(mail))).toBe("try again");
  expect(await outcomeOf(httpMailer({ ...provider, MAIL_TOKEN: undefined }).send(mail))).toBe("try again");
  const silent = { send: () => new Promise<never>(() => {}) };
  const cloudflare = cloudflareMailer({ EMAIL: silent, MAIL_FROM: "hi@shop.test" }, 5);
  expect(await outcomeOf(cloudflare.send(mail))).toBe("try again");
});

test.for([
  ["bad address", "E_RECIPIENT_SUPPRESSED"],
  ["refused", "E_VALIDATION_ERROR"],
  ["refused", "E_CONTENT_TOO_LARGE"],
  ["refused", "E_HEADER_VALUE_TOO_LONG"],
  ["try again", "E_RECIPIENT_NOT_ALLOWED"],
  ["try again", "E_SENDER_NOT_VERIFIED"],
  ["try again", "E_DELIVERY_FAILED"],
  ["try again", "E_RATE_LIMIT_EXCEEDED"],
  ["try again", "E_DAILY_LIMIT_EXCEEDED"],
  ["try again", "E_INTERNAL_SERVER_ERROR"],
  ["try again", undefined],
] as const)("Cloudflare's error means: %s, %s", async ([outcome, code]) => {
  const EMAIL = { send: () => Promise.reject(Object.assign(new Error("Sorry"), { code })) };
  expect(await outcomeOf(cloudflareMailer({ EMAIL, MAIL_FROM: "hi@shop.test" }).send(mail))).toBe(outcome);
});

test("The settings choose the provider", async () => {
  const requests = answering(() => Response.json({}));
  const builders: unknown[] = [];
  const EMAIL = { send: async (builder: unknown) => builders.push(builder) };
  await configuredMailer({ EMAIL, ...provider } as unknown as Env).send(mail);
  expect([requests.length, builders.length]).toEqual([1, 0]);
  await configuredMailer({ EMAIL, MAIL_FROM: "hi@shop.test" } as unknown as Env).send(mail);
  expect(requests.length).toBe(1);
  const from = { email: "hi@shop.test", name: "Handiwork" };
  const { to, subject, text, html, headers } = mail;
  expect(builders).toEqual([{ from, to, subject, text, html, headers }]);
});

test("Only one plain address reaches the wire", () => {
  for (const to of ["ann@example.test", "ann+shop@example.test", "o'neil@example.test", "jürgen@bücher.test"])
    expect(() => checkRecipient(to), to).not.toThrow();
  const refused = [
    ...[
      "ann@example.test\r\nBcc: all@example.test",
      "ann@example.test\n",
      "ann@exa\u2028mple.test",
      "",
      "ann",
    ],
    ...["a@b@c", "ann@example.test, bob@example.test", "Ann <ann@example.test>", "ann @example.test"],
    `${"a".repeat(65)}@example.test`,
    `ann@${"a".repeat(260)}`,
  ];
  for (const to of refused) expect(() => checkRecipient(to), JSON.stringify(to)).toThrow(MailRefused);
});
