import { expect, test } from "vitest";
import { z } from "zod";
import { type Decided, noticeOfEach, proposedNotice } from "#app/admin/approvals/proposal.ts";
import { exportForm } from "#app/admin/exports/export.form.ts";
import { operatorActionForm } from "#app/admin/orders/operator-action.form.ts";
import { payoutDecisionForm } from "#app/admin/payouts/payout-decision.form.ts";
import { settingForm } from "#app/admin/settings/setting.form.ts";

const tooShort = "Please give a reason of at least 10 characters";
const paid = { intent: "pay-by-hand", amount: "x", reference: "" };
const noAmount = "Please enter an amount in dollars, such as 12.50";

test.each([
  ["payouts", payoutDecisionForm, { intent: "hold", days: "91" }, { days: ["Please enter 1 to 90 days"] }],
  [
    "payouts",
    payoutDecisionForm,
    paid,
    { amount: [noAmount], reference: ["Please enter the bank's reference"] },
  ],
  [
    "orders",
    operatorActionForm,
    { intent: "ask-time", version: "3", days: "0" },
    { days: [expect.stringContaining("days from 1")] },
  ],
  ["settings", settingForm, { id: "fee_percent", value: "x" }, { value: [expect.any(String)] }],
  ["exports", exportForm, { intent: "orders", q: "a" }, { q: [expect.stringContaining("at least")] }],
  [
    "exports",
    exportForm,
    { intent: "ledger", from: "1 May" },
    { from: [expect.stringContaining("valid date")] },
  ],
])(
  "A form of %s names its wrong fields, and the missing reason at the same time",
  (_, form, typed, wrong) => {
    const errorsOf = (reason?: string) => {
      const { error } = form.safeParse({ ...typed, reason });
      return error && z.flattenError<unknown>(error).fieldErrors;
    };
    expect(errorsOf()).toEqual({ ...wrong, reason: [tooShort] });
    expect(errorsOf("short")).toEqual({ ...wrong, reason: [tooShort] });
    expect(errorsOf("A reason that is long enough")).toEqual(wrong);
  },
);

test("A field that the intent does not need is not asked for", () => {
  const reason = "A reason that is long enough";
  expect(payoutDecisionForm.safeParse({ intent: "release", reason }).success).toBe(true);
  expect(operatorActionForm.safeParse({ intent: "complete", version: "3", reason }).success).toBe(true);
  expect(exportForm.parse({ intent: "users", from: "1 May", reason })).toMatchObject({
    search: { from: "" },
  });
});

test("The notice after several decisions says how many wait for a second operator", () => {
  const decided: Decided = { notice: "Vetted", kind: "success" };
  const proposed: Decided = { notice: proposedNotice, kind: "info" };
  expect(noticeOfEach([decided, decided])).toEqual(decided);
  expect(noticeOfEach([proposed, proposed])).toEqual(proposed);
  expect(noticeOfEach([decided, proposed, decided])).toEqual({
    notice: "1 of 3 wait until another operator confirms them, within 7 days. The others are decided.",
    kind: "info",
  });
});
