import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { kindsWithoutLink } from "#app/admin/users/mail-words.ts";
import { mailTemplates } from "#app/emails/email-templates.ts";
import type { MailOrder } from "#app/emails/mail-data.ts";
import { groupOf, switchable, whys } from "#app/emails/mail-groups.ts";
import { namesInMail } from "#app/emails/order-mail.ts";
import { renderMail, subjectOf, textOf } from "#app/emails/render-email.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";
import { mailKinds } from "#drizzle/schema.ts";
import { mailHtml } from "#workers/render/mail-html.ts";
import { db } from "../support/visitor.ts";
import { mailData } from "./sample-mail.ts";

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
      const facts = paragraphs.filter((part) => textOf(part).includes("Okafor"));
      expect(facts, kind).toEqual(link?.url.includes("/orders/") ? [fact] : []);
      expect(paragraphs.length - facts.length, kind).toBeGreaterThan(1);
      const text = [subject, ...paragraphs.map(textOf), link?.label ?? "", link?.url ?? ""].join("\n");
      expect(text, kind).not.toMatch(/\b(undefined|null|NaN|object Object)\b/);
      // People read no ISO times.
      expect(text, kind).not.toMatch(/\d{4}-\d\d-\d\d/);
      // Whole sentences: each begins with a capital, a name or a number, and the subject names no id.
      for (const sentence of [subject, ...paragraphs.slice(1).map(textOf)])
        expect(sentence, kind).toMatch(/^(\p{Lu}|“|\$|@?bob|@?ann|cleo|\u2068)/u);
      expect(subject, kind).not.toContain("0b7c1d2e");
      expect(text, kind).not.toMatch(/\b(e-mail|somebody|nobody|whoever|by itself|second factor)\b/i);
    }
  }
});

it("Each kind is valid HTML, has a short subject, and says the same in text and HTML", async () => {
  const operator = { name: "Ann's shop", address: "1 Main Street", email: "ann@shop.test" };
  const order = mailData.order && { ...mailData.order, title: `A ${"very ".repeat(20)}long title <b>&` };
  for (const [kind, template] of Object.entries(mailTemplates)) {
    const group = groupOf(kind as MailKind, "buyer");
    const why = whys[group];
    const stop = switchable(group) && {
      unsubscribe: "https://shop.test/stop?a",
      choose: "https://shop.test/b",
    };
    const content = template({ ...mailData, order });
    const mail = renderMail(
      content,
      { id: "mail", to: "ann@example.test", kind, why, stop, operator },
      mailHtml,
    );
    expect([...mail.subject].length, mail.subject).toBeLessThanOrEqual(70);
    const answer = await env.HTML_VALIDATOR.fetch("http://validator", { method: "POST", body: mail.html });
    expect([kind, await answer.json()]).toEqual([kind, []]);
    const html = mail.html.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&#x27;", "'");
    const shown = html.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
    const facts = content.paragraphs.flatMap((part) =>
      typeof part === "string"
        ? part
        : "quote" in part
          ? [part.quote, part.by]
          : part.rows.flatMap((cells) => cells.filter((cell) => cell !== undefined)),
    );
    for (const fact of [...facts, why, operator.name, operator.address, operator.email]) {
      expect(mail.text, kind).toContain(fact.split("\n")[0]);
      expect(shown, kind).toContain(fact);
    }
    const choices = [
      "Stop these emails: https://shop.test/stop?a",
      "Choose your emails: https://shop.test/b",
    ];
    for (const choice of choices) {
      const [label, url] = choice.split(/: (?=https)/);
      expect([kind, mail.text.includes(choice)]).toEqual([kind, stop !== null]);
      expect([kind, new RegExp(`href="${url?.replace("?", "\\?")}"[^>]*>${label}<`).test(shown)]).toEqual([
        kind,
        stop !== null,
      ]);
    }
    if (content.link) {
      expect(mail.text, kind).toContain(`${content.link.label}: ${content.link.url}`);
      expect(shown, kind).toContain(`href="${content.link.url}"`);
    }
  }
});

it("What users write is shown as text, and does not change the direction of the text around it", () => {
  const quote = "<script>alert(1)</script>\r\n\u202eevil\u0007 😀";
  const content = { subject: "A\nsubject", paragraphs: ["Hi,", { quote, by: "bob\u202e" }, { rows: [] }] };
  const operator = { name: "Shop", address: "Street", email: "a@shop.test" };
  const mail = renderMail(
    content,
    { id: "mail", to: "ann@example.test", kind: "late", why: "", stop: null, operator },
    mailHtml,
  );
  expect(mail.subject).toBe("A subject");
  expect(mail.text).toContain("bob wrote:\n> <script>alert(1)</script>\n> evil 😀");
  expect(mail.html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;\nevil 😀");
  expect(mail.html).not.toContain("\u202e");
  const turned = { subject: "“\u2067abc” is late", paragraphs: ["Hi,", "\u2069“\u2067abc” is late"] };
  const closed = renderMail(
    turned,
    { id: "mail", to: "ann@example.test", kind: "late", why: "", stop: null, operator },
    mailHtml,
  );
  expect(closed.subject).toBe("“\u2067abc” is late\u2069");
  expect(closed.text).toContain("\n“\u2067abc” is late\u2069\n");
});

it("Two emails of a kind about one order have different subjects, and so have two kinds, however long names are", () => {
  const long = {
    buyer: "Maria Fernanda Oliveira Santos",
    seller: "Q".repeat(83),
    title: "A book ".repeat(11),
  };
  for (const reader of ["buyer", "seller"] as const) {
    for (const names of [{}, long]) {
      const subjects = Object.values(mailTemplates).flatMap((template) =>
        [1, 2].map((count) => {
          const order = mailData.order && { ...mailData.order, ...names, reader, count };
          const content = template({ ...mailData, order });
          return content.link?.url.includes("/orders/") ? subjectOf(content) : crypto.randomUUID();
        }),
      );
      expect(subjects.filter((subject, place) => subjects.indexOf(subject) !== place)).toEqual([]);
    }
  }
});

it("The email about a used recovery code says how many are left, and what to do without any", () => {
  const said = (codesLeft: number) =>
    mailTemplates
      .recovery_code_used({ ...mailData, codesLeft })
      .paragraphs.map(textOf)
      .join(" ");
  expect(said(9)).toContain("You have 9 codes left.");
  expect(said(1)).toContain("You have 1 code left.");
  expect(said(0)).toContain("You have no codes left. Create new ones now");
});

it("The amounts of an email add up: after an earlier refund, with credit, and with what we pay instead of the seller", () => {
  const refund = { at: 0, cardCents: 1000, creditCents: 500 };
  const receipt = { ...mailData.order?.receipt, refundedCents: 2500, netCents: 4400, feeCents: 1100 };
  const rows = (change: object) =>
    mailTemplates
      .refund_granted({ ...mailData, order: { ...mailData.order, refund, receipt, ...change } as MailOrder })
      .paragraphs.flatMap((part) => (typeof part === "object" && "rows" in part ? part.rows : []));
  expect(rows({ reader: "buyer" })).toEqual([
    ["Price", "$80.00"],
    ["Refunded before", "$10.00"],
    ["Back to your card", "$10.00"],
    ["Back as credit", "$5.00"],
    ["Left of what you paid", "$55.00"],
  ]);
  expect(rows({ reader: "seller", goodwillCents: 1200 })).toEqual([
    ["Price", "$80.00"],
    ["Refunded to the buyer", "−$25.00"],
    ["Our fee", "−$11.00"],
    ["Paid by us in your place", "$12.00"],
    ["You still earn", "$56.00"],
  ]);
});

it("An email says who cancelled or completed an order, or which deadline has passed", () => {
  const first = (kind: "cancelled" | "completed", change: object) =>
    mailTemplates[kind]({ ...mailData, order: mailData.order && { ...mailData.order, ...change } })
      .paragraphs[1];
  expect(first("cancelled", { actorRole: "buyer", actor: "ann", reader: "seller" })).toBe(
    "ann cancelled the order “A bound book”.",
  );
  expect(first("cancelled", { wasAsked: true })).toBe("bob agreed to cancel your order “A bound book”.");
  expect(first("cancelled", { actorRole: "clock", note: "Not paid within 24 hours", refund: null })).toBe(
    "We cancelled your order “A bound book”, because it was not paid within 24 hours.",
  );
  expect(first("cancelled", { actorRole: "clock", reader: "seller" })).toBe(
    "We cancelled the order “A bound book”, because you did not start it within 14 days.",
  );
  expect(first("completed", { actorRole: "clock" })).toContain(
    "You did not answer the delivery within 7 days",
  );
  expect(first("completed", { actorRole: "support", actor: "Handiwork support" })).toBe(
    "Handiwork support completed your order “A bound book”.",
  );
});

it("Operators can read the words of exactly those kinds whose template has no link", () => {
  const linkless = Object.entries(mailTemplates).filter(([, template]) => !template(mailData).link);
  expect(linkless.map(([kind]) => kind).toSorted()).toEqual([...kindsWithoutLink].toSorted());
});

it("Emails name times in the reader's time zone, or in UTC", () => {
  const timed = Object.values(mailTemplates).flatMap((template) => {
    const [inTokyo, inUtc] = ["Asia/Tokyo", null].map((timeZone) =>
      template({ ...mailData, timeZone, order: mailData.order && { ...mailData.order, timeZone } })
        .paragraphs.map(textOf)
        .join(" ")
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
