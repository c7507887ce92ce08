import { expect, it } from "vitest";
import { replyField, userTicketForm, visitorTicketForm } from "#app/contact/ticket.form.ts";
import { trimmed } from "#app/lib/blank.ts";
import { applicationForm } from "#app/sellers/application.form.ts";

/** Zero-width spaces, fillers and direction marks, longer than the minimum length of any text in a form. */
const invisible = "\u200b\u2060\u3164\u2800\u202e".repeat(20);

it("A text of invisible characters is empty; those in another text stay", () => {
  expect([invisible, "\u200b", " \n"].map(trimmed)).toEqual(["", "", ""]);
  expect(trimmed(" 👩\u200d🚀 \u202eא ")).toBe("👩\u200d🚀 \u202eא");
});

it("Tickets, their replies and applications need visible characters", () => {
  const typed = { name: invisible, message: invisible, email: "ann@example.com", topic: "other" };
  const application = { fullName: invisible, bio: invisible, skills: invisible, experience: invisible };
  const refused = [
    userTicketForm.safeParse(typed),
    visitorTicketForm.safeParse(typed),
    replyField.safeParse(invisible),
    applicationForm.safeParse(application),
  ].map(({ error }) => error?.issues.map(({ path }) => path.join(".")).toSorted());
  expect(refused).toEqual([
    ["message"],
    ["message", "name"],
    [""],
    ["bio", "experience", "fullName", "skills"],
  ]);
});
