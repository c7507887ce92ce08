import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { ticketCode } from "#app/contact/ticket.ts";
import { offerRequests, offers, statements, tickets } from "#drizzle/schema.ts";
import { write } from "../admin/tickets/ticket-form.ts";
import { operator } from "../support/accounts/operator.ts";
import { connect, talk } from "../support/conversations.ts";
import { offerIn, requestRow } from "../support/offer-rows.ts";
import { db } from "../support/visitor.ts";
import { decide, report, why } from "./world.ts";

const { ann: eve } = await operator();
const { ann: ida } = await operator();
const facts = "Custom offer · Version 2 · $340 · 5 days · 2 revisions · Open · Valid until";
const wants = "Asks for an offer · Budget $300 · Wanted by 30 Nov 2026 · Waiting for an answer";

const offerNow = async (id: string) => (await db.select().from(offers).where(eq(offers.id, id)))[0];
const requestNow = async (id: string) =>
  (await db.select().from(offerRequests).where(eq(offerRequests.id, id)))[0];

test("Operators read what the card of a reported message says, in the queue and in the conversation", async () => {
  const { ann, bob, id: conversation } = await talk();
  const parties = { conversation, buyer: ann, seller: bob };
  const offer = await offerIn(parties, { edition: 2 });
  await offerIn(parties, { expiresAt: Date.now() - 1 });
  const request = await requestRow(parties);
  await report(ann, "message", offer.id);
  await report(bob, "message", request.id);
  const queue = await eve.get("/admin/reports");
  expect([queue.text.includes(facts), queue.text.includes(wants)]).toEqual([true, true]);
  const read = await eve.submit(`/admin/conversations/${conversation}`, { reason: why });
  for (const words of [facts, wants, "Custom offer · $340 · 5 days · 2 revisions · Expired"])
    expect(read.text).toContain(words);
});

test("Taking a message down withdraws its open offer and declines its open request; an appeal leaves them closed", async () => {
  const { ann, bob, id: conversation } = await talk();
  const parties = { conversation, buyer: ann, seller: bob };
  const [offer, request] = [await offerIn(parties), await requestRow(parties)];
  const accepted = await offerIn(parties, { state: "declined", closedAt: 5, reason: "Too much" });
  const tab = await connect(ann);
  for (const [who, id] of [
    [ann, offer.id],
    [bob, request.id],
    [ann, accepted.id],
  ] as const) {
    await report(who, "message", id);
    expect((await decide(eve, id, "take-down")).status).toBe(303);
  }
  const closed = { state: "withdrawn", version: 2, closedAt: expect.any(Number) };
  expect(await offerNow(offer.id)).toMatchObject(closed);
  expect(await requestNow(request.id)).toMatchObject({ state: "declined" });
  expect(await offerNow(accepted.id)).toEqual(accepted);
  await expect
    .poll(() => tab.received)
    .toContainEqual(
      expect.objectContaining({ type: "offer", offer: expect.objectContaining({ version: 2 }) }),
    );
  tab.socket?.close();

  const [statement] = await db.select().from(statements).where(eq(statements.subjectId, offer.id));
  await bob.submit(`/appeal/${statement?.id}`, { message: "It was an ordinary offer for a logo." });
  const [appeal] = await db.select().from(statements).where(eq(statements.subjectId, offer.id));
  const [ticket] = await db
    .select()
    .from(tickets)
    .where(eq(tickets.id, appeal?.ticketId ?? ""));
  const ticketPath = `/admin/tickets/${ticket ? ticketCode(ticket) : ""}`;
  const reversed = await write(ida, ticketPath, { intent: "reverse", reason: why });
  expect(reversed.status).toBe(303);
  const page = await ann.get(`/messages?conversation=${conversation}`);
  expect(page.text).toContain("$340 · 5 days · 2 revisions Withdrawn See the offer");
  expect(await offerNow(offer.id)).toMatchObject(closed);
});
