import { expect, test } from "vitest";
import { type AppealStanding, refusalToDecideAppeal } from "#app/admin/tickets/appeal.ts";
import { anchorOf } from "#app/help/legal-text.ts";
import { terms } from "#app/help/terms.ts";
import { ruleCodes, ruleOf, rules } from "#app/statements/rules.ts";
import {
  appealableUntil,
  decisionText,
  outcomeText,
  refusalToAppeal,
  type Statement,
  shownRule,
} from "#app/statements/statement.ts";

const day = 86_400_000;

test("Each rule is a sentence of its own, and rests on a section of the Terms", () => {
  const anchors = terms(null).sections.flatMap(({ heading }) =>
    heading === null ? [] : [`/terms#${anchorOf(heading)}`],
  );
  for (const code of ruleCodes)
    expect([code, anchors.includes(ruleOf(code)?.path ?? "")]).toEqual([code, true]);
  expect(new Set(ruleCodes.map((code) => rules[code].sentence)).size).toBe(ruleCodes.length);
  expect(ruleOf("toString")).toBeNull();
  expect(shownRule({ rule: "of a later release" })).toMatchObject({ path: "/terms" });
});

test("A decision can be appealed once, for six months, even the longest six", () => {
  const at = Date.UTC(2026, 2, 1);
  expect(appealableUntil(at)).toBeGreaterThanOrEqual(Date.UTC(2026, 8, 1));
  expect(refusalToAppeal({ at, appealedAt: null }, at + 184 * day)).toBeNull();
  expect(refusalToAppeal({ at, appealedAt: null }, at + 184 * day + 1)).toContain("six months");
  expect(refusalToAppeal({ at, appealedAt: at }, at + 1)).toContain("already appealed");
});

test("The outcome says that someone else reviewed the decision only if someone else did", () => {
  const statement = { outcome: "upheld", isOtherDecider: true } as Statement;
  expect(outcomeText(statement)).toBe(
    "Someone who did not make the decision reviewed it. The decision stands.",
  );
  expect(outcomeText({ ...statement, isOtherDecider: false })).toBe("The decision stands.");
  expect(outcomeText({ ...statement, outcome: null })).toBeNull();
  expect(decisionText({ kind: "denial", title: "A logo" })).toBe(
    "We took your service “A logo” off the market",
  );
});

test("An appeal is decided once, by another operator, and reversed only while the decision stands", () => {
  const open: AppealStanding = { outcome: null, stands: true, mayDecide: true, blocked: null };
  const possible = (appeal: AppealStanding) =>
    (["uphold", "reverse", "close"] as const).filter(
      (intent) => refusalToDecideAppeal(intent, appeal) === null,
    );
  expect(possible(open)).toEqual(["uphold", "reverse"]);
  expect(possible({ ...open, stands: false })).toEqual(["uphold", "close"]);
  expect(possible({ ...open, blocked: "Its seller can't sell now" })).toEqual(["uphold"]);
  expect(possible({ ...open, mayDecide: false })).toEqual([]);
  expect(possible({ ...open, outcome: "upheld" })).toEqual([]);
});
