import { expect, it } from "vitest";
import { consequencesOf, continuation, delayText } from "#app/admin/announcements/announcement-page.ts";
import {
  type Announcement,
  earliestDay,
  lastDay,
  paragraphsOf,
  refusalToDate,
} from "#app/announcements/announcement.ts";
import { announcementContent } from "#app/emails/announcement-email-templates.ts";

const at = Date.UTC(2026, 10, 27, 15);
const on = (month: number, date: number, year = 2026) => Date.UTC(year, month - 1, date);

it("Changed Terms are announced 30 whole days ahead, changes to the Privacy Policy 14, and news up to the day itself", () => {
  expect(earliestDay("terms", at)).toBe(on(12, 28));
  expect(earliestDay("terms", on(11, 27))).toBe(on(12, 27));
  expect(earliestDay("privacy", at)).toBe(on(12, 12));
  const refusal = (kind: "news" | "terms" | "privacy", effectiveAt: number | null) =>
    refusalToDate({ kind, effectiveAt }, at);
  expect(refusal("terms", on(12, 28))).toBeNull();
  expect(refusal("terms", on(12, 27))).toBe(
    "Changes to the Terms are announced at least 30 days ahead: 28 Dec 2026 is the first possible date",
  );
  expect(refusal("privacy", on(12, 12))).toBeNull();
  expect(refusal("privacy", on(12, 11))).toContain("at least 14 days ahead: 12 Dec 2026");
  expect(refusal("privacy", null)).toBe("Please enter the date it takes effect");
  expect([refusal("news", null), refusal("news", on(11, 27))]).toEqual([null, null]);
  expect(refusal("news", on(11, 26))).toBe("This date has passed");
});

const announcement = {
  ...{
    number: 1,
    id: "a",
    kind: "news",
    subject: "A change",
    text: "Text",
    effectiveAt: null,
    state: "running",
  },
  ...{ version: 2, operatorId: "o", createdAt: at, startedAt: at, endedAt: null, lastNumber: 100 },
  ...{ doneNumber: 0, written: 0 },
} as const satisfies Announcement;
const about = (kind: Announcement["kind"], effectiveAt: number | null): Announcement => ({
  ...announcement,
  kind,
  effectiveAt,
});

it("The date is shown as today, tomorrow or in N days, in UTC", () => {
  const said = (effectiveAt: number, now = at) =>
    consequencesOf("send", about("news", effectiveAt), 100, now).find((each) =>
      /^It takes effect/.test(each),
    );
  expect(said(on(11, 27))).toBe("It takes effect on 27 Nov 2026, today.");
  expect(said(on(11, 28))).toBe("It takes effect on 28 Nov 2026, tomorrow.");
  expect(said(on(11, 29))).toBe("It takes effect on 29 Nov 2026, in 2 days.");
  expect(said(on(11, 29), on(11, 27))).toBe("It takes effect on 29 Nov 2026, in 2 days.");
});

it("A stopped announcement says until when it can be continued, and after that what to do", () => {
  const until = (kind: Announcement["kind"], effectiveAt: number | null) =>
    continuation(about(kind, effectiveAt), at);
  expect(until("news", null)).toBe("It can be continued");
  for (const [kind, first] of [
    ["news", on(11, 27)],
    ["terms", on(12, 28)],
    ["privacy", on(12, 12)],
  ] as const) {
    expect([kind, until(kind, first)]).toEqual([
      kind,
      "With this date, it can be continued until the end of 27 Nov 2026 (UTC)",
    ]);
    expect(until(kind, first - 86_400_000)).toMatch(
      /^It can no longer be continued: .+\. Write a new announcement with a later date\./,
    );
    // The last moment of that day, and the first that is too late.
    const last = (lastDay({ kind, effectiveAt: first }) ?? 0) + 86_400_000;
    expect(refusalToDate({ kind, effectiveAt: first }, last - 1)).toBeNull();
    expect(refusalToDate({ kind, effectiveAt: first }, last + 1)).not.toBeNull();
  }
  expect(consequencesOf("stop", about("terms", on(12, 28)), 100, at)[1]).toBe(
    "With this date, it can be continued until the end of 27 Nov 2026 (UTC). Every account gets it once.",
  );
});

it("Before it is sent, the page says if 50 emails a minute cannot reach all accounts in time", () => {
  const delay = (kind: Announcement["kind"], effectiveAt: number | null, accounts: number) =>
    delayText(about(kind, effectiveAt), accounts, at, "starts");
  // Nine hours are left of the last day: 27,000 emails.
  expect(delay("terms", on(12, 28), 27_000)).toBeNull();
  expect(delay("terms", on(12, 28), 27_001)).toBe(
    "At 50 emails a minute, the last account gets it about 10 hours after sending starts: less than 30 days ahead.",
  );
  expect(delay("privacy", on(12, 13), 1_000_000)).toContain(
    "about 14 days after sending starts: less than 14",
  );
  expect(delay("privacy", on(12, 26), 1_000_000)).toBeNull();
  expect(delay("news", on(11, 27), 27_001)).toContain(": after its date.");
  expect(delay("news", null, 1_000_000)).toBeNull();
  // For a continued announcement, only the remaining accounts count.
  const half = { ...about("terms", on(12, 28)), doneNumber: 13_001 };
  expect(consequencesOf("resume", half, 40_001, at).join(" ")).not.toContain("50 emails");
  expect(consequencesOf("resume", half, 40_002, at).join(" ")).toContain("hours after sending continues");
});

it("Blank lines separate paragraphs, and the date comes last", () => {
  expect(paragraphsOf("One\nline\n \n\nTwo  \n")).toEqual(["One\nline", "Two"]);
  const text = {
    kind: "privacy",
    subject: "A change",
    text: "First\n\nSecond",
    effectiveAt: on(12, 12),
  } as const;
  expect(announcementContent(text, { name: "Ann", origin: "https://shop.test" })).toEqual({
    subject: "A change",
    paragraphs: ["Hi Ann,", "First", "Second", "The new Privacy Policy takes effect on 12 Dec 2026."],
    link: { label: "Read the Privacy Policy", url: "https://shop.test/privacy" },
  });
});
