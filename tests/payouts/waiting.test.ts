import { expect, test } from "vitest";
import { day } from "#app/lib/dates.ts";
import { isReady } from "#app/payouts/accounts/account.ts";
import { canTransferFrom, type Waiting, waitingFor, waitingText } from "#app/payouts/waiting.ts";
import { now, waitingRows } from "./waiting-rows.ts";

test.for(waitingRows)("$what", ({ order, account, waiting }) => {
  expect(waitingFor(order, account, now)).toEqual(waiting);
});

test("Every reason is in the table", () => {
  const kinds = new Set(waitingRows.map(({ waiting }) => waiting?.kind));
  expect(kinds).toHaveLength(12);
});

test("Transfers may go to an account 7 days after its first bank account was added, 3 after a change", () => {
  const account = waitingRows[0]?.account;
  if (!account) throw new Error("The first row has no account");
  expect(canTransferFrom({ ...account, bankSince: now })).toBe(now + 7 * day);
  expect(canTransferFrom({ ...account, bankSince: now, bankIsFirst: false })).toBe(now + 3 * day);
  expect(isReady({ ...account, bankSince: now })).toBe(true);
  expect(canTransferFrom(null)).toBeNull();
  for (const change of [
    { open: false },
    { bankSince: null },
    { bankErrored: true },
    { transfers: "pending" as const },
    { payouts: "restricted" as const },
  ])
    expect(canTransferFrom({ ...account, ...change })).toBeNull();
});

test("Each reason is a sentence for the seller, with its date in their time zone", () => {
  const at = Date.UTC(2026, 11, 2, 23, 30);
  const texts: [Waiting, string][] = [
    [{ kind: "clearing", at }, "Your earnings clear on 3 Dec 2026."],
    [{ kind: "held", by: "refund" }, "The buyer has asked for a refund."],
    [{ kind: "held", by: "cancellation" }, "A request to cancel this order is open."],
    [{ kind: "held", by: "dispute" }, "The buyer's bank disputes the payment."],
    [{ kind: "held", by: "examined" }, "We are looking into the payment for this order."],
    [
      { kind: "on hold", hold: { kind: "operator", reason: "We wait for you", until: at } },
      "until 3 Dec 2026 at the latest. The reason: We wait for you",
    ],
    [
      { kind: "on hold", hold: { kind: "owner", reason: "Not me", until: at } },
      "You told us that a new bank account is not yours, so your payouts are on hold until 3 Dec 2026 at the latest.",
    ],
    [{ kind: "not set up" }, "Set up payouts"],
    [{ kind: "bank failed" }, "Add another one"],
    [{ kind: "Stripe asks", by: at }, "Stripe needs more information from you by 3 Dec 2026."],
    [{ kind: "Stripe asks", by: null }, "Stripe needs more information from you before"],
    [{ kind: "Stripe checks" }, "Stripe is checking your account."],
    [
      { kind: "new bank account", isFirst: true, at },
      "Your bank account is new. We send these earnings on 3 Dec 2026.",
    ],
    [
      { kind: "new bank account", isFirst: false, at },
      "You changed your bank account. We send these earnings on 3 Dec 2026.",
    ],
    [{ kind: "kept for a dispute" }, "another of your orders"],
    [{ kind: "waiting for funds" }, "enough money to become available at Stripe"],
    [{ kind: "refused" }, "Stripe refused to send these earnings."],
  ];
  for (const [waiting, text] of texts) expect(waitingText(waiting, "Europe/Berlin")).toContain(text);
  expect(waitingText({ kind: "clearing", at }, null)).toBe("Your earnings clear on 2 Dec 2026.");
});
