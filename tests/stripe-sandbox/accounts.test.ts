import type Stripe from "stripe";
import { afterEach, beforeAll, expect, test } from "vitest";
import { deliveries, eventsAfter, faults } from "../support/stripe.ts";
import {
  advanceClock,
  control,
  newestEvent,
  refusalOf,
  request,
  stripe,
  typesAfter,
} from "./sandbox-client.ts";

// Nothing is delivered here: webhooks.test.ts has its own receiver.
beforeAll(() => deliveries("off"));
afterEach(() => faults([]));

const { accounts } = stripe.v2.core;

const params = (
  more: Partial<Stripe.V2.Core.AccountCreateParams> = {},
): Stripe.V2.Core.AccountCreateParams => ({
  configuration: {
    recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
  },
  contact_email: "seller@handiwork.test",
  dashboard: "express",
  defaults: { responsibilities: { fees_collector: "application", losses_collector: "application" } },
  identity: { country: "us", entity_type: "individual" },
  metadata: { user: "7" },
  ...more,
});
const all: Stripe.V2.Core.AccountRetrieveParams.Include[] = [
  "configuration.recipient",
  "defaults",
  "future_requirements",
  "identity",
  "requirements",
];
const retrieve = (id: string) => accounts.retrieve(id, { include: all });
const thinAfter = async (before: string | null) =>
  (await eventsAfter(before)).filter(({ type }) => type.startsWith("v2.")).map(({ type }) => type);

test("A new account is restricted, and shows only what it includes", async () => {
  const before = await newestEvent();
  const created = await accounts.create(params());
  expect(created).toMatchObject({
    id: expect.stringMatching(/^acct_1\w{15}$/),
    object: "v2.core.account",
    applied_configurations: ["recipient"],
    closed: false,
    configuration: null,
    contact_email: "seller@handiwork.test",
    created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    dashboard: "express",
    defaults: null,
    identity: null,
    metadata: { user: "7" },
    requirements: null,
  });
  expect(await thinAfter(before)).toEqual(["v2.core.account.created"]);
  const restricted = {
    status: "restricted",
    status_details: [{ code: "requirements_past_due", resolution: "provide_info" }],
  };
  const account = await retrieve(created.id);
  expect(account).toMatchObject({
    configuration: {
      customer: null,
      recipient: {
        applied: true,
        capabilities: { stripe_balance: { payouts: restricted, stripe_transfers: restricted } },
      },
    },
    defaults: { responsibilities: { fees_collector: "application", losses_collector: "application" } },
    identity: { country: "US", entity_type: "individual" },
    requirements: { summary: { minimum_deadline: { status: "past_due" } } },
  });
  expect(account.requirements?.entries?.map(({ description }) => description)).toContain(
    "defaults.payout_methods",
  );
});

test("Unknown and removed fields, another liability and a missing account are refused", async () => {
  const responsibilities = { fees_collector: "stripe", losses_collector: "application" } as const;
  const recipient = {
    capabilities: { stripe_balance: { payouts: { requested: true } } },
  } as unknown as Stripe.V2.Core.AccountCreateParams.Configuration.Recipient;
  for (const [wrong, param] of [
    [{ nickname: "Ann" } as object, "nickname"],
    [{ defaults: { responsibilities } }, "defaults.responsibilities.fees_collector"],
    [{ configuration: { recipient } }, "configuration.recipient.capabilities.stripe_balance.payouts"],
    [{ identity: { country: "Utopia" } }, "identity.country"],
    [{ include: ["balance"] }, "include"],
  ] as [object, string][]) {
    const refusal = await refusalOf(accounts.create(params(wrong)));
    expect([refusal.type, refusal.statusCode, refusal.code, refusal.param]).toEqual([
      "StripeInvalidRequestError",
      400,
      "invalid_fields",
      param,
    ]);
  }
  expect(await refusalOf(accounts.retrieve("acct_none"))).toMatchObject({
    statusCode: 404,
    code: "not_found",
  });
});

test("An update merges metadata, removes what is null, and keeps the country", async () => {
  const { id } = await accounts.create(params());
  const before = await newestEvent();
  await accounts.update(id, { metadata: { user: null, call: "9" }, contact_email: "new@handiwork.test" });
  expect(await retrieve(id)).toMatchObject({ metadata: { call: "9" }, contact_email: "new@handiwork.test" });
  expect((await retrieve(id)).metadata).toEqual({ call: "9" });
  expect(await thinAfter(before)).toEqual(["v2.core.account.updated"]);
  expect((await refusalOf(accounts.update(id, { identity: { country: "FR" } }))).param).toBe(
    "identity.country",
  );
});

test("A closed account can be read, but not changed, and is listed apart", async () => {
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) ids.push((await accounts.create(params())).id);
  const [first = "", second, third] = ids;
  expect((await refusalOf(accounts.close(first, {}))).param).toBe("applied_configurations");
  const before = await newestEvent();
  expect(await accounts.close(first, { applied_configurations: ["recipient"] })).toMatchObject({
    applied_configurations: [],
    closed: true,
  });
  expect(await thinAfter(before)).toEqual(["v2.core.account.closed"]);
  expect((await accounts.retrieve(first)).closed).toBe(true);
  expect((await refusalOf(accounts.update(first, { metadata: { a: "b" } }))).code).toBe("account_closed");
  const page = await accounts.list({ limit: 1, applied_configurations: ["recipient"] });
  expect([page.data.map(({ id }) => id), page.previous_page_url]).toEqual([[third], null]);
  expect(page.next_page_url).toMatch(/^\/v2\/core\/accounts\?/);
  const open = await accounts.list({ limit: 1 }).autoPagingToArray({ limit: 2 });
  expect(open.map(({ id }) => id)).toEqual([third, second]);
  expect((await accounts.list({ closed: true })).data.map(({ id }) => id)).toEqual([first]);
});

test("A repeated key gives the account as it is now, for thirty days; a request that failed is run again", async () => {
  const key = { idempotencyKey: crypto.randomUUID() };
  await faults([
    { path: "/v2/core/accounts", method: "POST", status: 500 },
    { path: "/v2/core/accounts", method: "POST", status: 503, after: true },
  ]);
  const before = await newestEvent();
  expect((await refusalOf(accounts.create(params(), key))).statusCode).toBe(500);
  expect(await thinAfter(before)).toEqual([]);
  expect((await refusalOf(accounts.create(params(), key))).statusCode).toBe(503);
  const { id } = await accounts.create(params(), key);
  expect(await thinAfter(before)).toEqual(["v2.core.account.created"]);
  await accounts.update(id, { display_name: "Ann" });
  expect(await accounts.create(params(), key)).toMatchObject({ id, display_name: "Ann" });
  const other = await refusalOf(accounts.create(params({ metadata: {} }), key));
  expect(other.type).toBe("StripeIdempotencyError");
  await advanceClock(29 * 86_400);
  expect((await accounts.create(params(), key)).id).toBe(id);
  await advanceClock(2 * 86_400);
  expect((await accounts.create(params(), key)).id).not.toBe(id);
});

const back = "http://127.0.0.1:8787/earnings/setup";
const linkOf = (account: string) =>
  stripe.v2.core.accountLinks.create({
    account,
    use_case: {
      type: "account_onboarding",
      account_onboarding: {
        collection_options: { fields: "eventually_due", future_requirements: "include" },
        refresh_url: `${back}/refresh`,
        return_url: `${back}/return`,
      },
    },
  });
const visit = async (url: string, fields?: Record<string, string>) => {
  const init = fields ? { method: "POST", body: new URLSearchParams(fields) } : {};
  const response = await request(new URL(url).pathname, init);
  return { status: response.status, to: response.headers.get("location"), html: await response.text() };
};
const onboarded = async (fields: Record<string, string> = {}) => {
  const { id } = await accounts.create(params());
  const { url } = await linkOf(id);
  await visit(url);
  await visit(url, { name: "Ann Lee", number: "000123456789", intent: "submit", ...fields });
  return id;
};
const bankOf = async (id: string) =>
  (await stripe.accounts.listExternalAccounts(id)).data[0] as Stripe.BankAccount | undefined;
const statusesOf = async (id: string) => {
  const balance = (await retrieve(id)).configuration?.recipient?.capabilities?.stripe_balance;
  return [balance?.stripe_transfers?.status, balance?.payouts?.status];
};

test("The onboarding page submits: the account is active, and has its bank account", async () => {
  const { id } = await accounts.create(params());
  const link = await linkOf(id);
  expect(link).toMatchObject({
    object: "v2.core.account_link",
    account: id,
    url: expect.stringMatching(/\/c\/setup\/\w{40}$/),
    use_case: { type: "account_onboarding", account_onboarding: { return_url: `${back}/return` } },
  });
  expect(Date.parse(link.expires_at) - Date.parse(link.created)).toBe(300_000);
  const page = await visit(link.url);
  expect(page.status).toBe(200);
  expect(page.html).toContain("United States");
  expect(page.html).toContain("defaults.payout_methods");
  expect(page.html).not.toContain("<script");

  const wrong = await visit(link.url, { name: "<b>Ann", number: "12", intent: "submit" });
  expect(wrong.status).toBe(400);
  expect(wrong.html).toContain('value="&lt;b&gt;Ann"');
  expect(wrong.html).toContain("Your bank account number is incomplete.");
  expect(await statusesOf(id)).toEqual(["restricted", "restricted"]);

  const before = await newestEvent();
  const sent = await visit(link.url, { name: "Ann Lee", number: "000 123 456 789", intent: "submit" });
  expect([sent.status, sent.to]).toEqual([303, `${back}/return`]);
  expect(await typesAfter(before)).toEqual([
    "v2.core.account[identity].updated",
    "account.external_account.created",
    "v2.core.account[requirements].updated",
    "v2.core.account[configuration.recipient].capability_status_updated",
    "v2.core.account[configuration.recipient].capability_status_updated",
  ]);
  expect(await statusesOf(id)).toEqual(["active", "active"]);
  const bank = await bankOf(id);
  expect(bank).toMatchObject({
    object: "bank_account",
    account: id,
    account_holder_name: "Ann Lee",
    bank_name: "STRIPE TEST BANK",
    country: "US",
    currency: "usd",
    default_for_currency: true,
    fingerprint: expect.stringMatching(/^[0-9A-Za-z]{16}$/),
    last4: "6789",
    status: "new",
  });
  expect(await retrieve(id)).toMatchObject({
    defaults: { payout_methods: { usd: bank?.id } },
    identity: { individual: { given_name: "Ann", surname: "Lee" } },
    requirements: { entries: [], summary: {} },
  });
});

test("Save and leave keeps what was typed, and the account stays restricted", async () => {
  const { id } = await accounts.create(params());
  const { url } = await linkOf(id);
  await visit(url);
  expect((await visit(url, { name: "Ann Lee", number: "", intent: "leave" })).to).toBe(`${back}/return`);
  expect(await statusesOf(id)).toEqual(["restricted", "restricted"]);
  expect(await bankOf(id)).toBeUndefined();
  expect((await visit((await linkOf(id)).url)).html).toContain('value="Ann Lee"');
  expect((await refusalOf(stripe.accounts.createLoginLink(id))).message).toContain("completed onboarding");
});

test("A used, finished or expired link redirects to the refresh address", async () => {
  const { id } = await accounts.create(params());
  const { url } = await linkOf(id);
  expect((await visit(url, { name: "Ann", number: "000123456789", intent: "submit" })).to).toBe(
    `${back}/refresh`,
  );
  expect((await visit(url)).status).toBe(200);
  expect((await visit(url)).to).toBe(`${back}/refresh`);
  await visit(url, { intent: "leave" });
  expect((await visit(url, { intent: "leave" })).to).toBe(`${back}/refresh`);
  const old = await linkOf(id);
  await advanceClock(301);
  expect((await visit(old.url)).to).toBe(`${back}/refresh`);
  expect((await visit("http://stripe.test/c/setup/none")).status).toBe(404);
});

test("A link refuses configurations, which the library no longer has, and other use cases", async () => {
  const { id } = await accounts.create(params());
  const create = (useCase: object) =>
    refusalOf(
      stripe.v2.core.accountLinks.create({
        account: id,
        use_case: useCase as Stripe.V2.Core.AccountLinkCreateParams["use_case"],
      }),
    );
  const urls = { refresh_url: back, return_url: back };
  const removed = { configurations: ["recipient"], ...urls };
  for (const [useCase, param] of [
    [
      { type: "account_onboarding", account_onboarding: removed },
      "use_case.account_onboarding.configurations",
    ],
    [{ type: "account_update", account_update: urls }, "use_case.account_update"],
    [
      { type: "account_onboarding", account_onboarding: { return_url: back } },
      "use_case.account_onboarding.refresh_url",
    ],
  ] as const)
    expect((await create(useCase)).param).toBe(param);
});

test("One bank account number has one fingerprint for two accounts; an account may be in euros", async () => {
  const [one, two, other] = [
    await onboarded(),
    await onboarded({ currency: "eur" }),
    await onboarded({ number: "000111111113" }),
  ];
  const [first, second, third] = [await bankOf(one), await bankOf(two), await bankOf(other)];
  expect(second?.fingerprint).toBe(first?.fingerprint);
  expect(third?.fingerprint).not.toBe(first?.fingerprint);
  expect(second?.currency).toBe("eur");
  expect((await retrieve(two)).defaults?.currency).toBe("eur");
});

test("The Express page opens once, and changes the bank account", async () => {
  const id = await onboarded();
  const old = await bankOf(id);
  const link: Stripe.LoginLink = await stripe.accounts.createLoginLink(id);
  expect(link).toMatchObject({ object: "login_link", url: expect.stringMatching(/\/c\/express\/\w{40}$/) });
  const page = await visit(link.url);
  expect(page.html).toContain("••6789");
  expect(page.html).toContain("No payouts yet.");
  const again = await visit(link.url);
  expect([again.status, again.html.includes("<h1>This link has expired</h1>")]).toEqual([410, true]);
  expect((await visit(link.url, { number: "1" })).status).toBe(400);
  const before = await newestEvent();
  expect((await visit(link.url, { number: "000111111116" })).html).toContain("••1116");
  await visit(link.url, { number: "000111111116" });
  expect(await typesAfter(before)).toEqual([
    "account.external_account.deleted",
    "account.external_account.created",
  ]);
  const bank = await bankOf(id);
  expect([bank?.last4, bank?.account_holder_name, bank?.id === old?.id]).toEqual(["1116", "Ann Lee", false]);
});

test("Control requests set capabilities, requirements and bank accounts, and close", async () => {
  const id = await onboarded();
  const steer = (what: string, body: object = {}) => control(`accounts/${id}/${what}`, body);
  expect((await steer("status", { status: "asleep" })).status).toBe(400);
  const before = await newestEvent();
  await steer("status", { capability: "payouts", status: "rejected", codes: ["rejected_fraud"] });
  expect(await statusesOf(id)).toEqual(["active", "rejected"]);
  const due = Math.floor(Date.now() / 1000) + 7 * 86_400;
  const entries = Array.from({ length: 200 }, (_, k) => ({ description: `paper.${k}`, status: "past_due" }));
  await steer("requirements", { entries: [...entries.slice(1), "identity.individual.documents"], due });
  await steer("requirements", { entries: ["later"], future: true });
  const account = await retrieve(id);
  expect(account.requirements?.entries).toHaveLength(200);
  expect(account.requirements?.summary?.minimum_deadline).toEqual({
    status: "past_due",
    time: new Date(due * 1000).toISOString(),
  });
  expect(account.future_requirements?.entries).toMatchObject([
    { description: "later", minimum_deadline: { status: "currently_due" } },
  ]);
  expect((await steer("requirements", { entries: [...entries, "one more"] })).status).toBe(400);
  await steer("bank", { status: "errored" });
  expect((await bankOf(id))?.status).toBe("errored");
  await steer("bank", { remove: true });
  expect(await bankOf(id)).toBeUndefined();
  await steer("bank", { number: "000123456789", currency: "eur" });
  expect((await bankOf(id))?.currency).toBe("eur");
  expect((await steer("close")).status).toBe(200);
  expect((await steer("close")).status).toBe(400);
  expect(await typesAfter(before)).toEqual([
    "v2.core.account[configuration.recipient].capability_status_updated",
    "v2.core.account[requirements].updated",
    "v2.core.account[future_requirements].updated",
    "account.external_account.updated",
    "account.external_account.deleted",
    "account.external_account.created",
    "v2.core.account.closed",
  ]);
  expect((await refusalOf(stripe.accounts.listExternalAccounts(id))).code).toBe("account_invalid");
});

test("A thin event is fetched with the data that its delivery leaves out; Connect's events are not the platform's", async () => {
  const before = await newestEvent();
  const id = await onboarded();
  const recorded = await eventsAfter(before);
  const changed = recorded.find(({ type }) => type.endsWith("capability_status_updated"));
  const event = await stripe.v2.core.events.retrieve(String(changed?.id));
  expect(event).toMatchObject({
    object: "v2.core.event",
    livemode: false,
    data: { updated_capability: "stripe_balance.stripe_transfers" },
    related_object: { id, type: "v2.core.account", url: `/v2/core/accounts/${id}` },
  });
  const created = await stripe.v2.core.events.retrieve(String(recorded[0]?.id));
  expect(created).toMatchObject({ type: "v2.core.account.created", reason: { type: "request" } });
  expect((await refusalOf(stripe.v2.core.events.retrieve("evt_none"))).statusCode).toBe(404);
  const { data } = await stripe.events.list({ limit: 100 });
  expect(data.filter(({ type }) => /account/.test(type))).toEqual([]);
});
