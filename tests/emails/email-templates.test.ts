import { expect, it } from "vitest";
import { kindsWithoutLink } from "#app/admin/users/mail-words.ts";
import { mailTemplates } from "#app/emails/email-templates.ts";
import type { MailData } from "#app/emails/mail-data.ts";
import { namesInMail } from "#app/emails/order-mail.ts";
import { mailKinds } from "#drizzle/schema.ts";
import { db } from "../support/visitor.ts";

const mailData: MailData = {
  name: "Ann Lee",
  username: "ann",
  reference: "the-id-of-ann",
  origin: "https://shop.test",
  at: Date.UTC(2026, 10, 20),
  timeZone: "Asia/Tokyo",
  link: { url: "https://shop.test/verify?token=x", email: "ann@example.test" },
  order: {
    id: "0b7c1d2e-0000-4000-8000-000000000000",
    title: "A bound book",
    reader: "buyer",
    actor: "bob",
    buyer: "ann",
    seller: "bob",
    version: 3,
    otherNames: "Daniel Okafor · @seller",
    priceCents: 8000,
    cashCents: 7000,
    creditCents: 1000,
    paymentStatus: "paid",
    questions: 2,
    deliveryDate: Date.UTC(2026, 11, 1),
    isLate: false,
    days: 5,
    note: "A note",
    cents: 500,
    timeZone: "Europe/Berlin",
  },
  registration: {
    refundedCents: 5000,
    wasPaid: true,
    level: "Level 1",
    receipt: {
      id: "0b7c1d2e-0000-4000-8000-000000000001",
      priceCents: 5000,
      paidAt: Date.UTC(2026, 10, 19),
      waived: null,
      refunds: [],
    },
  },
  service: { title: "A bound book", state: "active" },
  moved: {
    cents: 8000,
    lines: [{ orderId: "1", title: "A bound book", cents: 6000 }],
    more: 1,
    paidWith: [],
  },
  payouts: {
    bankName: "STRIPE TEST BANK",
    bankLast4: "6789",
    bankCurrency: "usd",
    requirements: [{ key: "identity.individual.date_of_birth", by: 1_800_000_000_000 }],
  },
  payoutHold: { kind: "operator", reason: "A reason", until: Date.UTC(2027, 1, 1), isRenewed: false },
  bankPayout: {
    amount: 7776,
    currency: "eur",
    cents: 8640,
    arrivesAt: Date.UTC(2026, 11, 11),
    state: "failed",
    failureCode: "account_closed",
  },
  statement: {
    year: "2025",
    openingCents: -1000,
    earnedCents: 8000,
    feeCents: 2000,
    sentCents: 5000,
    otherCents: 500,
    closingCents: 2500,
  },
  ticket: {
    code: "HW-2026-004217",
    topic: "refund",
    text: "The book has no pages",
    url: "https://shop.test/contact/requests/HW-2026-004217",
    reopenUntil: Date.UTC(2026, 11, 4),
  },
  report: { kind: "message", title: null, outcome: "removed" },
  unread: { from: "Mei Tanaka · @mei", count: 2, first: "Hello", path: "/messages?conversation=x" },
  operator: {
    reason: "A reason",
    stuck: ["Late orders: 2, the oldest for 24 h"],
    seller: { userId: "the-id-of-bob", username: "bob" },
    role: { username: "bob", by: "ann", reason: "A reason", isAboutRecipient: false },
    signup: {
      userId: "the-id-of-cleo",
      message: "New sign-up: cleo",
      email: "cleo@example.test",
      authProvider: "email",
      timestamp: "2026-11-20T00:00:00.000Z",
    },
  },
};

it("Each row of mail_kinds has a template, and each template has a row", async () => {
  const rows = await db.select().from(mailKinds);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(mailTemplates).toSorted());
});

it("Each template writes a subject and paragraphs to either party", () => {
  for (const [kind, template] of Object.entries(mailTemplates)) {
    for (const reader of ["buyer", "seller"] as const) {
      const order = mailData.order && { ...mailData.order, reader };
      const { subject, paragraphs, link } = template({ ...mailData, order });
      expect(subject, kind).not.toBe("");
      const fact = `${reader === "buyer" ? "Seller" : "Buyer"}: Daniel Okafor · @seller`;
      const facts = paragraphs.filter((paragraph) => paragraph.includes("Okafor"));
      expect(facts, kind).toEqual(link?.url.includes("/orders/") ? [fact] : []);
      expect(paragraphs.length - facts.length, kind).toBeGreaterThan(1);
      const text = [subject, ...paragraphs, link?.label ?? "", link?.url ?? ""].join("\n");
      expect(text, kind).not.toMatch(/\b(undefined|null|NaN|object Object)\b/);
      // Whole sentences: each begins with a capital, a name or a number, and the subject names no id.
      for (const sentence of [subject, ...paragraphs.slice(1)])
        expect(sentence, kind).toMatch(/^(\p{Lu}|“|\$|bob|ann|cleo)/u);
      expect(subject, kind).not.toContain("0b7c1d2e");
      expect(text, kind).not.toMatch(/\b(e-mail|somebody|nobody|whoever|by itself|second factor)\b/i);
    }
  }
});

it("Operators can read the words of exactly those kinds whose template has no link", () => {
  const linkless = Object.entries(mailTemplates).filter(([, template]) => !template(mailData).link);
  expect(linkless.map(([kind]) => kind).toSorted()).toEqual([...kindsWithoutLink].toSorted());
});

it("Emails name times in the reader's time zone, or in UTC", () => {
  const timed = Object.values(mailTemplates).flatMap((template) => {
    const [inTokyo, inUtc] = ["Asia/Tokyo", null].map((timeZone) =>
      template({ ...mailData, timeZone, order: mailData.order && { ...mailData.order, timeZone } })
        .paragraphs.join(" ")
        .match(/\d\d:\d\d \S+/g),
    );
    return inTokyo ? [[inTokyo.join(), inUtc?.join()]] : [];
  });
  expect(timed.length).toBeGreaterThan(9);
  for (const [inTokyo, inUtc] of timed) {
    expect(inTokyo).toMatch(/^\d\d:\d\d GMT\+9/);
    expect(inUtc).toMatch(/^\d\d:\d\d UTC/);
  }
});

it.each([
  ["Daniel Okafor", "seller", "Daniel Okafor · @seller"],
  ["Anne-Marie  d’Arc ", "am_1", "Anne-Marie  d’Arc · @am_1"],
  ["Daniel evil.example", "seller", null],
  ["Daniel https://evil.example/x", "seller", null],
  ["Call 5551234567", "seller", null],
  ["You have won a big prize", "seller", null],
  ["Daniel Okafor", "evil.example", null],
  ["", "seller", null],
  ["", null, null],
])("An email shows the names %j and %j as %j", (fullName, username, expected) => {
  expect(namesInMail({ fullName, username })).toBe(expected);
});
