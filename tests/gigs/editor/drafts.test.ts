import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { gigDrafts } from "#drizzle/schema.ts";
import { gig } from "../../support/factories.ts";
import { db, type Page, Visitor, visitor } from "../../support/visitor.ts";
import { draftOf, storedDraft, wholeTexts, writer } from "./writer.ts";

test("Only active sellers write services: a visitor signs in first, other users are told how to become one", async () => {
  const id = crypto.randomUUID();
  for (const path of ["/services/create", "/dashboard/create-gig", `/services/create/${id}/packages`]) {
    const visited = await visitor.signedOut().get(path);
    expect([path, visited.status, visited.location?.split("?")[0]]).toEqual([
      path,
      expect.any(Number),
      "/sign-in",
    ]);
    const user = await Visitor.signedIn();
    expect([path, (await user.get(path)).location]).toEqual([path, "/services/sell"]);
    expect((await user.open(path)).text).toContain("Become a seller first");
  }
  const user = await Visitor.signedIn();
  const page = await user.submit("/services/create", {
    title: "A clock",
    draft: id,
    isNew: "1",
    intent: "next",
  });
  expect([page.location, await storedDraft(id)]).toEqual(["/services/sell", undefined]);
});

test("The first form creates the draft and opens the next step; opening pages writes nothing", async () => {
  const ann = await writer();
  const page = await ann.get("/services/create");
  const id = page.field("draft") ?? "";
  expect([page.status, page.field("title"), id.length, await storedDraft(id)]).toEqual([
    200,
    "",
    36,
    undefined,
  ]);
  const first = { title: "Clocks", draft: id, isNew: "1", version: "0", intent: "next" };
  const pages = await Promise.all([
    ann.submit("/services/create", first),
    ann.submit("/services/create", first),
  ]);
  const to = `/services/create/${id}/packages?left=overview`;
  expect(pages.map(({ location }) => location)).toEqual(Array(2).fill(to));
  expect(await db.select().from(gigDrafts).where(eq(gigDrafts.sellerId, ann.id))).toHaveLength(1);
  expect((await ann.get("/services/create")).text).toContain("Clocks Draft · saved");
  expect((await ann.get(`/services/create/${id}/overview`)).field("title")).toBe("Clocks");
});

test("Every step keeps the typed text, valid or not, and its button names the next step", async () => {
  const ann = await writer();
  const id = await draftOf(ann);
  const path = `/services/create/${id}`;
  const long = "ö".repeat(100_000);
  for (const [step, fields, intent, to] of [
    ["overview", { title: "x", category: "none", tags: "a,b,c,d,e,f" }, "next", "packages?left=overview"],
    [
      "packages",
      { "starter.price": "1,50", "elite.offered": "on", "pro.features[0]": "T" },
      "go:publish",
      "publish",
    ],
    ["description", { description: long, "faqs[0].answer": "<b>no</b>" }, "save", "description"],
    [
      "requirements",
      { "questions[0].question": "Why?", "questions[0].required": "on" },
      "next",
      "gallery?left=requirements",
    ],
  ] as const) {
    const page = await ann.submit(`${path}/${step}`, { ...fields, intent });
    expect([step, page.status, page.location]).toEqual([step, 303, `${path}/${to}`]);
    const shown = await ann.get(`${path}/${step}`);
    for (const [name, value] of Object.entries(fields))
      if (value !== "on" && name !== "category")
        expect(shown.field(name.replaceAll("[", "\\[").replaceAll("]", "\\]"))).toBe(value);
  }
  const page = await ann.get(`${path}/publish`);
  for (const sentence of [
    "The title must be at least 10 characters",
    "Choose a category",
    "You can have at most 5 tags",
    "Basic: the price must be $5 to $10,000",
    "The description can be at most 5,000 characters",
    "Question 1 is missing",
    "Add at least one picture",
  ])
    expect(page.text).toContain(sentence);
  expect(page.links).toContain(`${path}/overview?check=1#title`);
  expect((await ann.get(`${path}/overview?check=1`)).html).toContain('id="title-e"');
});

test("What to fix in a step is shown on the page after it, in the list of steps and when the step is opened again", async () => {
  const ann = await writer();
  const texts = await wholeTexts();
  const id = await draftOf(ann, texts.overview);
  const path = `/services/create/${id}`;
  const entry = (page: Page, name: string) =>
    new RegExp(`(?:Done: )?${name}(?: \\d things? to fix)?`).exec(page.text)?.[0];
  // Nothing is said about steps that the seller has not saved yet.
  const fresh = await ann.get(`${path}/packages?left=overview`);
  expect(["Overview", "Packages", "Requirements"].map((name) => entry(fresh, name))).toEqual([
    "Done: Overview",
    "Packages",
    "Done: Requirements",
  ]);
  expect(fresh.text).not.toContain("to fix");

  const basic = { "starter.price": "3", "starter.days": "2", "pro.price": "kept" };
  const left = await ann.submit(`${path}/packages`, { ...basic, intent: "next" });
  expect(left.location).toBe(`${path}/description?left=packages`);
  const next = await ann.get(left.location ?? "");
  const price = "Basic: the price must be $5 to $10,000";
  expect(next.text).toContain("Saved. Packages: 2 things to fix");
  expect([next.text.includes(price), entry(next, "Packages")]).toEqual([true, "Packages 2 things to fix"]);
  expect(next.links).toContain(`${path}/packages#starter.price`);

  const again = await ann.get(`${path}/packages`);
  expect(again.html).toContain('id="starter.price-e"');
  expect([again.field("starter.price"), again.field("pro.price")]).toEqual(["3", "kept"]);

  await ann.submit(`${path}/packages`, { ...texts.packages, intent: "go:overview" });
  const whole = await ann.get(`${path}/overview?left=packages`);
  expect([whole.text.includes("to fix"), entry(whole, "Packages")]).toEqual([false, "Done: Packages"]);
});

test("A package that is not offered is folded; one with an error is open", async () => {
  const ann = await writer();
  const id = await draftOf(ann);
  const path = `/services/create/${id}/packages`;
  const foldable = async () => (await ann.get(path)).html.match(/class="foldable"/g)?.length;
  expect(await foldable()).toBe(2);
  await ann.submit(path, { "elite.offered": "on", "elite.price": "x", intent: "save" });
  expect(await foldable()).toBe(1);
});

test("Buttons add, remove and move rows, and the typed text stays", async () => {
  const ann = await writer();
  const id = await draftOf(ann);
  const path = `/services/create/${id}/description`;
  const typed = {
    description: "Clocks",
    "faqs[0].question": "A?",
    "faqs[0].answer": "a",
    "faqs[1].question": "B?",
  };
  const moved = await ann.submit(path, { ...typed, intent: "down:faqs:0" });
  expect(moved.location).toBe(`${path}#up:faqs:1`);
  const page = await ann.get(path);
  expect([
    page.field("faqs\\[0\\].question"),
    page.field("faqs\\[1\\].answer"),
    page.field("description"),
  ]).toEqual(["B?", "a", "Clocks"]);
  expect((await ann.submit(path, { ...typed, intent: "add:features" })).location).toBe(`${path}#features[1]`);
});

test("An unknown button, row or step, and an eleventh row, change nothing and say so", async () => {
  const ann = await writer();
  const id = await draftOf(ann);
  const path = `/services/create/${id}/description`;
  const ten = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`features[${i}]`, `Feature ${i}`]));
  const before = await storedDraft(id);
  for (const [fields, sentence] of [
    [{ ...ten, intent: "add:features" }, "You can have at most 10 of these"],
    [{ description: "Kept?", intent: "up:faqs:7" }, "This row no longer exists"],
    [{ description: "Kept?", intent: "up:questions:0" }, "Choose what to do with this step"],
    [{ description: "Kept?", intent: "explode" }, "Choose what to do with this step"],
    [{ description: "Kept?", "features[10]": "x", intent: "save" }, "This form could not be read"],
    [{ description: "Kept?", title: "of another step", intent: "save" }, "This form could not be read"],
  ] as const) {
    const page = await ann.submit(path, fields);
    expect([sentence, page.status]).toEqual([sentence, 400]);
    expect(page.text).toContain(sentence);
    if ("description" in fields) expect(page.field("description")).toBe("Kept?");
    expect(await storedDraft(id)).toEqual(before);
  }
  for (const step of ["price", "save", "publish2"]) {
    expect((await ann.get(`/services/create/${id}/${step}`)).status).toBe(404);
    expect((await ann.submit(`/services/create/${id}/${step}`, { intent: "save" })).status).toBe(404);
  }
});

test("Packages are filled from Basic by the derivation rules on request", async () => {
  const ann = await writer();
  const id = await draftOf(ann);
  const path = `/services/create/${id}/packages`;
  const refused = await ann.submit(path, { "starter.price": "80", intent: "fill:pro" });
  expect([refused.status, refused.field("starter.price")]).toEqual([400, "80"]);
  const basic = { "starter.price": "$ 35", "starter.days": "2", "starter.revisions": "9" };
  const filled = await ann.submit(path, { ...basic, "starter.features[0]": "One", intent: "fill:elite" });
  expect(filled.location).toBe(`${path}#elite.price`);
  const page = await ann.get(path);
  expect([page.field("elite.price"), page.field("elite.days"), page.field("elite.features\\[3\\]")]).toEqual([
    "70",
    "1",
    "24/7 Customer Service",
  ]);
  expect(page.text).toContain("From Basic: $53, 1 day, 10 revisions.");
});

test("A save from an older version shows both texts; the seller keeps either one, and other steps are not touched", async () => {
  const ann = await writer();
  const id = await draftOf(ann);
  const path = `/services/create/${id}/description`;
  const save = (text: string, version: string) =>
    ann.submit(path, { description: text, version, intent: "save" });
  expect((await save("First window", "0")).status).toBe(303);
  const second = await save("Second <window>", "0");
  expect([
    second.status,
    second.text.includes("First window"),
    second.text.includes("Second <window>"),
  ]).toEqual([409, true, true]);
  expect((await ann.get(path)).field("description")).toBe("First window");
  // Sending the same text again, because the response was lost, is not a conflict; nor is saving another
  // step.
  expect((await save("First window", "0")).status).toBe(303);
  expect(
    (await ann.submit(`/services/create/${id}/overview`, { title: "T", version: "1", intent: "save" }))
      .status,
  ).toBe(303);
  expect(second.field("version")).toBe("1");
  await ann.submit(path, { intent: "keep-theirs" });
  expect((await ann.get(path)).field("description")).toBe("First window");
  const mine = { description: second.field("description") ?? "", version: "1", intent: "save-mine" };
  expect((await ann.submit(path, mine)).status).toBe(303);
  expect((await ann.get(path)).field("description")).toBe("Second <window>");
});

test("A seller has at most 20 drafts; the twenty-first keeps its text on the page", async () => {
  const ann = await writer();
  for (let i = 0; i < 20; i++) await draftOf(ann);
  const fields = { title: "One more", draft: crypto.randomUUID(), isNew: "1", intent: "next" };
  const page = await ann.submit("/services/create", fields);
  expect([page.status, page.field("title")]).toEqual([409, "One more"]);
  expect(page.text).toContain("You have 20 drafts. Publish or delete one first");
});

test("Another seller's draft or service answers 404 for every step and button", async () => {
  const [ann, eve] = [await writer(), await writer()];
  const id = await draftOf(ann);
  const offered = await gig(db, { sellerId: ann.id });
  const before = await storedDraft(id);
  for (const path of ["overview", "gallery", "publish", "preview", "delete"])
    expect([path, (await eve.get(`/services/create/${id}/${path}`)).status]).toEqual([path, 404]);
  for (const [path, fields] of [
    [`${id}/overview`, { title: "Mine now", intent: "save" }],
    [`${id}/publish`, { rights: "yes", intent: "publish" }],
    [`${id}/delete`, { intent: "delete" }],
    [`${offered.id}/delete?gig=1`, { intent: "delete" }],
    [`${offered.id}/edit`, {}],
  ] as const)
    expect([path, (await eve.submit(`/services/create/${path}`, fields)).status]).toEqual([path, 404]);
  // Neither can be taken over as the id of a new draft.
  for (const taken of [id, offered.id]) {
    const page = await eve.submit("/services/create", {
      title: "Mine",
      draft: taken,
      isNew: "1",
      intent: "save",
    });
    expect(page.status).toBe(404);
  }
  expect(await storedDraft(id)).toEqual(before);
});
