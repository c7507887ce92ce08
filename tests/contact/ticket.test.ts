import { expect, it } from "vitest";
import { type CheckedPayment, checkAsText, withoutFailedAttempts } from "#app/contact/payment-check.ts";
import { seenVersion } from "#app/contact/ticket.form.ts";
import {
  countIn,
  refusalToClose,
  refusalToReopen,
  refusalToWrite,
  ticketCode,
  topicOf,
  topics,
  wholeCode,
  withoutLinks,
} from "#app/contact/ticket.ts";
import { day } from "#app/lib/dates.ts";

const at = Date.UTC(2026, 10, 24);

it("A ticket's number is its year and a count of at least six digits, and its case does not matter", () => {
  expect(ticketCode({ number: 4217, createdAt: at })).toBe("HW-2026-004217");
  expect(ticketCode({ number: 1_234_567, createdAt: at })).toBe("HW-2026-1234567");
  expect([
    countIn(" hw-2026-004217 "),
    countIn("HW-2026-4217"),
    countIn("HW-2026-"),
    countIn("4217"),
    countIn("HW-2026-1' or 1"),
  ]).toEqual([4217, 4217, null, null, null]);
  expect([" hw-2026-42 ", "HW-2026-1234567"].map(wholeCode)).toEqual(["HW-2026-000042", "HW-2026-1234567"]);
});

it("There are ten topics with hints, and an unknown topic counts as the last one", () => {
  expect(topics).toHaveLength(10);
  expect([topicOf("refund"), topicOf("no such"), topicOf(null)]).toEqual(["refund", "other", "other"]);
});

it("A closed ticket takes no replies, and can be reopened for 14 days", () => {
  const [open, closed] = [
    { state: "open", closedAt: null },
    { state: "closed", closedAt: at },
  ] as const;
  expect([refusalToWrite(open), refusalToClose(open)]).toEqual([null, null]);
  expect(refusalToReopen(open, at)).toContain("already open");
  expect([refusalToWrite(closed), refusalToClose(closed)]).not.toContain(null);
  expect(refusalToReopen(closed, at + 14 * day)).toBeNull();
  expect(refusalToReopen(closed, at + 14 * day + 1)).toContain("within 14 days");
});

it("A visitor's text is mailed without anything that a mail program would turn into a link", () => {
  expect(withoutLinks("Look at https://evil.example/x, www.evil.example and evil.example now")).toBe(
    "Look at [left out] [left out] and [left out] now",
  );
  expect(withoutLinks("Write to me@evil.example. The price is 3.50 dollars. Thanks.")).toBe(
    "Write to [left out] The price is 3.50 dollars. Thanks.",
  );
  for (const address of [
    "evil\u3002example", // 。, which browsers read as a dot
    "evil\uff0eexample", // ．
    "evil\uff61example", // ｡
    "evil\ufe52example", // ﹒
    "evil\ufe12example", // ︒
    "evil\u2024example", // ․
    "\uff45\uff56\uff49\uff4c\uff0e\uff45\uff58", // ｅｖｉｌ．ｅｘ
    "evil\u00ad.ex\u200bample", // with a soft hyphen and a zero-width space
    "evil\ufeff.example",
    "e\u0301.example",
    "\u{1f4a9}.la", // an emoji is a host
    "http\uff1a\uff0f\uff0f10.0.0.1",
    "me\uff20evil",
  ])
    expect([address, withoutLinks(`Look at ${address} now`)]).toEqual([address, "Look at [left out] now"]);
  const kept = "これは。テストです。 ｶﾞ 👨‍👩‍👧 می‌خواهم 3.50 u.s";
  expect(withoutLinks(kept)).toContain("👨‍👩‍👧 می‌خواهم 3.50 u.s");
});

/** What counts as a hang, in ms: a pattern that backtracks needs minutes for these texts. */
const hangs = 10_000;

it("The longest text of a visitor is processed quickly, whatever it contains", { timeout: hangs }, () => {
  for (const text of ["a".repeat(5000), "a-".repeat(2500), "a.".repeat(2500)])
    expect(withoutLinks(text)).toBe(text);
});

it("The list of payments leaves out attempts that were not completed", () => {
  const one = (to: string, state: CheckedPayment["state"]) => ({ label: to, cents: 8000, to, at, state });
  const all = [one("/a", "unpaid"), one("/a", "paid"), one("/b", "unpaid"), one("/c", "returned")];
  expect(withoutFailedAttempts(all).map(({ to, state }) => [to, state])).toEqual([
    ["/a", "paid"],
    ["/b", "unpaid"],
    ["/c", "returned"],
  ]);
  expect(checkAsText([one("/a", "looked at")])).toBe("/a, $80.00: Under review");
});

it("A version that is not a number counts as outdated", () => {
  expect([null, "12", "0"].map(seenVersion)).toEqual([null, 12, 0]);
  expect(["", "x", "-1", "1.5", "1e3", "9".repeat(20)].map(seenVersion)).toEqual([0, 0, 0, 0, 0, 0]);
});
