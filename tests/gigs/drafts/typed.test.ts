import { expect, it } from "vitest";
import {
  differingNames,
  fieldNames,
  focusAfter,
  isSameTyped,
  moveRows,
  parseRowIntent,
  rowIntentText,
  rowsOf,
  shownRows,
  typedOf,
} from "#app/gigs/drafts/typed.ts";

const formOf = (fields: [string, string][]) => {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
};

it("A step keeps the text typed into its own fields, with normalized line endings", () => {
  const form = formOf([
    ["description", "One\r\nTwo\rThree"],
    ["features[0]", ""],
    ["faqs[9].answer", " yes "],
    ["faqs[10].answer", "an eleventh row"],
    ["title", "of another step"],
    ["intent", "save"],
  ]);
  expect(typedOf("description", form)).toEqual({
    description: "One\nTwo\nThree",
    "features[0]": "",
    "faqs[9].answer": " yes ",
  });
  for (const name of [
    "starter.price",
    "elite.features[3]",
    "pro.offered",
    "starter.faster.days",
    "elite.faster.price",
    "extras[4].title",
    "several",
  ])
    expect([name, fieldNames.packages.test(name)]).toEqual([name, true]);
  for (const name of [
    "gold.price",
    "starter.features[10]",
    "starter.features[0].x",
    "starter.faster",
    "faster.days",
    "extras[0]",
    "extras[10].title",
    "starter.several",
  ])
    expect([name, fieldNames.packages.test(name)]).toEqual([name, false]);
});

it("Rows are added, removed and moved with what they hold", () => {
  const typed = {
    description: "D",
    "faqs[0].question": "A?",
    "faqs[0].answer": "a",
    "faqs[1].question": "B?",
    "faqs[1].answer": "b",
  };
  expect(moveRows(typed, { move: "down", list: "faqs", row: 0 })).toEqual({
    typed: {
      description: "D",
      "faqs[0].question": "B?",
      "faqs[0].answer": "b",
      "faqs[1].question": "A?",
      "faqs[1].answer": "a",
    },
    row: 1,
  });
  expect(moveRows(typed, { move: "remove", list: "faqs", row: 0 })).toEqual({
    typed: { description: "D", "faqs[0].question": "B?", "faqs[0].answer": "b" },
    row: 0,
  });
  expect(moveRows(typed, { move: "add", list: "faqs", row: 0 })).toMatchObject({
    typed: { "faqs[1].answer": "b", "faqs[2].question": "", "faqs[2].answer": "" },
    row: 2,
  });
});

it("A list without rows shows one empty feature; adding shows a second one", () => {
  expect(shownRows({}, "features")).toEqual([{ "": "" }]);
  expect(shownRows({}, "questions")).toEqual([]);
  expect(moveRows({}, { move: "add", list: "features", row: 0 })).toEqual({
    typed: { "features[0]": "", "features[1]": "" },
    row: 1,
  });
});

it("Adding an eleventh row, an unknown row and a move past the end change nothing", () => {
  const ten = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`features[${i}]`, `f${i}`]));
  expect(rowsOf(ten, "features")).toHaveLength(10);
  for (const intent of [
    { move: "add", list: "features", row: 0 },
    { move: "up", list: "features", row: 0 },
    { move: "down", list: "features", row: 9 },
  ] as const)
    expect(moveRows(ten, intent)).toHaveProperty("refusal");
  expect(moveRows({}, { move: "remove", list: "faqs", row: 3 })).toHaveProperty("refusal");
});

it("A row's button names its list and row; any other name is not a row button", () => {
  for (const text of ["add:features", "up:faqs:1", "remove:features:0"]) {
    const intent = parseRowIntent("description", text);
    expect(intent && rowIntentText(intent)).toBe(text);
  }
  for (const text of ["add:questions", "up:faqs", "up:faqs:10", "sort:faqs:1", "up:faqs:-1", "", "save"])
    expect(parseRowIntent("description", text)).toBeNull();
  expect(parseRowIntent("packages", "down:elite.features:2")).toEqual({
    move: "down",
    list: "elite.features",
    row: 2,
  });
});

it("Two texts differ where a field differs; an empty field equals a missing one", () => {
  expect(isSameTyped({ title: "A", tags: "" }, { title: "A" })).toBe(true);
  expect(differingNames({ title: "A", tags: "x" }, { title: "B", tags: "x" })).toEqual(["title"]);
});

it("Extras have up to five rows of their own fields", () => {
  const add = { move: "add", list: "extras", row: 0 } as const;
  let typed: Record<string, string> = {};
  for (let row = 0; row < 5; row++) {
    const moved = moveRows(typed, add);
    if ("refusal" in moved) throw new Error(moved.refusal);
    expect([moved.row, focusAfter(add, moved.typed, moved.row)]).toEqual([row, `extras[${row}].title`]);
    typed = moved.typed;
  }
  expect(Object.keys(typed).slice(0, 3)).toEqual(["extras[0].title", "extras[0].price", "extras[0].days"]);
  expect(moveRows(typed, add)).toEqual({ refusal: "You can have at most 5 of these" });
  expect(parseRowIntent("packages", "remove:extras:4")).toEqual({ move: "remove", list: "extras", row: 4 });
});
