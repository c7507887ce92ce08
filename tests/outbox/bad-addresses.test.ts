import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import * as links from "#app/auth/links.server.ts";
import { MailRefused } from "#app/emails/mail-refused.ts";
import { tagOf } from "#app/emails/mail-tag.ts";
import * as mails from "#app/emails/send-emails.server.ts";
import * as outboxStore from "#app/outbox/outbox.server.ts";
import { never } from "#app/outbox/tries.ts";
import { badAddresses, mailEvents, mailSwitches, outbox, users, visitorMails } from "#drizzle/schema.ts";
import { createExecutionContext } from "#tests/support/runtime.ts";
import { system } from "#workers/context.ts";
import { realClock } from "#workers/platform/real-clock.ts";
import { deleteAccount, withPassword } from "../support/accounts/deletion.ts";
import { operator } from "../support/accounts/operator.ts";
import { productWith } from "../support/bindings/faulty.ts";
import { person } from "../support/factories.ts";
import { linkTo, mailsTo } from "../support/mails.ts";
import { paidOrder } from "../support/purchase.ts";
import { db, type Page, visitor } from "../support/visitor.ts";

type Delivery = { id?: string; at?: number; secret?: string; body?: string };

/** Delivers an event as the mail provider does. */
async function deliver(event: object, options: Delivery = {}): Promise<number> {
  const { id = crypto.randomUUID(), at = Math.floor(Date.now() / 1000) } = options;
  const body = options.body ?? JSON.stringify(event);
  const secret = (options.secret ?? env.MAIL_WEBHOOK_SECRET ?? "").replace("whsec_", "");
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", Buffer.from(secret, "base64"), algorithm, false, ["sign"]);
  const code = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`${id}.${at}.${body}`));
  const answer = await visitor.signedOut().fetch("/webhooks/mail", {
    method: "POST",
    headers: {
      "svix-id": id,
      "svix-timestamp": String(at),
      "svix-signature": `v1,${Buffer.from(code).toString("base64")}`,
    },
    body,
  });
  await answer.text();
  return answer.status;
}

/** @param sentAt when the email was sent, UTC ms @param mail its id in the outbox */
function eventOf(type: string, to: string, sentAt = Date.now() + 1000, mail?: string) {
  const at = new Date(sentAt).toISOString();
  const bounce = { type: "Permanent", subType: "General", message: "No such mailbox" };
  const tags = mail ? { mail: tagOf(mail) } : {};
  return { type, created_at: at, data: { created_at: at, to: [to], bounce, tags } };
}

const bounced = (...args: [to: string, sentAt?: number]) => deliver(eventOf("email.bounced", ...args));

const badOf = async (address: string) =>
  (await db.select().from(badAddresses).where(eq(badAddresses.address, address)))[0];

/** The capabilities of the product with another mail provider. */
const productSending = (send: (mail: { to: string; kind: string }) => Promise<void>) =>
  system(
    { ...env, PLATFORM: { clock: async () => realClock, mailer: () => ({ send }), sms: () => null } },
    createExecutionContext(),
    "a test",
  );

/** Writes an email to a user. @returns its id */
async function mailOf(userId: string, kind: outboxStore.MailKind = "password_changed"): Promise<string> {
  const id = crypto.randomUUID();
  await outboxStore.mailOnce(db, id, kind, userId, null, Date.now());
  return id;
}
const rowOf = async (id: string) => (await db.select().from(outbox).where(eq(outbox.id, id)))[0];

it("Without its secret the webhook is the 404 page, to any sender and with any method", async () => {
  const guest = visitor.signedOut();
  guest.send = productWith({ MAIL_WEBHOOK_SECRET: undefined });
  const other = await guest.get("/no/such/page");
  expect(await guest.get("/webhooks/mail")).toMatchObject({ status: 404, text: other.text });
  const posted = await guest.fetch("/webhooks/mail", { method: "POST", body: "{}" });
  expect([posted.status, (await posted.text()).includes("<title>")]).toEqual([404, true]);
});

it("A forged, old, unsigned or unreadable delivery is refused, and writes nothing", async () => {
  const { email } = await person(db);
  const event = eventOf("email.bounced", email);
  const unsigned = await visitor.signedOut().fetch("/webhooks/mail", { method: "POST", body: "{}" });
  expect([
    await deliver(event, { secret: "whsec_b3RoZXI=" }),
    await deliver(event, { at: Math.floor(Date.now() / 1000) - 301 }),
    unsigned.status,
    await deliver(event, { body: "no event" }),
    await deliver(event, { id: "x".repeat(201) }),
    await deliver(event, { body: "x".repeat(1024 * 1024 + 1) }),
    (await visitor.signedOut().get("/webhooks/mail")).status,
  ]).toEqual([400, 400, 400, 400, 400, 413, 405]);
  expect(await badOf(email)).toBe(undefined);
});

it("After a hard bounce an address gets nothing, until its owner has opened a new link", async () => {
  const bob = await visitor.signedIn();
  expect(await bounced(bob.email.toUpperCase())).toBe(200);
  expect(await badOf(bob.email)).toMatchObject({ kind: "bounced", detail: "No such mailbox" });
  const sent: string[] = [];
  const sys = await productSending(async ({ kind }) => void sent.push(kind));
  const id = await mailOf(bob.id);
  expect(await mails.sendIfDue(sys, id)).toBe(false);
  expect(await rowOf(id)).toMatchObject({ error: "not sent: the address takes no email", attempts: 1 });
  expect((await rowOf(id))?.sentAt).not.toBe(null);
  expect(sent).toEqual([]);
  // The link for which the owner asks is sent, and shows that the address works. Its page is there for them.
  expect((await bob.get("/verify")).status).toBe(200);
  const asked = await bob.submit("/verify", { intent: "send", redirectTo: "/orders" });
  expect([asked.status, asked.location]).toEqual([303, "/orders"]);
  const link = await linkTo(bob.email, "verify");
  const opened = await bob.submit("/verify", {
    token: new URL(link, "http://x").searchParams.get("token") ?? "",
  });
  expect(opened.status).toBe(303);
  expect(await badOf(bob.email)).toBe(undefined);
  const later = await mailOf(bob.id);
  expect(await mails.sendIfDue(sys, later)).toBe(true);
  // A bounce of an email from before says nothing about the address now.
  expect(await bounced(bob.email, Date.now() - 60_000)).toBe(200);
  expect(await badOf(bob.email)).toBe(undefined);
});

it("Its owner sees a note on every page, with a button for a link, and the operator sees it too", async () => {
  const bob = await visitor.signedIn();
  const words = "Our emails to you came back";
  expect((await bob.get("/profile")).text).not.toContain(words);
  await bounced(bob.email);
  for (const path of ["/dashboard", "/orders", "/profile/security", "/"]) {
    const page = await bob.get(path);
    if (page.status !== 200) continue;
    expect([path, page.text.includes(words), page.text.includes(bob.email)]).toEqual([path, true, true]);
    expect(page.html).toContain('href="/profile/email"');
    expect(page.html).toContain(`name="redirectTo" value="${path}"`);
  }
  expect((await visitor.signedOut().get("/")).text).not.toContain(words);
  const { ann } = await operator();
  expect((await ann.get(`/admin/users/${bob.id}`)).text).toMatch(/Emails bounce since .*: No such mailbox/);
});

it("An operator says that an address works again, with a reason; a bounce from before is ignored then", async () => {
  const { ann } = await operator();
  const bob = await visitor.signedIn();
  await bounced(bob.email);
  const page = await ann.get("/admin/health");
  expect(page.text).toContain("Addresses that bounce");
  for (const words of [bob.email, "No such mailbox"]) expect(page.text).toContain(words);
  const clear = (reason: string, by = ann) =>
    by.submit("/admin/health", { again: `address:${bob.email}`, intent: "clear-address", reason });
  const short = await clear("short");
  expect([short.status, short.text.includes("at least 10 characters")]).toEqual([400, true]);
  expect(await badOf(bob.email)).not.toBe(undefined);
  expect((await clear("They wrote to us from it", bob)).status).toBe(404);
  expect((await clear("They wrote to us from it")).status).toBe(303);
  expect(await badOf(bob.email)).toBe(undefined);
  expect((await ann.get("/admin/audit")).text).toContain("Clear address");
  const again = await clear("They wrote to us from it");
  expect((await ann.get(again.location ?? "")).text).toContain("This has already been done");
  await bounced(bob.email, Date.now() - 60_000);
  expect(await badOf(bob.email)).toBe(undefined);
  await bounced(bob.email, Date.now() + 60_000);
  expect(await badOf(bob.email)).not.toBe(undefined);
});

it("An operator reaches every address that bounces, newest first, 50 at a time", async () => {
  const { ann: eve } = await operator();
  await db.delete(badAddresses);
  const all = Array.from({ length: 51 }, (_, i) => `bad-${i}@page.test`);
  for (const [at, address] of all.entries())
    await db.insert(badAddresses).values({ address, kind: "bounced", detail: "No such mailbox", at });
  const first = await eve.get("/admin/health");
  const next = first.links.find((link) => link.startsWith("/admin/health?addresses=")) ?? "";
  const second = await eve.get(next.replace("#addresses", ""));
  const shownOn = (page: Page) =>
    [...page.html.matchAll(/value="address:([^"]*)"/g)].map(([, address]) => address);
  expect([...shownOn(first), ...shownOn(second)]).toEqual(all.toReversed());
  expect([shownOn(second).length, second.links.includes("/admin/health#addresses")]).toEqual([1, true]);
  await db.delete(badAddresses);
});

it("An operator who verifies an address by hand, and a change of address, clear it", async () => {
  const { ann } = await operator();
  const bob = await visitor.signedIn({ verified: false });
  await bounced(bob.email);
  const fields = { intent: "verify", address: bob.email, reason: "Showed us a letter" };
  expect((await ann.submit(`/admin/users/${bob.id}`, fields)).status).toBe(303);
  expect(await badOf(bob.email)).toBe(undefined);
  const [old, fresh] = [bob.email, `new-${bob.email}`];
  await bounced(old, Date.now() + 60_000);
  await db.insert(badAddresses).values({ address: fresh, kind: "bounced", detail: "", at: 1 });
  await db.batch(
    links.issued(db, "change_email", "change_email", { userId: bob.id, email: fresh }, Date.now()),
  );
  const sys = await productSending(async () => {});
  const [asked] = await db.select().from(outbox).where(eq(outbox.kind, "change_email"));
  expect(await mails.sendIfDue(sys, asked?.id ?? "")).toBe(true);
  const link = await links.findById(db, asked?.subjectId ?? "");
  const token = link ? await links.tokenOf(env.APP_SECRET, link) : "";
  expect((await bob.submit("/verify", { token })).status).toBe(303);
  expect([await badOf(old), await badOf(fresh)]).toEqual([undefined, undefined]);
});

it("Each event counts once: repeated, and delivered twice at the same time", async () => {
  const ann = await person(db);
  const id = crypto.randomUUID();
  const event = eventOf("email.bounced", ann.email);
  expect(await Promise.all([deliver(event, { id }), deliver(event, { id })])).toEqual([200, 200]);
  await db.delete(badAddresses).where(eq(badAddresses.address, ann.email));
  expect(await deliver(event, { id })).toBe(200);
  expect(await badOf(ann.email)).toBe(undefined);
  expect(await db.select().from(mailEvents).where(eq(mailEvents.id, id))).toHaveLength(1);
});

it("A temporary bounce, another type of event, and an address that no one here has are not recorded", async () => {
  const { email } = await person(db);
  const passing = eventOf("email.bounced", email);
  passing.data.bounce.type = "Transient";
  for (const event of [passing, eventOf("email.delivered", email), eventOf("email.bounced", "x@no.test")])
    expect(await deliver(event)).toBe(200);
  expect(await badOf(email)).toBe(undefined);
  expect(await badOf("x@no.test")).toBe(undefined);
});

it("A provider that refuses an address makes it bad; one that refuses an email gives that up immediately", async () => {
  const [gone, fine] = [await person(db), await person(db)];
  const sys = await productSending(({ to }) => Promise.reject(new MailRefused("Sorry", to === gone.email)));
  const [first, second] = [await mailOf(gone.id), await mailOf(fine.id)];
  expect(await mails.sendIfDue(sys, first)).toBe(false);
  expect(await mails.sendIfDue(sys, second)).toBe(false);
  expect(await badOf(gone.email)).toMatchObject({ kind: "refused", detail: "Sorry" });
  expect(await rowOf(first)).toMatchObject({ error: "not sent: the address takes no email" });
  expect(await badOf(fine.email)).toBe(undefined);
  expect(await rowOf(second)).toMatchObject({ sentAt: null, dueAt: never, error: "MailRefused: Sorry" });
});

it("An address with a line break never reaches the provider", async () => {
  const ann = await person(db);
  const email = `${ann.username}@example.test\r\nbcc: all@example.test`;
  await db.update(users).set({ email }).where(eq(users.id, ann.id));
  const sent: string[] = [];
  const sys = await productSending(async ({ to }) => void sent.push(to));
  const id = await mailOf(ann.id);
  expect(await mails.sendIfDue(sys, id)).toBe(false);
  expect(sent).toEqual([]);
  expect((await badOf(email))?.kind).toBe("refused");
});

it("A visitor's address gets nothing either", async () => {
  const email = `${crypto.randomUUID()}@example.test`;
  const message = "Where do I find my receipt? I have looked everywhere.";
  const asked = await visitor.signedOut().submit("/contact", { name: "Eli Roth", email, message });
  expect(asked.status).toBe(303);
  await mailsTo(email);
  expect(await bounced(email)).toBe(200);
  expect((await badOf(email))?.kind).toBe("bounced");
  const [first] = await db.select().from(visitorMails).orderBy(visitorMails.number).limit(1);
  const id = crypto.randomUUID();
  const at = Date.now();
  await db.insert(visitorMails).values({
    id,
    kind: "ticket_received",
    ticketId: first?.ticketId ?? "",
    createdAt: at,
    dueAt: at,
    attempts: 0,
  });
  const sys = await productSending(async () => {});
  expect(await mails.sendToVisitorIfDue(sys, id)).toBe(false);
  const [row] = await db.select().from(visitorMails).where(eq(visitorMails.id, id));
  expect(row?.error).toBe("not sent: the address takes no email");
});

it("A complaint switches off the group of its email, or all groups if the email is not known", async () => {
  const groupsOf = async (userId: string) =>
    (
      await db
        .select()
        .from(mailSwitches)
        .where(and(eq(mailSwitches.userId, userId), eq(mailSwitches.by, "complaint")))
    )
      .map(({ mailGroup }) => mailGroup)
      .toSorted();
  const { order, bob: seller } = await paidOrder();
  const sold = await vi.waitFor(async () => {
    const ofSeller = and(eq(outbox.userId, order.sellerId), eq(outbox.kind, "new_order"));
    const [row] = await db.select().from(outbox).where(ofSeller);
    if (!row) throw new Error("The seller has no email about the order yet");
    return row;
  }, 20_000);
  const complain = (to: string, mail?: string) => deliver(eventOf("email.complained", to, Date.now(), mail));
  expect(await complain(seller.email, sold.id)).toBe(200);
  expect(await groupsOf(order.sellerId)).toEqual(["selling"]);
  expect(await badOf(seller.email)).toBe(undefined);
  const ann = await person(db);
  expect(await complain(ann.email, await mailOf(ann.id, "password_changed"))).toBe(200);
  expect(await groupsOf(ann.id)).toEqual([]);
  expect(await complain(ann.email)).toBe(200);
  expect(await groupsOf(ann.id)).toEqual(["advice", "buying", "messages", "selling"]);
});

it("The data export has it, and the deletion of the account erases it", async () => {
  const bob = await withPassword(await visitor.signedIn());
  await bounced(bob.email);
  const exported = JSON.parse((await bob.get("/profile/export")).html);
  expect(exported.addressesThatTakeNoEmail).toMatchObject([
    { address: bob.email, detail: "No such mailbox" },
  ]);
  expect((await deleteAccount(bob)).status).toBe(303);
  expect(await badOf(bob.email)).toBe(undefined);
});
