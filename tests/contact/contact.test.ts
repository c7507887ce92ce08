import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { ticketCode } from "#app/contact/ticket.ts";
import {
  limits,
  ticketEntries,
  ticketFiles,
  tickets,
  uploads,
  users,
  visitorMails,
} from "#drizzle/schema.ts";
import { pdf, sendFiles } from "../orders/started-order.ts";
import { operator } from "../support/accounts/operator.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { linkIn, mailsTo } from "../support/mails.ts";
import { orderRow } from "../support/orders.ts";
import { db, type Visitor, visitor } from "../support/visitor.ts";

vi.setConfig({ testTimeout: 30_000 });

const message = "The page of my order is empty since this morning";
const down = () => productWith({ DB: faultyDatabase(env.DB, () => true) });

/** The newest ticket, as a visitor sent it, and the link that only their email has. */
const newestOf = async (email: string) => {
  const [mail] = await mailsTo(email);
  const link = linkIn(mail);
  return { mail, link, ticket: await ticketAt(link) };
};

/** The ticket of an address such as /contact/requests/HW-2026-000001?token=x. */
const ticketAt = async (location: string | null) => {
  const number = Number(/HW-\d{4}-(\d+)/.exec(location ?? "")?.[1]);
  const [ticket] = await db.select().from(tickets).where(eq(tickets.number, number));
  if (!ticket) throw new Error(`No ticket at ${location}`);
  return ticket;
};
const count = async () => (await db.select().from(tickets)).length;
const from = (address: string): Visitor => {
  const guest = visitor.signedOut();
  guest.address = address;
  return guest;
};

it("The page's form asks for a topic and keeps the rest; a program without one asks about something else", async () => {
  const guest = visitor.signedOut();
  const token = (await guest.get("/contact")).field("token") ?? "";
  const typed = { name: "Eli Roth", email: "eli@example.test", message: "short" };
  const sent = { token, intent: "send" };
  const refused = await guest.submit("/contact", { ...typed, ...sent });
  expect(refused.status).toBe(400);
  expect(refused.html).toContain('<a href="#topic">Choose a topic</a>');
  expect(refused.text).toContain("Please write at least 20 characters");
  expect(["name", "email", "message", "token"].map((name) => refused.field(name))).toEqual([
    ...["Eli Roth", "eli@example.test", "short", token],
  ]);
  const asked = { ...typed, message: "Where is the invoice of my last order?" };
  expect((await guest.submit("/contact", { ...asked, ...sent })).status).toBe(400);
  expect((await guest.submit("/contact", { ...asked, ...sent, topic: "refund" })).status).toBe(303);
  expect((await guest.submit("/contact", asked)).status).toBe(303);
  const rows = await db.select().from(tickets).where(eq(tickets.email, "eli@example.test"));
  expect(rows.map(({ topic }) => topic).toSorted()).toEqual(["other", "refund"]);
});

it("The page shows ten topics, who runs the site, and its form to visitors and users", async () => {
  const page = await visitor.signedOut().get("/contact?topic=refund");
  expect(page.status).toBe(200);
  expect(page.html.match(/name="topic"/g)).toHaveLength(10);
  expect(page.html).toMatch(/value="refund"[^>]*checked|checked[^>]*value="refund"/);
  for (const words of ["Handiwork Example Ltd", "1 Example Street", "hello@handiwork.example", "Your name"])
    expect(page.text).toContain(words);
  expect(page.field("files")).toBeUndefined();
  const ann = await visitor.signedIn();
  const own = await ann.get("/contact?topic=no-such");
  expect(own.text).toContain("Choose a topic");
  expect(own.html).not.toMatch(/name="topic"[^>]*checked|checked[^>]*name="topic"/);
  expect(own.text).toContain(`We'll answer to ${ann.email}`);
  expect([own.field("name"), own.field("files")]).toEqual([undefined, ""]);
});

it("A visitor's ticket has a number, a page that only the signed link opens, and an email copy without links", async () => {
  const guest = from("198.51.100.1");
  const text = "<b>Look</b> at https://evil.example/x, the page is empty";
  const sent = await guest.submit("/contact", {
    topic: "no such topic",
    name: "Ann <i>Lee</i>",
    email: "Ann@Example.test",
    message: text,
  });
  expect([sent.status, sent.location]).toEqual([303, "/contact"]);
  const { mail, link, ticket } = await newestOf("ann@example.test");
  expect(ticket).toMatchObject({ topic: "other", email: "ann@example.test", userId: null, state: "open" });
  const code = /HW-\d{4}-\d{6}/.exec(link)?.[0] ?? "";
  const thanks = await guest.get("/contact");
  expect(thanks.html).not.toContain("token=");
  expect(thanks.text).toContain(
    `Thank you. Your ticket number is ${code}. We'll answer to ann@example.test.`,
  );
  const page = await guest.get(link);
  expect(page.text).toContain(text);
  expect(page.html).not.toContain("<b>Look</b>");
  expect(mail).toMatchObject({ kind: "ticket_received", subject: `We have your request ${code}` });
  expect(mail?.text).toContain("<b>Look</b> at [left out] the page is empty");
  expect(mail?.text).toContain("Handiwork Example Ltd, 1 Example Street");
  expect(mail?.text).not.toContain("evil");
  // Anyone with the link can open it, but no one without it.
  expect((await visitor.passingBy().get(link)).status).toBe(200);
  const path = `/contact/requests/${code}`;
  await guest.submit("/contact", { name: "Bo", email: "bo@example.test", message });
  const [, otherToken] = (await newestOf("bo@example.test")).link.split("?");
  for (const wrong of [
    `${path}?${otherToken}`,
    `${path}?token=`,
    `${path}x?token=x`,
    "/contact/requests/HW-1999-000001?token=x",
  ])
    expect([wrong, (await visitor.passingBy().get(wrong)).status]).toEqual([wrong, 404]);
  expect((await visitor.passingBy().get(path)).location).toContain("/sign-in");
  expect((await (await visitor.signedIn()).get(path)).status).toBe(404);
});

it("A user's ticket names one of their orders, and only they can open its page", async () => {
  const [ann, bob] = [await visitor.signedIn(), await visitor.signedIn()];
  const mine = await orderRow(db, { buyerId: ann.id });
  const foreign = await orderRow(db, { buyerId: bob.id });
  expect((await ann.get("/contact")).html).toContain(`#${mine.id.slice(0, 8)}`);
  for (const orderNumber of [foreign.id, foreign.id.slice(0, 8), "00000000", "' or 1"]) {
    const refused = await ann.submit("/contact", { topic: "refund", orderNumber, message });
    expect([refused.status, refused.field("message"), refused.field("orderNumber")]).toEqual([
      400,
      message,
      orderNumber,
    ]);
    expect(refused.text).toContain("You have no order with this number");
  }
  const sent = await ann.submit("/contact", {
    topic: "refund",
    orderNumber: ` #${mine.id.slice(0, 8).toUpperCase()}`,
    message,
  });
  expect(await ticketAt(sent.location)).toMatchObject({ userId: ann.id, email: null, orderId: mine.id });
  const [mail] = await mailsTo(ann.email);
  expect(mail?.text).toContain(message);
  expect(linkIn(mail)).toBe(sent.location);
  expect((await bob.get(sent.location ?? "")).status).toBe(404);
  expect((await bob.submit(sent.location ?? "", { intent: "close" })).status).toBe(404);
  const list = await ann.get("/contact/requests");
  expect(list.text).toContain("Refund or cancellation");
  expect((await bob.get("/contact/requests")).text).toContain("No requests yet");
});

it("A form sent twice opens one ticket and counts once; another text or person with its token opens another", async () => {
  const guest = from("198.51.100.2");
  const token = (await guest.get("/contact")).field("token") ?? "";
  const fields = { name: "Cleo", email: "cleo@example.test", message, token };
  const before = await count();
  const twice = await Promise.all([guest.submit("/contact", fields), guest.submit("/contact", fields)]);
  expect(twice.map(({ status }) => status)).toEqual([303, 303]);
  const { ticket } = await newestOf("cleo@example.test");
  const thanks = `Your ticket number is ${ticketCode(ticket)}.`;
  for (let n = 0; n < 5; n++) {
    expect((await guest.submitAndFollow("/contact", fields)).text).toContain(thanks);
    expect(await count()).toBe(before + 1);
  }
  const stranger = await guest.submitAndFollow("/contact", { ...fields, email: "eve@example.test" });
  const another = { ...fields, message: `${message}, and so is the next one` };
  for (const { text } of [stranger, await guest.submitAndFollow("/contact", another)]) {
    expect(text).toContain("Your ticket number is HW-");
    expect(text).not.toContain(thanks);
  }
  expect(await count()).toBe(before + 3);
  const ann = await visitor.signedIn();
  const own = { topic: "bug", message, token: (await ann.get("/contact")).field("token") ?? "" };
  const first = await ann.submit("/contact", own);
  expect((await ann.submit("/contact", own)).location).toBe(first.location);
  const withFile = await sendFiles(ann, "/contact", own, [["files", pdf(), "a.pdf"]]);
  expect(withFile.location).not.toBe(first.location);
  expect(await count()).toBe(before + 5);
});

it("A refused form says what is wrong and keeps the typed text", async () => {
  const guest = from("198.51.100.3");
  const page = await guest.submit("/contact", {
    topic: "bug",
    name: "",
    email: "no address",
    message: "Too short",
  });
  expect([page.status, page.field("message"), page.field("email")]).toEqual([400, "Too short", "no address"]);
  for (const sentence of [
    "Please enter your name",
    "Please enter a whole email address",
    "at least 20 characters",
  ])
    expect(page.text).toContain(sentence);
  const long = await guest.submit("/contact", { name: "Al", email: "a@b.test", message: "é".repeat(5001) });
  expect(long.text).toContain("Please write at most 5,000 characters");
});

it("A bot that fills in the hidden field creates no ticket, and gets the ordinary answer", async () => {
  const before = [await count(), (await db.select().from(visitorMails)).length];
  const page = await from("198.51.100.4").submit("/contact", {
    name: "Bot",
    email: "bot@example.test",
    message,
    homepage: "https://evil.example",
  });
  expect([page.status, page.location]).toEqual([303, "/contact"]);
  expect([await count(), (await db.select().from(visitorMails)).length]).toEqual(before);
});

it("The sixth ticket of a person or an address in an hour answers 429 with the time to wait, and the text stays", async () => {
  const guest = from("198.51.100.5");
  const ann = await visitor.signedIn();
  const send = (who: Visitor, n: number) =>
    who.submit("/contact", { name: "Dora", email: `dora-${n}@example.test`, message });
  for (const who of [guest, ann]) {
    for (let n = 0; n < 5; n++) expect((await send(who, n)).status).toBe(303);
    const refused = await send(who, 5);
    expect([refused.status, refused.field("message")]).toEqual([429, message]);
    expect(refused.text).toMatch(/Too many attempts\. Please wait \d+ minutes/);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3000);
  }
});

it("A user sends three files, which only they and operators can read; other files are refused", async () => {
  const ann = await visitor.signedIn();
  const send = (files: [string, Blob, string][]) =>
    sendFiles(ann, "/contact", { topic: "bug", message }, files);
  const big = new Blob([pdf(), new Uint8Array(5 * 1024 * 1024)]);
  const file = (name: string, body = pdf()): [string, Blob, string] => ["files", body, name];
  for (const [files, sentence] of [
    [
      [file("a.pdf"), file("b.pdf"), file("c.pdf"), file("d.pdf")],
      "“d.pdf” is one too many: you can send at most 3 files",
    ],
    [[file("big.pdf", big)], "“big.pdf” is too large: a file can be at most 5 MB"],
    [[file("virus.exe")], "“virus.exe” can't be sent"],
  ] as const) {
    const refused = await send([...files]);
    expect([refused.status, refused.field("message")]).toEqual([400, message]);
    expect(refused.text).toContain(sentence);
  }
  const sent = await send([file("a.pdf"), file("b.txt"), ["files", new Blob([]), ""]]);
  const ticket = await ticketAt(sent.location);
  expect(await db.select().from(ticketFiles).where(eq(ticketFiles.ticketId, ticket.id))).toHaveLength(2);
  expect(await db.select().from(uploads).where(eq(uploads.ownerId, ann.id))).toEqual([]);
  const link = (await ann.get(sent.location ?? "")).links.find((to) => to.includes("/files/")) ?? "";
  const download = await ann.get(link);
  expect([download.status, download.html]).toEqual([200, "%PDF-1.7 the work"]);
  expect(download.headers.get("Content-Disposition")).toContain('attachment; filename="a.pdf"');
  const { ann: eve } = await operator();
  expect((await eve.get(link)).status).toBe(200);
  // The claim is not enough once the account is no longer an operator's.
  await db.update(users).set({ role: "user" }).where(eq(users.id, eve.id));
  expect((await eve.get(link)).status).toBe(404);
  expect((await (await visitor.signedIn()).get(link)).status).toBe(404);
  expect((await visitor.passingBy().get(link)).location).toContain("/sign-in");
});

it("While the database is down, the page is shown and says so, and the typed text stays", async () => {
  const ann = await visitor.signedIn();
  for (const who of [from("198.51.100.6"), ann]) {
    for (const event of [
      "section read failed",
      ...(who === ann ? ["text not parked", "viewer unknown"] : ["request not taken"]),
    ])
      expectErrorLog(event);
    who.send = down();
    const page = await who.get("/contact");
    expect([page.status, page.field("message")]).toEqual([200, ""]);
    const writer = who === ann ? { writer: ann.id } : { name: "Finn", email: "finn@example.test" };
    const refused = await who.submit("/contact", { ...writer, message });
    expect([refused.status, refused.field("message")]).toEqual([503, message]);
    expect(refused.text).toContain(
      who === ann
        ? "Your text was not sent"
        : "We couldn't take your request. Please try again, or write to hello@",
    );
  }
});

it("The typed text survives signing in first and a session that has ended", async () => {
  const guest = from("198.51.100.7");
  const fields = { topic: "privacy", name: "Gus", email: "gus@example.test", message };
  const away = await guest.submit("/contact", { ...fields, intent: "sign-in" });
  const back = (await guest.get(away.location ?? "")).field("redirectTo") ?? "";
  expect(back).toMatch(/^\/contact\?draft=/);
  const page = await guest.get(back);
  expect([page.field("message"), page.field("email")]).toEqual([message, "gus@example.test"]);
  expect(page.html).toMatch(/value="privacy"[^>]*checked|checked[^>]*value="privacy"/);
  const entries = await db.select().from(ticketEntries).where(eq(ticketEntries.text, message));
  expect(entries.every(({ kind }) => kind === "question")).toBe(true);
});

it("A visitor's ticket also counts for their network", async () => {
  const counted = () => db.select().from(limits).where(eq(limits.key, "ticket:day:203.0.113.0/24"));
  expect(await counted()).toEqual([]);
  await from("203.0.113.9").submit("/contact", { name: "Finn", email: "finn@example.test", message });
  expect((await counted()).map(({ count }) => count)).toEqual([1]);
});
