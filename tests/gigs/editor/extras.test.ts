import { expect, test } from "vitest";
import { operator } from "../../support/accounts/operator.ts";
import type { Page, Visitor } from "../../support/visitor.ts";
import { draftOf, publish, storedDraft, storedGig, wholeDraft, withPictures, writer } from "./writer.ts";

const basic = { "starter.price": "80", "starter.days": "3", "starter.revisions": "1" };
const typed = {
  ...basic,
  "starter.faster.days": "2",
  "starter.faster.price": "25",
  "extras[0].title": "Spare key",
  "extras[0].price": "12.50",
  "extras[0].days": "0",
  "extras[1].title": "New dial",
  "extras[1].price": "60",
  "extras[1].days": "4",
  several: "on",
};
const extras = {
  list: [
    { id: "spare-key", title: "Spare key", priceCents: 1250, days: 0 },
    { id: "new-dial", title: "New dial", priceCents: 6000, days: 4 },
  ],
  faster: { starter: { days: 2, priceCents: 2500 } },
  several: true,
};

const shown = (page: Page, name: string) => page.field(name.replaceAll("[", "\\[").replaceAll("]", "\\]"));
const packagesOf = (id: string) => `/services/create/${id}/packages`;
const save = (ann: Visitor, id: string, fields: Record<string, string>, intent = "save") =>
  ann.submit(packagesOf(id), { ...fields, intent });

/** Publishes a gig with extras. @returns its id */
async function published(ann: Visitor) {
  const id = await wholeDraft(ann);
  await save(ann, id, typed);
  expect((await publish(ann, id)).status).toBe(303);
  return id;
}

/** Checks that the fields of a page are these. */
function expectFields(page: Page, fields: Record<string, string>) {
  for (const [name, value] of Object.entries(fields))
    if (value !== "on" && name !== "starter.revisions")
      expect([name, shown(page, name)]).toEqual([name, value]);
  expect([...page.html.matchAll(/<input type="checkbox" id="several"[^>]*/g)].join()).toMatch(
    fields.several ? /checked/ : /^(?!.*checked).+/,
  );
}

test("A service is published with its extras; changes to it and copies of it start from them", async () => {
  const ann = await writer();
  const id = await published(ann);
  expect((await storedGig(id))?.extras).toEqual(extras);

  await ann.submit(`/services/create/${id}/edit`, {});
  expectFields(await ann.get(packagesOf(id)), typed);
  expect((await ann.get(`/services/create/${id}/preview`)).status).toBe(200);
  const fewer = { ...basic, "extras[0].title": "New dial", "extras[0].price": "65", "extras[0].days": "4" };
  await save(ann, id, fewer);
  expect(await storedGig(id)).toMatchObject({ extras, version: 1 });
  await publish(ann, id);
  const list = [{ id: "new-dial", title: "New dial", priceCents: 6500, days: 4 }];
  expect(await storedGig(id)).toMatchObject({ extras: { list, faster: {}, several: false }, version: 2 });

  const copied = await ann.submit(`/services/create/${id}/duplicate`, { token: "one" });
  const copy = copied.location?.split("/")[3] ?? "";
  expectFields(await ann.get(packagesOf(copy)), fewer);
  await withPictures(ann, copy, 1);
  await publish(ann, copy);
  expect((await storedGig(copy))?.extras).toEqual({ list, faster: {}, several: false });

  await ann.submit(`/services/create/${id}/edit`, {});
  await save(ann, id, basic);
  await publish(ann, id);
  expect(await storedGig(id)).toMatchObject({ extras: null, version: 3 });
});

test("Wrong extras are saved as typed, named at their fields, and not published", async () => {
  const ann = await writer();
  const id = await wholeDraft(ann);
  const wrong = {
    ...typed,
    "starter.faster.days": "3",
    "starter.faster.price": "",
    "extras[0].title": "K",
    "extras[0].price": "1,50",
    "extras[0].days": "31",
    "extras[2].title": "NEW DIAL",
    "extras[2].price": "60",
    "extras[2].days": "4",
  };
  expect((await save(ann, id, wrong)).status).toBe(303);
  const page = await ann.get(packagesOf(id));
  expectFields(page, wrong);
  for (const [field, sentence] of [
    ["starter.faster.days", "Basic takes 3 days, so faster delivery can be at most 2 days sooner"],
    ["starter.faster.price", "Basic: faster delivery must cost $5 to $1,000"],
    ["extras[0].title", "Extra 1: the title must be at least 3 characters"],
    ["extras[0].price", "Extra 1: the price must be $5 to $1,000"],
    ["extras[0].days", "Extra 1: it must add 0 to 30 days"],
    ["extras[2].title", "Extra 3: another extra has the same title"],
  ] as const) {
    expect(page.html).toContain(`id="${field}-e"`);
    expect(page.text).toContain(sentence);
    expect(page.links).toContain(`#${field}`);
  }
  const refused = await publish(ann, id);
  expect([refused.status, await storedGig(id)]).toEqual([400, undefined]);
  expect(refused.links).toContain(`${packagesOf(id)}?check=1#extras[0].title`);
  expectFields(await ann.get(packagesOf(id)), wrong);
});

test("Rows of extras are added, moved and removed by plain forms, and what was typed stays", async () => {
  const ann = await writer();
  const id = await draftOf(ann);
  expect((await save(ann, id, basic, "add:extras")).location).toBe(`${packagesOf(id)}#extras[0].title`);
  const empty = await ann.get(packagesOf(id));
  expect([shown(empty, "extras[0].title"), empty.text.includes("Add an extra")]).toEqual(["", true]);
  expect((await save(ann, id, typed, "down:extras:0")).location).toBe(`${packagesOf(id)}#up:extras:1`);
  expectFields(await ann.get(packagesOf(id)), {
    ...typed,
    "extras[0].title": "New dial",
    "extras[0].price": "60",
    "extras[0].days": "4",
    "extras[1].title": "Spare key",
    "extras[1].price": "12.50",
    "extras[1].days": "0",
  });
  expect((await save(ann, id, typed, "remove:extras:1")).location).toBe(`${packagesOf(id)}#extras[0].title`);
  const one = await ann.get(packagesOf(id));
  expect([shown(one, "extras[0].title"), one.html.includes('name="extras[1]')]).toEqual(["Spare key", false]);

  const five = Object.fromEntries([0, 1, 2, 3, 4].map((i) => [`extras[${i}].title`, `Version ${i}`]));
  await save(ann, id, five);
  const full = await ann.get(packagesOf(id));
  expect([full.text.includes("You can have at most 5."), full.html.includes("add:extras")]).toEqual([
    true,
    false,
  ]);
  const before = await storedDraft(id);
  const refused = await save(ann, id, { ...five, several: "on" }, "add:extras");
  expect([refused.status, refused.text.includes("You can have at most 5 of these")]).toEqual([400, true]);
  expectFields(refused, { ...five, several: "on" });
  expect(await storedDraft(id)).toEqual(before);
});

test("Two windows that change the extras: the page shows both, and each can be kept", async () => {
  const ann = await writer();
  const id = await draftOf(ann);
  await save(ann, id, { ...typed, version: "0" });
  const mine = { ...typed, "extras[0].title": "Silver key", "starter.faster.days": "1" };
  const page = await save(ann, id, { ...mine, version: "0" });
  expect(page.status).toBe(409);
  for (const words of ["Extras 1, title", "Silver key", "Spare key", "Basic, faster delivery, days"])
    expect(page.text).toContain(words);
  expect(page.text).not.toContain("Extras 2");
  // The 'Keep mine' form has every field.
  for (const [name, value] of Object.entries(mine)) expect([name, shown(page, name)]).toEqual([name, value]);
  expect((await save(ann, id, { ...mine, version: "1" }, "save-mine")).status).toBe(303);
  expectFields(await ann.get(packagesOf(id)), mine);
});

test("A save by script keeps extras, faster delivery and 'Several at once'", async () => {
  const ann = await writer();
  const id = await draftOf(ann);
  const page = await ann.submit(`${packagesOf(id)}/save`, { ...typed, version: "0" });
  expect([page.status, JSON.parse(page.html)]).toEqual([200, { state: "saved", version: 1 }]);
  expect((await storedDraft(id))?.steps.packages?.typed).toEqual(typed);
});

test("A service keeps its extras when it is paused, resumed, denied and allowed again", async () => {
  const ann = await writer();
  const { ann: eve } = await operator();
  const id = await published(ann);
  for (const intent of ["pause", "resume"]) await ann.submit("/dashboard/services", { intent, gig: id });
  expect(await storedGig(id)).toMatchObject({ extras, version: 3 });

  const decide = async (intent: string) =>
    await eve.submit("/admin/gigs", {
      pick: `${id}:${(await storedGig(id))?.version}`,
      intent,
      rule: "conduct",
      reason: "The key is not yours",
    });
  // An operator reads the titles of what is offered.
  const listed = await eve.get(`/admin/gigs?q=${id}`);
  for (const words of ["Spare key: $12.50", "New dial: $60.00"]) expect(listed.text).toContain(words);
  expect((await decide("deny")).status).toBe(303);
  expect(await storedGig(id)).toMatchObject({ state: "denied", extras });

  // A new title of an extra is a change that an operator compares.
  await ann.submit(`/services/create/${id}/edit`, {});
  const same = await publish(ann, id);
  expect([same.status, same.text.includes("Change what they pointed out")]).toEqual([409, true]);
  await save(ann, id, { ...typed, "extras[0].title": "Copied key" });
  expect((await publish(ann, id)).status).toBe(303);
  const waiting = await eve.get("/admin/gigs?show=changed");
  const row = waiting.html.split("<tr>").find((one) => one.includes(`value="${id}:`)) ?? "";
  expect(row).toContain("<h3>Extras 1, title</h3>");
  expect(row).toContain("<mark>Copied</mark> key");
  expect(row).not.toContain("Extras 2");
  expect((await decide("allow")).status).toBe(303);
  expect(await storedGig(id)).toMatchObject({
    state: "active",
    extras: {
      ...extras,
      list: [{ ...extras.list[0], id: "copied-key", title: "Copied key" }, extras.list[1]],
    },
  });
});
