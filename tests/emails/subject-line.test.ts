import { expect, it } from "vitest";
import { subjectLine } from "#app/emails/subject-line.ts";

it("A short subject stays as it is, on one line", () => {
  expect(subjectLine("  Your receipt\n for “A book”\t")).toBe("Your receipt for “A book”");
  expect(subjectLine("x".repeat(70))).toBe("x".repeat(70));
});

it("A long title is shortened first, so that the subject still says what happened", () => {
  const subject = subjectLine(`“${"A bound book ".repeat(8)}” will be completed tomorrow`, 2);
  expect(subject).toBe("“A bound book A bound book A bound bo…” will be completed tomorrow (2)");
  expect([...subject]).toHaveLength(70);
  expect(subjectLine(`“${"😀".repeat(80)}” is late`)).toBe(`“${"😀".repeat(59)}…” is late`);
  expect([...subjectLine(`“${"😀".repeat(80)}” is late`)]).toHaveLength(70);
});

it("A subject that is long without its title is cut at its end", () => {
  const subject = subjectLine(`${"word ".repeat(20)}“A bound book”`);
  expect(subject).toBe(`${"word ".repeat(13)}word…`);
  expect(subjectLine("y".repeat(300))).toBe(`${"y".repeat(69)}…`);
  // `$&` in a title is not a pattern.
  expect(subjectLine(`“$& ${"a".repeat(80)}” is late`)).toContain("“$& a");
});
