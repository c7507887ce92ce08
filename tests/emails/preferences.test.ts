import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { mailTemplates } from "#app/emails/email-templates.ts";
import { groupOf, optOutGroups, type SwitchableGroup, switchable } from "#app/emails/mail-groups.ts";
import { sendIfDue } from "#app/emails/send-emails.server.ts";
import * as unsubscribeLinks from "#app/emails/unsubscribe-links.server.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";
import * as sellers from "#app/sellers/sellers.server.ts";
import { conversationSides, mailSwitches, type orders, outbox, savedNews, users } from "#drizzle/schema.ts";
import { sellerRow } from "../sellers/applicant.ts";
import { deleteAccount, withPassword } from "../support/accounts/deletion.ts";
import { operator } from "../support/accounts/operator.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { day, now } from "../support/clock.ts";
import { conversationOf } from "../support/conversations.ts";
import { announcement } from "../support/factories.ts";
import { offerRow } from "../support/offer-rows.ts";
import { orderRow } from "../support/orders.ts";
import { mailDeps, sentMails } from "../support/sent-mails.ts";
import { db, type Page, type Visitor, visitor } from "../support/visitor.ts";

// Which emails a user gets (docs/specification.md#email-preferences, #unsubscribe).

/** Writes an email of a kind, and lets it be sent. @returns what was sent, and the row's error */
async function send(kind: string, userId: string, subjectId: string | null) {
  const id = crypto.randomUUID();
  const row = { id, kind, userId, subjectId, createdAt: now(), dueAt: now(), attempts: 0 };
  await db.insert(outbox).values(row as typeof outbox.$inferInsert);
  sentMails.length = 0;
  await sendIfDue(mailDeps, id);
  const [written] = await db.select().from(outbox).where(eq(outbox.id, id));
  return { mail: sentMails[0], isDone: written?.sentAt !== null, error: written?.error };
}

const switchesOf = (userId: string) => db.select().from(mailSwitches).where(eq(mailSwitches.userId, userId));
const offOf = async (userId: string) =>
  (await switchesOf(userId)).map(({ mailGroup }) => mailGroup).toSorted();
const newsOf = (userId: string) => db.select().from(savedNews).where(eq(savedNews.userId, userId));

/** Switches groups off, as the user or as a complaint does. @param at UTC ms */
const switchOff = (
  userId: string,
  groups: (typeof mailSwitches.$inferInsert)["mailGroup"][],
  by: "user" | "link" | "complaint" = "user",
  at = 1,
) => db.insert(mailSwitches).values(groups.map((mailGroup) => ({ userId, mailGroup, by, offAt: at })));

const dropped = { mail: undefined, isDone: true, error: "not sent: turned off by its reader" };

it("Every kind of a group that is off is dropped when it is due, and no kind of another group", async () => {
  const [ann, bob] = [await visitor.signedIn(), await visitor.signedIn()];
  const order = await orderRow(db, { buyerId: ann.id, sellerId: bob.id });
  const talk = await conversationOf(ann, bob);
  await ann.submit("/messages", { conversation: talk, content: "Is the paper acid-free?" });
  await db.update(conversationSides).set({ unread: 1 }).where(eq(conversationSides.userId, bob.id));
  const news = await announcement(db);
  const { id: offer } = await offerRow(db, { buyer: ann, seller: bob, gigId: order.gigId });
  await sellerRow(bob.id, { status: "applied" });
  const registration = (await sellers.findByUser(db, bob.id))?.id ?? "";
  const orderThat = async (facts: Partial<typeof orders.$inferInsert>) =>
    (await orderRow(db, { buyerId: ann.id, sellerId: bob.id, paymentStatus: "paid", ...facts })).id;
  const delivered = (days: number) =>
    orderThat({ status: "in progress", stage: "delivered", deliveredAt: now() - days * day });
  const due = (inDays: number) =>
    orderThat({ status: "in progress", stage: "working", deliveryDate: now() + inDays * day });
  const subjects: Partial<Record<MailKind, string>> = {
    ...{ message_digest: talk, announcement: news },
    ...{ offer_sent: offer, offer_withdrawn: offer, offer_declined: offer, offer_expired: offer },
    requirements_reminder: await orderThat({ stage: "awaiting_requirements", paidAt: now() - 2 * day }),
    ...{ delivery_reminder: await delivered(2), completes_tomorrow: await delivered(6.5) },
    ...{ due_tomorrow: await due(0.5), late: await due(-0.5) },
    ...{ fee_reminder: registration, level_changed: registration, away_over: registration },
  };
  const onlyTo: Partial<Record<MailKind, "buyer" | "seller">> = {
    ...{ message_digest: "seller", due_tomorrow: "seller", fee_reminder: "seller" },
    ...{ requirements_reminder: "buyer", delivery_reminder: "buyer", completes_tomorrow: "buyer" },
  };
  const seen = new Set<string>();
  for (const [reader, { id }] of [
    ["buyer", ann],
    ["seller", bob],
  ] as const) {
    await switchOff(id, [...optOutGroups]);
    for (const kind of Object.keys(mailTemplates) as MailKind[]) {
      const group = switchable(groupOf(kind, reader));
      // Its group has no row of `mail_switches`: tests/gigs/saved/saved-news.test.ts.
      if (kind === "saved_news") continue;
      if ((onlyTo[kind] ?? reader) !== reader) continue;
      const sent = await send(kind, id, subjects[kind] ?? order.id);
      if (group) expect([kind, sent]).toEqual([kind, dropped]);
      else expect([kind, sent.error]).not.toEqual([kind, dropped.error]);
      if (group) seen.add(group);
    }
  }
  expect([...seen].toSorted()).toEqual([...optOutGroups].toSorted());
});

it("A reminder that waited until there was nothing left to do is not sent", async () => {
  const [ann, bob] = [await visitor.signedIn(), await visitor.signedIn()];
  const { id } = await orderRow(db, { buyerId: ann.id, sellerId: bob.id, paymentStatus: "paid" });
  await sellerRow(bob.id, { status: "active" });
  const registration = (await sellers.findByUser(db, bob.id))?.id ?? "";
  for (const sent of [await send("late", ann.id, id), await send("fee_reminder", bob.id, registration)])
    expect(sent).toEqual({ mail: undefined, isDone: true, error: "not sent: nothing left to tell" });
});

it("Emails that can be stopped carry the headers of RFC 8058 and both links; receipts and security mails carry none", async () => {
  const [ann, bob] = [await visitor.signedIn(), await visitor.signedIn()];
  const order = await orderRow(db, { buyerId: ann.id, sellerId: bob.id });
  await switchOff(ann.id, ["selling", "messages", "advice"]);
  for (const [kind, { id }, group] of [
    ["started", ann, "buying"],
    ["new_order", bob, "selling"],
    ["review_wanted", bob, "advice"],
  ] as [string, Visitor, SwitchableGroup][]) {
    const { mail, error } = await send(kind, id, order.id);
    const token = await unsubscribeLinks.tokenOf(env.APP_SECRET, { userId: id, group });
    const link = `https://shop.test/unsubscribe?token=${token}`;
    expect([kind, error, mail?.headers]).toEqual([
      kind,
      null,
      { "List-Unsubscribe": `<${link}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
    ]);
    expect(mail?.text).toContain(
      `Stop these emails: ${link}\nChoose your emails: https://shop.test/profile/notices`,
    );
  }
  for (const kind of ["receipt", "username_changed"]) {
    const { mail } = await send(kind, ann.id, order.id);
    expect([kind, mail?.headers, mail?.text.includes("/unsubscribe")]).toEqual([kind, {}, false]);
  }
});

const linkTo = async ({ id }: { id: string }, group: SwitchableGroup) =>
  unsubscribeLinks.pathOf(await unsubscribeLinks.tokenOf(env.APP_SECRET, { userId: id, group }));

/** Presses a button of the page, as a browser without session and `Origin`. @returns the page that follows */
async function press(path: string, fields: Record<string, string>): Promise<Page> {
  const body = new URLSearchParams(fields);
  const answer = await visitor.passingBy().fetch(path, { method: "POST", body });
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, path]);
  return await visitor.passingBy().get(path);
}

it("An unsubscribe link asks on GET, and stops a group or all without a session; the page can undo it", async () => {
  const ann = await visitor.signedIn();
  const path = await linkTo(ann, "advice");
  const asked = await visitor.passingBy().get(path);
  expect([asked.status, asked.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
  expect(asked.html).toContain('<meta name="robots" content="noindex"');
  expect(asked.text).toContain("Stop these emails?");
  expect(asked.text).toContain("Advice and reminders");
  expect(asked.text).toContain(`${ann.email.slice(0, 1)}•••@`);
  expect(asked.html).not.toContain(ann.email);
  expect((await visitor.passingBy().get(path.replace("?", ".data?"))).html).not.toContain(ann.email);
  await visitor.passingBy().fetch(path, { headers: { "Sec-Purpose": "prefetch" } });
  expect(await offOf(ann.id)).toEqual([]);

  expect((await press(path, { intent: "stop" })).text).toContain("You stopped these emails");
  await press(path, { intent: "stop" });
  expect(await offOf(ann.id)).toEqual(["advice"]);
  expect(await switchesOf(ann.id)).toMatchObject([{ by: "link" }]);
  expect((await press(path, { intent: "again" })).text).toContain("Stop these emails?");
  expect(await offOf(ann.id)).toEqual([]);
  await db.insert(savedNews).values({ userId: ann.id, nextAt: 1 });
  expect((await press(path, { intent: "stop-all" })).text).toContain("You stopped all these emails");
  expect(await offOf(ann.id)).toEqual([...optOutGroups].toSorted());
  expect(await newsOf(ann.id)).toEqual([]);
  expect((await press(path, { intent: "again" })).text).toContain("Turn all emails back on");
  expect((await press(path, { intent: "again-all" })).text).not.toContain("Turn all emails back on");
  expect(await offOf(ann.id)).toEqual([]);
  // It is off until it is asked for.
  expect(await newsOf(ann.id)).toEqual([]);
  const unknown = await visitor
    .passingBy()
    .fetch(path, { method: "POST", body: new URLSearchParams({ intent: "x" }) });
  expect(unknown.status).toBe(400);
});

it("One press in a mail program stops the group immediately, with a form of either encoding, even for a suspended user", async () => {
  const [ann, bob] = [await visitor.signedIn(), await visitor.signedIn()];
  await db.update(users).set({ suspendedAt: 1 }).where(eq(users.id, bob.id));
  const field: [string, string] = ["List-Unsubscribe", "One-Click"];
  const multipart = new FormData();
  multipart.set(...field);
  for (const [who, body] of [
    [ann, new URLSearchParams([field])],
    [bob, multipart],
  ] as [Visitor, BodyInit][]) {
    const path = await linkTo(who, "messages");
    for (const headers of [{}, { Origin: "https://mail.example" }] as HeadersInit[]) {
      const answer = await visitor.passingBy().fetch(path, { method: "POST", body, headers });
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
      expect(await answer.text()).toContain("You stopped these emails");
    }
    expect(await offOf(who.id)).toEqual(["messages"]);
  }
});

it("For a damaged, cut or foreign token the page says so, with 400, and switches nothing", async () => {
  const [ann, bob] = [await visitor.signedIn(), await visitor.signedIn()];
  const token = await unsubscribeLinks.tokenOf(env.APP_SECRET, { userId: ann.id, group: "advice" });
  const foreign = await unsubscribeLinks.tokenOf("another secret", { userId: ann.id, group: "advice" });
  const tokens = [
    "",
    token.slice(0, -1),
    `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`,
    token.replace(ann.id, bob.id),
    token.replace(".advice.", ".messages."),
    token.replace(".advice.", ".account."),
    foreign,
  ];
  for (const each of tokens) {
    const path = unsubscribeLinks.pathOf(each);
    const page = await visitor.passingBy().get(path);
    expect([each, page.status, page.text.includes("This link does not work")]).toEqual([each, 400, true]);
    const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
    const answer = await visitor.passingBy().fetch(path, { method: "POST", body });
    expect([each, answer.status]).toEqual([each, 400]);
  }
  expect([await offOf(ann.id), await offOf(bob.id)]).toEqual([[], []]);
  // The token is of no other use.
  expect((await visitor.passingBy().get(`/verify?token=${token}`)).status).toBe(400);
});

it("If the database fails, the press is answered with 503, so that a mail program sends it again", async () => {
  expectErrorLog("no switches today");
  const ann = await visitor.signedIn();
  const broken = visitor.passingBy();
  broken.send = productWith({
    DB: faultyDatabase(env.DB, (sql) => sql.includes('insert into "mail_switches"'), "no switches today"),
  });
  const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  const answer = await broken.fetch(await linkTo(ann, "advice"), { method: "POST", body });
  expect([answer.status, (await answer.text()).includes("Something went wrong")]).toEqual([503, true]);
});

it("A deleted account keeps no switches, and its links switch nothing", async () => {
  const ann = await withPassword(await visitor.signedIn());
  const path = await linkTo(ann, "advice");
  await press(path, { intent: "stop" });
  await deleteAccount(ann);
  expect(await offOf(ann.id)).toEqual([]);
  expect((await press(path, { intent: "stop" })).text).toContain("This account was deleted");
  expect(await offOf(ann.id)).toEqual([]);
});

it("/profile/notices shows seven groups, saves five, and says which emails were marked as spam", async () => {
  const ann = await visitor.signedIn();
  const page = await ann.get("/profile/notices");
  const names = [
    "Account and security",
    "Money",
    "Orders I buy",
    "Orders I sell",
    "Messages",
    "Advice and reminders",
    "Saved services",
  ];
  for (const name of names) expect(page.text).toContain(name);
  expect(page.html.match(/type="checkbox"[^>]*disabled/g)).toHaveLength(2);
  expect(page.html.match(/type="checkbox"[^>]*name="/g)).toHaveLength(5);
  expect((await ann.submitAndFollow("/profile/notices", { intent: "save", buying: "on" })).text).toContain(
    "Your choice was saved",
  );
  expect(await offOf(ann.id)).toEqual(["advice", "messages", "selling"]);
  const first = await switchesOf(ann.id);
  await ann.submit("/profile/notices", { intent: "save", buying: "on" });
  expect(await switchesOf(ann.id)).toEqual(first);
  // An incomplete form switches nothing.
  expect((await ann.submit("/profile/notices", {})).status).toBe(400);
  expect(await offOf(ann.id)).toEqual(["advice", "messages", "selling"]);

  await ann.submit("/profile/notices", {
    intent: "save",
    ...Object.fromEntries(optOutGroups.map((group) => [group, "on"])),
  });
  expect(await offOf(ann.id)).toEqual([]);
  await switchOff(ann.id, ["advice"], "complaint", Date.UTC(2026, 10, 3));
  expect((await ann.get("/profile/notices")).text).toContain(
    "You marked one of these emails as spam on 3 Nov 2026.",
  );
});

it("An older tab changes only the boxes that were changed in it", async () => {
  const ann = await visitor.signedIn();
  const shown = /name="shown"[^>]*value="([^"]*)"/.exec((await ann.get("/profile/notices")).html)?.[1] ?? "";
  expect(shown.split(" ")).toEqual(optOutGroups);
  // A link in an email turns a group off. Then the tab unchecks another box.
  await switchOff(ann.id, ["advice"], "link");
  await ann.submit("/profile/notices", { intent: "save", shown, buying: "on", selling: "on", advice: "on" });
  expect(await offOf(ann.id)).toEqual(["advice", "messages"]);
  await ann.submit("/profile/notices", {
    ...{ intent: "save", shown: "buying selling" },
    ...{ buying: "on", selling: "on", advice: "on" },
  });
  expect(await offOf(ann.id)).toEqual(["messages"]);
});

it("A choice that was sent after the session had ended is shown again after signing in", async () => {
  const ann = await visitor.signedIn();
  const late = visitor.passingBy();
  const sent = await late.submit("/profile/notices", { intent: "save", messages: "on" });
  const back = new URL(sent.location ?? "", "https://shop.test").searchParams.get("redirectTo") ?? "";
  ann.setCookie("draft", late.cookie("draft") ?? "");
  const page = await ann.get(back);
  expect(page.text).toContain("Your choice is not saved yet.");
  expect(page.html.match(/name="(\w+)"[^>]*checked/g)?.join()).toContain("messages");
  expect(await offOf(ann.id)).toEqual([]);
});

it("Operators see which emails were not sent because their reader had turned them off", async () => {
  const { ann: admin } = await operator();
  const ann = await visitor.signedIn();
  await switchOff(ann.id, ["advice"]);
  await send("away_over", ann.id, null);
  const page = await admin.get(`/admin/users/${ann.id}?tab=mails`);
  expect(page.text).toContain("dropped");
  expect(page.text).toContain("not sent: turned off by its reader");
});
