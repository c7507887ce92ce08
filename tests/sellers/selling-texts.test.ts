import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { sellers, sessions } from "#drizzle/schema.ts";
import { db, Visitor, visitor } from "../support/visitor.ts";
import { sellerRow } from "./applicant.ts";

const path = "/profile/selling";
const typed = {
  skills: "Clock repair, brass work",
  experience: "Twelve years at a workshop, then alone.",
  country: "IE",
  language1: "English",
  level1: "native",
};

async function activeSeller() {
  const ann = await Visitor.signedIn();
  await sellerRow(ann.id, { status: "active" });
  return ann;
}

const stored = async (user: Visitor) =>
  (await db.select().from(sellers).where(eq(sellers.userId, user.id)))[0];

test("A seller's texts are stored, and the form shows two rows for further languages", async () => {
  const ann = await activeSeller();
  const second = { language3: " Irish ", level3: "conversational" };
  const page = await ann.submitAndFollow(path, {
    ...typed,
    ...second,
    experience: "One.\r\nTwo <b> of it, all.",
  });
  expect(page.text).toContain("Saved");
  expect(await stored(ann)).toMatchObject({
    skills: typed.skills,
    experience: "One.\nTwo <b> of it, all.",
    country: "IE",
    languages: [
      { name: "English", level: "native" },
      { name: "Irish", level: "conversational" },
    ],
    status: "active",
  });
  // The omitted row between them leaves no gap.
  expect([page.field("language2"), page.field("language4"), page.field("language5")]).toEqual([
    "Irish",
    "",
    undefined,
  ]);
  expect(page.text).toContain("your public page");
});

test("An older tab saves only what was changed in it", async () => {
  const ann = await activeSeller();
  await ann.submit(path, typed);
  const shown = (await ann.get(path)).field("shown") ?? "";
  const rest = { language2: "Irish", level2: "basic", language3: "Welsh", level3: "basic" };
  const newer = { ...rest, language4: "Breton", level4: "basic" };
  await ann.submit(path, { ...typed, ...newer, experience: "Twelve years, then twelve more." });
  await ann.submit(path, { ...typed, skills: "Clock repair", language3: "Manx", level3: "fluent", shown });
  expect(await stored(ann)).toMatchObject({
    skills: "Clock repair",
    experience: "Twelve years, then twelve more.",
    languages: [
      { name: "English", level: "native" },
      { name: "Irish", level: "basic" },
      { name: "Manx", level: "fluent" },
      { name: "Breton", level: "basic" },
    ],
  });
});

test("A language and its level are saved together: two tabs never mix them", async () => {
  const ann = await activeSeller();
  await ann.submit(path, typed);
  const shown = (await ann.get(path)).field("shown") ?? "";
  await ann.submit(path, { ...typed, language1: "Irish", level1: "basic" });
  // This tab still shows English, and changes only its level.
  await ann.submit(path, { ...typed, level1: "fluent", shown });
  expect((await stored(ann))?.languages[0]).toEqual({ name: "English", level: "fluent" });
});

test("All refused fields are named together, and nothing typed is lost", async () => {
  const ann = await activeSeller();
  const before = await stored(ann);
  const page = await ann.submit(path, {
    skills: "",
    experience: "Too short",
    country: "XX",
    language1: "3 <b>",
    level1: "native",
    language2: "Irish",
    level2: "perfect",
    language3: "irish",
    level3: "basic",
    language4: "IRISH",
    level4: "basic",
  });
  expect(page.status).toBe(400);
  for (const sentence of [
    "Please list some of your skills",
    "Please describe your experience",
    "Choose a country from the list",
    "Enter a language of 2 to 40 letters, such as English",
    "Choose how well you speak it",
    "You have already listed IRISH",
  ])
    expect(page.text).toContain(sentence);
  expect([page.field("experience"), page.field("language1"), page.field("language3")]).toEqual([
    "Too short",
    "3 <b>",
    "irish",
  ]);
  expect(await stored(ann)).toEqual(before);
  expect((await ann.submit(path, { ...typed, language9: "Latin" })).status).toBe(400);
});

test("Only active sellers can use the form, and only for themselves", async () => {
  const buyer = await Visitor.signedIn();
  const applicant = await Visitor.signedIn();
  await sellerRow(applicant.id, { status: "applied" });
  for (const person of [buyer, applicant])
    for (const page of [await person.get(path), await person.submit(path, typed)])
      expect([page.status, page.location]).toEqual([303, "/services/sell"]);
  expect(await stored(buyer)).toBeUndefined();
  expect(await stored(applicant)).toMatchObject({ skills: "Clocks <i>" });
});

test("The typed texts are kept through sign-in, for visitors and for sessions that have ended", async () => {
  const guest = visitor.signedOut();
  expect((await guest.get(path)).location).toBe(
    "/sign-in?redirectTo=%2Fprofile%2Fselling&message=Please+sign+in+to+continue",
  );
  const ann = await activeSeller();
  await db.update(sessions).set({ endedAt: Date.now() }).where(eq(sessions.userId, ann.id));
  const sent = await ann.submit(path, { ...typed, language1: "Irish" });
  const way = new URL(sent.location ?? "", "http://shop.test").searchParams.get("redirectTo") ?? "";
  expect(await stored(ann)).toMatchObject({ languages: [{ name: "English", level: "native" }] });
  const again = await Visitor.signedIn();
  await sellerRow(again.id, { status: "active" });
  again.setCookie("draft", ann.cookie("draft") ?? "");
  const back = await again.get(way);
  expect(back.text).toContain("Your texts are not saved yet.");
  expect([back.field("language1"), back.field("skills")]).toEqual(["Irish", typed.skills]);
});
