import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import { profiles, sellerEvents, sellers } from "#drizzle/schema.ts";
import { deps, sweep } from "../support/clock.ts";
import { mailsTo, type StoredMail } from "../support/mails.ts";
import { deliveries } from "../support/stripe.ts";
import { db, Visitor } from "../support/visitor.ts";
import { applicant, decided, paidSeller } from "./applicant.ts";

await deliveries("off");

const receiptIn = (mails: StoredMail[]) => mails.find(({ kind }) => kind === "fee_receipt");

test("The fee has a receipt and an email, which show the payment and later its refund", async () => {
  const { ann } = await paidSeller();
  expect((await ann.get("/services/sell")).links).toContain("/services/sell/receipt");
  const mail = receiptIn(await mailsTo(ann.email, 2));
  expect(mail?.subject).toBe("Your receipt for the registration fee");
  expect(mail?.text).toContain("You paid the registration fee of $50.00 by card on ");
  expect(mail?.text).toContain("/services/sell/receipt");
  const page = await ann.get("/services/sell/receipt");
  expect(page.status).toBe(200);
  expect(page.text).toMatch(/Seller registration.+\$50\.00.+Paid by card ?\$50\.00/s);
  expect(page.text).toContain(ann.email);
  expect(page.text).not.toContain("Refunded");

  await decided(ann.id, "return-fee");
  await refunds.sendDue(deps, 0);
  expect((await ann.get("/services/sell/receipt")).text).toMatch(/Refunded to the card on .+−\$50\.00/s);
});

test("The receipt and the email of a waived fee say who waived it", async () => {
  const { ann } = await applicant();
  await decided(ann.id, "waive");
  const [waiver] = await db
    .select({ username: profiles.username })
    .from(sellerEvents)
    .innerJoin(profiles, eq(profiles.id, sellerEvents.actorId))
    .innerJoin(sellers, eq(sellers.id, sellerEvents.sellerId))
    .where(and(eq(sellers.userId, ann.id), eq(sellerEvents.kind, "waived")));
  const page = await ann.get("/services/sell/receipt");
  expect(page.text).toMatch(/Waived ?−\$50\.00 ?Paid by card ?\$0\.00/s);
  expect(page.text).toMatch(new RegExp(`Waived by.{0,80}@${waiver?.username}`));
  await sweep();
  const mail = receiptIn(await mailsTo(ann.email, 2));
  expect(mail?.text).toMatch(new RegExp(`fee of \\$50\\.00 was waived by .{0,80}@${waiver?.username} on `));
});

test("Without a payment or a waiver there is no receipt", async () => {
  const { ann } = await applicant();
  const answer = await ann.get("/services/sell/receipt");
  expect(answer).toMatchObject({ status: 303, location: "/services/sell" });
  expect((await ann.get("/services/sell")).text).toContain("You have not paid a registration fee");
  expect((await ann.get("/services/sell")).links).not.toContain("/services/sell/receipt");
  expect((await new Visitor().get("/services/sell/receipt")).location).toContain("/sign-in");
});
