import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { profiles, sessions } from "#drizzle/schema.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, shopWith } from "../support/bindings/faulty.ts";
import { sendProfile } from "../support/pictures.ts";
import { db, type Visitor, visitor } from "../support/visitor.ts";

let count = 0;
async function someone() {
  const username = `on-page-${++count}`;
  const ann = await visitor.signedIn({ username, fullName: "Ann Lee" });
  return { ann, form: { username, fullName: "Ann Lee", title: "", bio: "", timeZone: "" } };
}

async function rowOf(who: Visitor) {
  const [row] = await db.select().from(profiles).where(eq(profiles.id, who.id));
  return row;
}

/** The chosen option of the only select. */
const chosen = (html: string) => /<option value="([^"]*)" selected/.exec(html)?.[1];

describe("/profile", () => {
  it("is for whoever is signed in; sign-in leads back to it", async () => {
    const page = await visitor.signedOut().get("/profile");
    expect([page.status, page.location]).toEqual([
      303,
      "/sign-in?redirectTo=%2Fprofile&message=Please+sign+in+to+continue",
    ]);
  });

  it("stands in the avatar's menu, in its order", async () => {
    const { ann } = await someone();
    const { html } = await ann.get("/profile");
    const menu = /<details class="drop"[\s\S]*?<\/details>/.exec(html)?.[0] ?? "";
    expect([...menu.matchAll(/>(Dashboard|Profile|Orders|Sign out)</g)].map(([, label]) => label)).toEqual([
      "Dashboard",
      "Profile",
      "Orders",
      "Sign out",
    ]);
  });

  it("saves what was typed, and says 'Profile saved'", async () => {
    const { ann, form } = await someone();
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
    // And takes it back: an emptied field is empty.
    await sendProfile(ann, form);
    expect(await rowOf(ann)).toMatchObject({ title: null, description: null, timeZone: null });
  });

  it("works as a plain form without a file field too", async () => {
    const { ann, form } = await someone();
    expect((await ann.submit("/profile", { ...form, fullName: "Ann Plain" })).status).toBe(303);
    expect((await rowOf(ann))?.fullName).toBe("Ann Plain");
  });

  it("each field is answered with its sentence, 400, and what was typed stays", async () => {
    const { ann, form } = await someone();
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

  it("offers every time zone by region, and takes none that is only an offset", async () => {
    const { ann, form } = await someone();
    const { html } = await ann.get("/profile");
    for (const part of [
      '<optgroup label="Europe">',
      '<option value="Europe/Berlin">Berlin</option>',
      ">Not told<",
    ])
      expect(html).toContain(part);
    expect(chosen(html) ?? "").toBe("");
    for (const timeZone of ["+02:00", "Europe/Berlin\u0000", "x".repeat(5000)])
      expect((await sendProfile(ann, { ...form, timeZone })).status).toBe(400);
    for (const [typed, kept] of [
      ["europe/berlin", "Europe/Berlin"],
      ["Asia/Calcutta", "Asia/Kolkata"],
      ["Asia/Kolkata", "Asia/Kolkata"],
      ["UTC", "UTC"],
    ] as const) {
      await sendProfile(ann, { ...form, timeZone: typed });
      expect((await rowOf(ann))?.timeZone).toBe(kept);
    }
    await sendProfile(ann, { ...form, timeZone: "Asia/Kolkata" });
    const again = await ann.get("/profile");
    expect(again.html.match(/Asia\/(Calcutta|Kolkata)"/g)).toHaveLength(1);
  });

  it("an ended session loses nothing that was typed", async () => {
    const { ann, form } = await someone();
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
    expect(back.text).toContain("This is what you typed. It is not saved yet.");
    expect(back.field("fullName")).toBe(typed.fullName);
    expect(back.html).toContain("One line\nand another &amp; more");
    expect(chosen(back.html)).toBe("Asia/Tokyo");
    expect((await rowOf(ann))?.fullName).toBe("Ann Lee");
  });

  it("the longest texts of any script survive the way over sign-in", async () => {
    const ann = visitor.signedOut();
    const typed = {
      fullName: "李".repeat(100),
      username: "u".repeat(30),
      title: "李".repeat(80),
      bio: "李".repeat(600),
      timeZone: "",
    };
    const sent = await sendProfile(ann, typed);
    const back = (await ann.get(sent.location ?? "")).field("redirectTo") ?? "";
    const kept = new URL(back, "http://x").searchParams;
    expect([kept.get("fullName"), kept.get("title"), kept.get("bio")]).toEqual([
      typed.fullName,
      typed.title,
      typed.bio,
    ]);
  });

  it("a fault keeps what was typed, says so, and is logged; what was there stays", async () => {
    expectErrorLog("profile not saved");
    const { ann, form } = await someone();
    ann.door = shopWith({ DB: faultyDatabase(env.DB, (sql) => sql.startsWith('update "profiles"')) });
    const page = await sendProfile(ann, { ...form, bio: "Still here" });
    expect(page.status).toBe(500);
    expect(page.text).toContain("Your profile could not be saved. Please try again.");
    expect(page.field("bio")).toBe("Still here");
  });

  it("is 503 while it cannot be read", async () => {
    expectErrorLog("Your profile could not be loaded");
    const { ann } = await someone();
    ann.door = shopWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes('"time_zone"')) });
    expect((await ann.get("/profile")).status).toBe(503);
  });

  it("writes nobody's profile but the viewer's, and takes no form of a stranger's page", async () => {
    const { ann, form } = await someone();
    const { ann: bob } = await someone();
    await ann.submit("/profile", { ...form, id: bob.id, userId: bob.id, fullName: "Taken over" });
    expect((await rowOf(bob))?.fullName).toBe("Ann Lee");
    const foreign = await ann.submit(
      "/profile",
      { ...form, fullName: "X Y" },
      { Origin: "https://evil.example" },
    );
    expect(foreign.status).toBe(403);
    expect((await rowOf(ann))?.fullName).toBe("Taken over");
  });
});
