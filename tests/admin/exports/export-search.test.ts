import { expect, it } from "vitest";
import {
  anything,
  exportKindOf,
  exportKinds,
  exportsPath,
  parseExportSearch,
  refusalsToDays,
  subjectOf,
  subjectPath,
} from "#app/admin/exports/export-search.ts";

const parse = (kind: Parameters<typeof parseExportSearch>[0], query: string) =>
  parseExportSearch(kind, new URLSearchParams(query));

it("Filters that an export does not have, and values that are not valid, are ignored", () => {
  expect(exportKindOf("passwords")).toBeNull();
  expect(parse("users", "q=+ann&show=suspended&status=paid&from=2026-01-01")).toEqual({
    ...anything,
    q: "ann",
    show: "suspended",
  });
  expect(parse("users", "show=all&q=")).toEqual(anything);
  expect(parse("orders", "status=late&stage=x&from=2026-02-30&to=tomorrow")).toEqual(anything);
  expect(parse("orders", "status=completed&from=2026-02-28&after=5&order=oldest")).toEqual({
    ...anything,
    status: "completed",
    from: "2026-02-28",
  });
  expect(parse("ledger", "q=x&show=old&to=2026-12-31")).toEqual({ ...anything, to: "2026-12-31" });
});

it("A typed day that does not exist, or an end before the beginning, is an error of its field", () => {
  const days = (from: string, to: string) => Object.keys(refusalsToDays("ledger", { from, to }));
  expect([
    days("", ""),
    days("2026-02-28", ""),
    days("", "2026-02-28"),
    days("2026-02-28", "2026-02-28"),
  ]).toEqual([[], [], [], []]);
  expect(days("2026-02-30", "28.2.2026")).toEqual(["from", "to"]);
  expect(days("", "0")).toEqual(["to"]);
  expect(days("2026-03-01", "2026-02-28")).toEqual(["to"]);
  expect(refusalsToDays("users", { from: "x", to: "" })).toEqual({});
});

it("A list's filters link to the form, and the audit log's subject links back to it", () => {
  const search = { q: "=ann & co", show: "late", status: null, order: "oldest", after: 7 };
  expect(exportsPath("orders", search)).toBe("/admin/exports?kind=orders&q=%3Dann+%26+co&show=late");
  expect(exportsPath("orders", {})).toBe("/admin/exports?kind=orders");
  const subject = subjectOf("orders", { ...anything, q: "=ann & co", from: "2026-01-01" });
  expect(subject).toBe("orders?q=%3Dann+%26+co&from=2026-01-01");
  expect(subjectPath(subject)).toBe("/admin/exports?kind=orders&q=%3Dann+%26+co&from=2026-01-01");
  expect([subjectPath("users"), subjectPath("nothing?x")]).toEqual([
    "/admin/exports?kind=users",
    "/admin/exports",
  ]);
});

it("There are nine exports", () => {
  expect(exportKinds.map(({ key }) => key).join(" ")).toBe(
    "users orders ledger refunds registrations transfers payouts debts tickets",
  );
});
