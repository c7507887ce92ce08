import { expect, it } from "vitest";
import { checkDraft } from "#app/gigs/drafts/check-draft.ts";
import { fieldLabel } from "#app/gigs/drafts/field-label.ts";
import type { Typed } from "#app/gigs/drafts/typed.ts";
import { typedOfPublished } from "#app/gigs/drafts/typed-of-gig.ts";

const basic = { "starter.price": "80", "starter.days": "5", "starter.revisions": "1" };
const extra = (i: number, title: string, price = "10", days = "0") => ({
  [`extras[${i}].title`]: title,
  [`extras[${i}].price`]: price,
  [`extras[${i}].days`]: days,
});

/** Reads the packages of a draft. @returns what is offered besides them, and what is wrong, by field */
function read(typed: Typed) {
  const steps = { overview: {}, description: {}, requirements: {}, gallery: {} };
  const packages = { ...basic, ...typed };
  const { partial, problems } = checkDraft({ typed: { ...steps, packages }, pictures: [] }, []);
  const wrong = problems.filter(({ step }) => step === "packages");
  return {
    extras: partial.extras,
    wrong: Object.fromEntries(wrong.map(({ field, sentence }) => [field, sentence])),
  };
}

it("A title without a visible character is missing", () => {
  const title = "\u200b \u2060".repeat(10);
  const steps = { overview: { title }, packages: {}, description: {}, requirements: {}, gallery: {} };
  const { problems } = checkDraft({ typed: steps, pictures: [] }, []);
  expect(problems.find(({ field }) => field === "title")?.sentence).toBe("The title is missing");
  expect(read(extra(0, title)).wrong).toEqual({ "extras[0].title": "Extra 1: the title is missing" });
});

it("Extras, faster delivery and 'Several at once' are read as typed; empty rows are ignored", () => {
  const { extras, wrong } = read({
    ...extra(0, "", "", " "),
    ...extra(1, "  Source   file ", "$ 1,000", "0"),
    ...extra(2, "Print & web", "5", " 30 "),
    "starter.faster.days": "4",
    "starter.faster.price": "12.50",
    several: "on",
  });
  expect(wrong).toEqual({});
  expect(extras).toEqual({
    list: [
      { id: "source-file", title: "Source file", priceCents: 100_000, days: 0 },
      { id: "print-web", title: "Print & web", priceCents: 500, days: 30 },
    ],
    faster: { starter: { days: 4, priceCents: 1250 } },
    several: true,
  });
});

it("A gig that offers nothing besides its packages has no extras", () => {
  expect(read(extra(0, "", "", ""))).toEqual({ extras: null, wrong: {} });
  expect(read({ several: "on" }).extras).toEqual({ list: [], faster: {}, several: true });
  // Standard is not offered. What was typed for it waits in its folded fields.
  expect(read({ "pro.faster.days": "1", "pro.faster.price": "x" })).toEqual({ extras: null, wrong: {} });
});

it.each([
  ["title", extra(0, "ab"), "Extra 1: the title must be at least 3 characters"],
  ["title", extra(0, "x".repeat(61)), "Extra 1: the title can be at most 60 characters"],
  ["title", extra(0, "", "20", "1"), "Extra 1: the title is missing"],
  ["price", extra(0, "Source file", "4.99"), "Extra 1: the price must be $5 to $1,000"],
  ["price", extra(0, "Source file", "1,000.01"), "Extra 1: the price must be $5 to $1,000"],
  ["price", extra(0, "Source file", ""), "Extra 1: the price must be $5 to $1,000"],
  ["price", extra(0, "Source file", "1,50"), "Extra 1: the price must be $5 to $1,000"],
  ["days", extra(0, "Source file", "10", "31"), "Extra 1: it must add 0 to 30 days"],
  ["days", extra(0, "Source file", "10", "-1"), "Extra 1: it must add 0 to 30 days"],
  ["days", extra(0, "Source file", "10", ""), "Extra 1: it must add 0 to 30 days"],
])("The %s of an extra is out of bounds: %j", (end, typed, sentence) => {
  expect(read(typed).wrong).toEqual({ [`extras[0].${end}`]: sentence });
});

it.each([
  ["Source file", "Source file"],
  ["Source file", "SOURCE  FILE!"],
  ["!!!", "!!!"],
])("Two extras of a gig have different titles: not %j and %j", (one, other) => {
  expect(read({ ...extra(0, one), ...extra(1, "Between"), ...extra(2, other) }).wrong).toEqual({
    "extras[2].title": "Extra 3: another extra has the same title",
  });
});

it("A gig has at most five extras", () => {
  const six = Object.assign({}, ...[0, 1, 2, 3, 4, 5].map((i) => extra(i, `Version ${i}`)));
  expect(read(six).wrong).toEqual({ "extras[5].title": "You can have at most 5 extras" });
});

it("An extra's id is the slug of its title, and unique in its order", () => {
  const idsOf = (...titles: string[]) =>
    read(Object.assign({}, ...titles.map((title, i) => extra(i, title)))).extras?.list.map(({ id }) => id);
  expect(idsOf("Große Datei", "!!!")).toEqual(["große-datei", "extra-2"]);
  // Not the id of faster delivery or of the package.
  expect(idsOf("Faster", "Package")).toEqual(["extra-1", "extra-2"]);
  expect(idsOf("Extra 2", "!!!", "???")).toEqual(["extra-2", "extra-3", "extra-4"]);
});

it.each([
  ["days", "", "10", "Basic: say how many days sooner faster delivery is"],
  ["days", "0", "10", "Basic: faster delivery must be at least 1 day sooner"],
  ["days", "1.5", "10", "Basic: faster delivery must be at least 1 day sooner"],
  ["days", "5", "10", "Basic takes 5 days, so faster delivery can be at most 4 days sooner"],
  ["price", "2", "", "Basic: faster delivery must cost $5 to $1,000"],
  ["price", "2", "4.99", "Basic: faster delivery must cost $5 to $1,000"],
  ["price", "2", "1000.01", "Basic: faster delivery must cost $5 to $1,000"],
])("The %s of faster delivery are refused: %j days for $%s", (end, days, price, sentence) => {
  const { wrong } = read({ "starter.faster.days": days, "starter.faster.price": price });
  expect(wrong).toEqual({ [`starter.faster.${end}`]: sentence });
});

it("Faster delivery depends on its own package", () => {
  const faster = { "starter.faster.days": "1", "starter.faster.price": "10" };
  expect(read({ ...faster, "starter.days": "1" }).wrong).toEqual({
    "starter.faster.days": "Basic takes 1 day, so it can't be delivered faster",
  });
  expect(Object.keys(read({ ...faster, "starter.days": "soon" }).wrong)).toEqual(["starter.days"]);
  const standard = { "pro.offered": "on", "pro.price": "90", "pro.days": "9", "pro.revisions": "1" };
  const { extras } = read({ ...standard, "pro.faster.days": "8", "pro.faster.price": "40" });
  expect(extras?.faster).toEqual({ pro: { days: 8, priceCents: 4000 } });
});

it("A draft of changes starts from the extras of the published gig, which are read back unchanged", () => {
  const typed = {
    ...extra(0, "Source file", "20", "0"),
    ...extra(1, "Print version", "30.50", "2"),
    "starter.faster.days": "2",
    "starter.faster.price": "25",
    several: "on",
  };
  const { extras } = read(typed);
  const gig = {
    title: "A clock",
    description: "",
    priceCents: 8000,
    deliveryDays: 5,
    revisions: 1,
    features: [],
    faqs: [],
    questions: [],
    metaKeywords: [],
    packageDetails: JSON.stringify({ starter: { price: 80, delivery_time: 5, revisions: 1 } }),
    categoryId: "",
    subcategoryId: "",
    imageUrl: null,
    imageAlt: null,
    furtherImages: [],
  };
  const again = typedOfPublished({ ...gig, extras }).typed.packages;
  expect(again).toMatchObject(typed);
  expect(read(again).extras).toEqual(extras);
  const plain = typedOfPublished({ ...gig, extras: null }).typed.packages;
  expect(Object.keys(plain).filter((name) => /extras|faster|several/.test(name))).toEqual([]);
});

it("The fields of extras have names in words", () => {
  expect(["extras[0].title", "pro.faster.days", "several"].map(fieldLabel)).toEqual([
    "Extra 1, title",
    "Standard, faster delivery, days",
    "Several at once",
  ]);
});
