import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import * as terms from "#app/checkout/current-terms.server.ts";
import { minute } from "#app/lib/dates.ts";
import { auditLog, payoutAccounts, settings } from "#drizzle/schema.ts";
import { operator } from "../../support/accounts/operator.ts";
import { person, usernameOf } from "../../support/factories.ts";
import { readyAccount } from "../../support/payouts.ts";
import { db } from "../../support/visitor.ts";

const { ann: eve } = await operator();
const reason = "Decided at the meeting of the owners";

const set = (id: string, seen: string, value: string, changes: object = {}) =>
  eve.submit("/admin/settings", { id, seen, value, reason, ...changes });

it("An operator sets the fee; the page and the audit log say since when, by whom and what it was before", async () => {
  const before = await eve.get("/admin/settings");
  expect(before.text).toContain("Change clearing for Top Rated sellers");
  for (const words of ["Platform fee 0% from the start", "Refund window 14 days from the start"])
    expect(before.text).toContain(words);
  const done = await set("fee_percent", "0", "12.50");
  expect([done.status, done.location]).toEqual([303, "/admin/settings"]);
  expect((await terms.find(db)).percent).toBe(12.5);
  const after = await eve.get("/admin/settings");
  expect(after.text).toMatch(
    new RegExp(`Platform fee 12.5% since .*, set by @${await usernameOf(db, eve.id)}`),
  );
  const [row] = await db.select().from(auditLog).where(eq(auditLog.subjectId, "fee_percent"));
  expect(row).toMatchObject({ action: "set", operatorId: eve.id, before: "0%", after: "12.5%", reason });
  const log = await eve.get("/admin/audit?action=set");
  expect(log.text).toContain("From 0% to 12.5%.");
  expect(log.links).toContain("/admin/settings#fee_percent");
});

it("A value out of range, a missing reason and an outdated page are refused, and nothing typed is lost", async () => {
  const wrong = await set("fee_percent", "12.5", "31");
  expect([wrong.status, wrong.text.includes("Please enter 0 to 30, in steps of 0.5")]).toEqual([400, true]);
  expect(wrong.html).toContain('value="31"');
  expect(wrong.text).toContain(reason);
  const short = await set("refund_days", "14", "7", { reason: "no" });
  expect([short.status, short.text.includes("at least 10 characters")]).toEqual([400, true]);
  expect(short.html).toMatch(/<input[^>]*checked=""[^>]*value="7"/);
  const both = await set("fee_percent", "12.5", "31", { reason: "no" });
  expect(both.text).toContain("Please enter 0 to 30, in steps of 0.5");
  expect(both.text).toContain("at least 10 characters");
  expect((await set("fee_percent", "12.5", "12.5")).text).toContain("This is the current value");
  const late = await set("fee_percent", "0", "20");
  expect([late.status, late.text.includes("This was changed in the meantime")]).toEqual([409, true]);
  expect(late.text).toContain(reason);
  const empty = { id: "second_operator", value: "70", reason };
  const blind = await eve.submit("/admin/settings", empty);
  expect([blind.status, blind.text.includes("This was changed in the meantime")]).toEqual([409, true]);
  expect((await set("reconciled", "1", "2")).text).toContain("There is no such setting");
  expect((await terms.find(db)).percent).toBe(12.5);
  expect(await db.select().from(settings).where(eq(settings.key, "refund_days"))).toEqual([]);
});

it("A new payout schedule has every account at Stripe read again", async () => {
  const seller = await person(db);
  await readyAccount(seller.id);
  await db.update(payoutAccounts).set({ checkAt: null });
  expect((await set("payout_schedule", "weekly", "daily")).status).toBe(303);
  const [account] = await db.select().from(payoutAccounts).where(eq(payoutAccounts.userId, seller.id));
  expect(account?.checkAt).toBeLessThanOrEqual(Date.now() + minute);
});
