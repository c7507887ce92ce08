import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { profiles, sessions } from "#drizzle/schema.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { sendProfile } from "../support/pictures.ts";
import { db, type Visitor, visitor } from "../support/visitor.ts";

let count = 0;
async function profileOwner() {
  const username = `on-page-${++count}`;
  const ann = await visitor.signedIn({ username, fullName: "Ann Lee" });
  return { ann, form: { username, fullName: "Ann Lee", title: "", bio: "", timeZone: "" } };
}

async function rowOf(user: Visitor) {
  const [row] = await db.select().from(profiles).where(eq(profiles.id, user.id));
  return row;
}

/** The selected option of the only select. */
const chosen = (html: string) => /<option value="([^"]*)" selected/.exec(html)?.[1];

it("A visitor is asked to sign in and then returns to /profile", async () => {
  const page = await visitor.signedOut().get("/profile");
  expect([page.status, page.location]).toEqual([
    303,
    "/sign-in?redirectTo=%2Fprofile&message=Please+sign+in+to+continue",
  ]);
});

it("The avatar's menu lists Dashboard, Profile, Orders and Sign out", async () => {
  const { ann } = await profileOwner();
  const { html } = await ann.get("/profile");
  const menu = /<details class="drop"[\s\S]*?<\/details>/.exec(html)?.[0] ?? "";
  expect([...menu.matchAll(/>(Dashboard|Profile|Orders|Sign out)</g)].map(([, label]) => label)).toEqual([
    "Dashboard",
    "Profile",
    "Orders",
    "Sign out",
  ]);
});

it("Saving stores the fields and shows 'Profile saved'", async () => {
  const { ann, form } = await profileOwner();
  const typed = {
    ...form,
    fullName: "  Ann Ölander ",
    title: "Bookshop owner",
    bio: "I sell books.\r\nAnd <b>tea</b>.",
    timeZone: "America/Argentina/Buenos_Aires",
  };
  const sent = await sendProfile(ann, typed);
  expect([sent.status, sent.location]).toEqual([303, "/profile"]);
  expect(await rowOf(ann)).toMatchObject({
    fullName: "Ann Ölander",
    title: "Bookshop owner",
    description: "I sell books.\nAnd <b>tea</b>.",
    timeZone: "America/Argentina/Buenos_Aires",
  });
  const page = await ann.get("/profile");
  expect(page.text).toContain("Profile saved");
  expect([page.field("fullName"), page.field("title")]).toEqual(["Ann Ölander", "Bookshop owner"]);
  expect(page.html).toContain("And &lt;b&gt;tea&lt;/b&gt;.");
  expect(chosen(page.html)).toBe("America/Argentina/Buenos_Aires");
  // An emptied field is stored as null.
  await sendProfile(ann, form);
  expect(await rowOf(ann)).toMatchObject({ title: null, description: null, timeZone: null });
});

it("An older tab saves only what was changed in it, even after signing in again", async () => {
  const { ann, form } = await profileOwner();
  const shown = (await ann.get("/profile")).field("shown") ?? "";
  const renamed = { username: `${form.username}.b`, bio: "I sell books." };
  await sendProfile(ann, { ...form, ...renamed, presence: "hidden" });
  const old = { ...form, presence: "shown", shown };
  const wrong = await sendProfile(ann, { ...old, title: "Bookshop owner", timeZone: "Mars/Base" });
  expect([wrong.status, wrong.field("username"), wrong.field("bio")]).toEqual([
    400,
    renamed.username,
    renamed.bio,
  ]);
  expect(JSON.parse(wrong.field("shown") ?? "")).toMatchObject(renamed);
  await sendProfile(ann, { ...old, title: "Bookshop owner" });
  const row = { username: renamed.username, description: renamed.bio, showsPresence: false };
  expect(await rowOf(ann)).toMatchObject({ ...row, title: "Bookshop owner" });

  await db.update(sessions).set({ endedAt: Date.now() }).where(eq(sessions.userId, ann.id));
  const parked = await sendProfile(ann, { ...old, fullName: "Ann Ölander" });
  const back = (await ann.get(parked.location ?? "")).field("redirectTo") ?? "";
  await ann.beginSession();
  const page = await ann.get(back);
  expect(["fullName", "username", "bio"].map((name) => page.field(name))).toEqual([
    "Ann Ölander",
    renamed.username,
    renamed.bio,
  ]);
});

it("A field that was emptied in an older tab is emptied, even after signing in again", async () => {
  const { ann, form } = await profileOwner();
  await sendProfile(ann, { ...form, title: "Bookshop owner", bio: "One\nTwo" });
  const shown = (await ann.get("/profile")).field("shown") ?? "";
  await sendProfile(ann, { ...form, bio: "One\r\nTwo", shown });
  expect(await rowOf(ann)).toMatchObject({ title: null, description: "One\nTwo" });
  await db.update(sessions).set({ endedAt: Date.now() }).where(eq(sessions.userId, ann.id));
  const parked = await sendProfile(ann, { ...form, shown });
  const back = (await ann.get(parked.location ?? "")).field("redirectTo") ?? "";
  await ann.beginSession();
  expect((await ann.get(back)).field("bio")).toBe("");
});

it("The form works without its file field", async () => {
  const { ann, form } = await profileOwner();
  expect((await ann.submit("/profile", { ...form, fullName: "Ann Plain" })).status).toBe(303);
  expect((await rowOf(ann))?.fullName).toBe("Ann Plain");
});

it("Each invalid field gets its message with 400, and the typed values stay", async () => {
  const { ann, form } = await profileOwner();
  const typed = {
    fullName: " A ",
    username: "Support",
    title: "t".repeat(81),
    bio: "b".repeat(601),
    timeZone: "Mars/Base",
  };
  const page = await sendProfile(ann, typed);
  expect(page.status).toBe(400);
  for (const sentence of [
    "Full name is required",
    "This username is reserved. Please choose another one",
    "What you do must be at most 80 characters",
    "Bio must be at most 600 characters",
    "Choose a time zone from the list",
  ])
    expect(page.text).toContain(sentence);
  for (const name of ["username", "title", "bio"] as const) expect(page.field(name)).toBe(typed[name]);
  expect(await rowOf(ann)).toMatchObject({ fullName: "Ann Lee", username: form.username });
  const emptied = await sendProfile(ann, { ...form, fullName: "", username: "" });
  expect([emptied.field("fullName"), emptied.field("username")]).toEqual(["", ""]);
  expect(emptied.text).toContain("Username must be at least 3 characters");
});

it("The form lists the time zones by region and refuses offsets", async () => {
  const { ann, form } = await profileOwner();
  const { html } = await ann.get("/profile");
  for (const part of [
    '<optgroup label="Europe">',
    '<option value="Europe/Berlin">Berlin</option>',
    ">Not set<",
  ])
    expect(html).toContain(part);
  expect(chosen(html) ?? "").toBe("");
  for (const timeZone of ["+02:00", "Europe/Berlin\u0001", "x".repeat(5000)])
    expect((await sendProfile(ann, { ...form, timeZone })).status).toBe(400);
  for (const [typed, stored] of [
    ["europe/berlin", "Europe/Berlin"],
    ["Asia/Calcutta", "Asia/Kolkata"],
    ["Asia/Kolkata", "Asia/Kolkata"],
    ["UTC", "UTC"],
  ] as const) {
    await sendProfile(ann, { ...form, timeZone: typed });
    expect((await rowOf(ann))?.timeZone).toBe(stored);
  }
  await sendProfile(ann, { ...form, timeZone: "Asia/Kolkata" });
  const again = await ann.get("/profile");
  expect(again.html.match(/<option value="Asia\/(Calcutta|Kolkata)"/g)).toHaveLength(1);
});

it("An ended session keeps all typed fields", async () => {
  const { ann, form } = await profileOwner();
  await db.update(sessions).set({ endedAt: Date.now() }).where(eq(sessions.userId, ann.id));
  const typed = {
    ...form,
    fullName: "Ann 100% \\ Lee",
    bio: "One line\nand another & more",
    timeZone: "Asia/Tokyo",
  };
  const sent = await sendProfile(ann, typed);
  expect(sent.status).toBe(303);
  const signIn = await ann.get(sent.location ?? "");
  await ann.beginSession();
  const back = await ann.get(signIn.field("redirectTo") ?? "");
  expect(back.text).toContain("Your changes are not saved yet.");
  expect(back.field("fullName")).toBe(typed.fullName);
  expect(back.html).toContain("One line\nand another &amp; more");
  expect(chosen(back.html)).toBe("Asia/Tokyo");
  expect((await rowOf(ann))?.fullName).toBe("Ann Lee");
});

it("The longest texts in any script are kept through sign-in", async () => {
  const { ann } = await profileOwner();
  await db.update(sessions).set({ endedAt: Date.now() }).where(eq(sessions.userId, ann.id));
  const typed = {
    fullName: "李".repeat(100),
    username: "u".repeat(30),
    title: "李".repeat(80),
    bio: "李".repeat(600),
    timeZone: "",
  };
  const sent = await sendProfile(ann, typed);
  const back = (await ann.get(sent.location ?? "")).field("redirectTo") ?? "";
  expect(back).toMatch(/^\/profile\?draft=[\w-]{36}$/);
  await ann.beginSession();
  const page = await ann.get(back);
  expect([page.field("fullName"), page.field("title")]).toEqual([typed.fullName, typed.title]);
  expect(page.html).toContain(typed.bio);
});

it("A failed write keeps the typed fields, shows a message and is logged", async () => {
  expectErrorLog("profile not saved");
  const { ann, form } = await profileOwner();
  ann.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.startsWith('update "profiles"')) });
  const page = await sendProfile(ann, { ...form, bio: "Still here" });
  expect(page.status).toBe(503);
  expect(page.text).toContain("We couldn't save your profile. Please try again.");
  expect(page.field("bio")).toBe("Still here");
});

it("A refused form does not complain about an unchanged username that was allowed before", async () => {
  const ann = await visitor.signedIn({ username: "support", fullName: "Ann Lee" });
  const form = { fullName: "Ann Lee", title: "", timeZone: "" };
  const page = await sendProfile(ann, { ...form, username: "support", bio: "x".repeat(601) });
  expect([page.status, page.text.includes("This username is reserved")]).toEqual([400, false]);
});

it("The page answers 503 while the profile cannot be read", async () => {
  expectErrorLog("We couldn't load your profile");
  const { ann } = await profileOwner();
  ann.send = productWith({
    DB: faultyDatabase(env.DB, (sql) => sql.includes('"tax_number", iif("shows_presence"')),
  });
  expect((await ann.get("/profile")).status).toBe(503);
});

it("A form changes only the viewer's profile, and a form from another origin is refused", async () => {
  const { ann, form } = await profileOwner();
  const { ann: bob } = await profileOwner();
  for (const others of [{ id: bob.id }, { userId: bob.id }])
    expect((await ann.submit("/profile", { ...form, ...others, fullName: "Taken over" })).status).toBe(400);
  await ann.submit("/profile", { ...form, fullName: "Taken over" });
  expect((await rowOf(bob))?.fullName).toBe("Ann Lee");
  const foreign = await ann.submit(
    "/profile",
    { ...form, fullName: "X Y" },
    { Origin: "https://evil.example" },
  );
  expect(foreign.status).toBe(403);
  expect((await rowOf(ann))?.fullName).toBe("Taken over");
});
