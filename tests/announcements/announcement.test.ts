import { expect, it } from "vitest";
import { earliestDay, paragraphsOf, refusalToDate } from "#app/announcements/announcement.ts";
import { announcementContent } from "#app/emails/announcement-email-templates.ts";

const at = Date.UTC(2026, 10, 27, 15);
const on = (month: number, date: number, year = 2026) => Date.UTC(year, month - 1, date);

it("Changed Terms are announced 30 whole days ahead, changes of the Privacy Policy 14, and news up to the day itself", () => {
  expect(earliestDay("terms", at)).toBe(on(12, 28));
  expect(earliestDay("terms", on(11, 27))).toBe(on(12, 27));
  expect(earliestDay("privacy", at)).toBe(on(12, 12));
  const refusal = (kind: "news" | "terms" | "privacy", effectiveAt: number | null) =>
    refusalToDate({ kind, effectiveAt }, at);
  expect(refusal("terms", on(12, 28))).toBeNull();
  expect(refusal("terms", on(12, 27))).toBe(
    "Changes of the Terms are announced at least 30 days ahead: 28 Dec 2026 is the first possible day",
  );
  expect(refusal("privacy", on(12, 12))).toBeNull();
  expect(refusal("privacy", on(12, 11))).toContain("at least 14 days ahead: 12 Dec 2026");
  expect(refusal("privacy", null)).toBe("Please enter the day it takes effect");
  expect([refusal("news", null), refusal("news", on(11, 27))]).toEqual([null, null]);
  expect(refusal("news", on(11, 26))).toBe("This day has passed");
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
