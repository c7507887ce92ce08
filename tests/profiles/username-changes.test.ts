import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { formerUsernames, outbox, profiles, sessions } from "#drizzle/schema.ts";
import { accountEventKinds } from "../support/accounts/events.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { gig } from "../support/factories.ts";
import { mailsTo } from "../support/mails.ts";
import { sendProfile } from "../support/pictures.ts";
import { db, origin, type Visitor, visitor } from "../support/visitor.ts";

const day = 86_400_000;
const named = (username: string) => visitor.signedIn({ username, fullName: "Ann Lee" });
const rename = (user: Visitor, username: string) => sendProfile(user, { username, fullName: "Ann Lee" });
const nameOf = async (user: Visitor) =>
  (await db.select().from(profiles).where(eq(profiles.id, user.id)))[0]?.username;
const eventsOf = (user: Visitor) => accountEventKinds(user.id);
const formerOf = async (user: Visitor) =>
  (await db.select().from(formerUsernames).where(eq(formerUsernames.userId, user.id))).map(
    ({ username }) => username,
  );

it("A new username is stored in lower case, gets an event and is confirmed by mail", async () => {
  const ann = await named("first-name");
  expect((await rename(ann, " Second.Name ")).location).toBe("/profile");
  expect(await nameOf(ann)).toBe("second.name");
  expect(await eventsOf(ann)).toEqual(["username_changed"]);
  const text = expect.stringContaining("changed your username to second.name");
  expect(await mailsTo(ann.email)).toMatchObject([{ kind: "username_changed", text }]);
});

it("Saving the same username is not a change", async () => {
  const ann = await named("same-name");
  await rename(ann, "SAME-name");
  expect([await eventsOf(ann), await formerOf(ann)]).toEqual([[], []]);
});

it("A user who already has a reserved username can still save the profile", async () => {
  const admin = await named("admin");
  expect((await rename(admin, "admin")).status).toBe(303);
});

it("The old address of a gig redirects to the new one with 301 for 90 days", async () => {
  const seller = await named("old-potter");
  const { slug } = await gig(db, { sellerId: seller.id });
  const other = await gig(db);
  for (const name of ["mid-potter", "new-potter"]) await rename(seller, name);
  for (const user of [visitor.signedOut(), visitor.passingBy(), seller]) {
    for (const old of ["old-potter", "OLD-Potter", "mid-potter"]) {
      const page = await user.get(`/@${old}/${slug}?package=pro`);
      expect([page.status, page.location]).toEqual([301, `/@new-potter/${slug}?package=pro`]);
      expect(page.headers.get("Cache-Control")).toBe("private, no-cache");
    }
    expect((await user.get(`/@new-potter/${slug}`)).status).toBe(200);
    expect((await user.get(`/@old-potter/${other.slug}`)).status).toBe(404);
    expect((await user.get(`/@never-potter/${slug}`)).status).toBe(404);
  }
  await db
    .update(formerUsernames)
    .set({ until: Date.now() - 1 })
    .where(eq(formerUsernames.userId, seller.id));
  expect((await visitor.signedOut().get(`/@old-potter/${slug}`)).status).toBe(404);
});

it("The new address works immediately, even if the page is cached under the old one", async () => {
  const seller = await named("kept-weaver");
  const { slug } = await gig(db, { sellerId: seller.id });
  const passer = visitor.passingBy();
  expect((await passer.get(`/services/s/${slug}`)).status).toBe(200);
  await rename(seller, "swift-weaver");
  expect((await passer.get(`/@swift-weaver/${slug}`)).status).toBe(200);
});

it("A username that is taken or reserved is a field error with free suggestions", async () => {
  const bob = await named("taken-baker");
  const ann = await named("wants-baker");
  const page = await rename(ann, "Taken-Baker");
  expect(page.status).toBe(400);
  expect(page.text).toContain(
    "This username is taken. Available: taken-baker-2, taken-baker-3, taken-baker-4",
  );
  expect(page.field("username")).toBe("Taken-Baker");
  await rename(bob, "moved-baker");
  expect((await rename(ann, "taken-baker")).text).toContain("This username is taken.");
  const signUp = {
    fullName: "Cleo",
    username: "taken-baker",
    email: "cleo@example.test",
    password: "bread and salt",
  };
  const joining = await visitor.signedOut().submit("/sign-up", signUp);
  expect([joining.status, joining.field("email")]).toEqual([400, "cleo@example.test"]);
  expect(joining.text).toContain("This username is taken. Available: taken-baker-2,");
  expect(await eventsOf(ann)).toEqual([]);
  // Its former owner can take it back, and then it is no longer a former name.
  expect((await rename(bob, "taken-baker")).status).toBe(303);
  expect(await formerOf(bob)).toEqual(["moved-baker"]);
  // After 90 days any user can take it.
  await rename(bob, "gone-baker");
  await db
    .update(formerUsernames)
    .set({ until: Date.now() - 1 })
    .where(eq(formerUsernames.userId, bob.id));
  expect((await rename(ann, "taken-baker")).status).toBe(303);
  expect(await nameOf(ann)).toBe("taken-baker");
}, 20_000);

it("Suggestions leave out current and former usernames of other users", async () => {
  await named("tested");
  await named("tested-2");
  const former = await named("tested-3");
  await rename(former, "tested-away");
  const ann = await named("tester-ann");
  expect((await rename(ann, "tested")).text).toContain("Available: tested-4, tested-5, tested-works");
});

it("Of several users who claim a username at the same time, one gets it", async () => {
  const people = await Promise.all(["racer-a", "racer-b", "racer-c", "racer-d"].map(named));
  const pages = await Promise.all(people.map((user) => rename(user, "racer-all")));
  expect(pages.map(({ status }) => status).toSorted()).toEqual([303, 400, 400, 400]);
  expect(pages.filter(({ text }) => text.includes("This username is taken. Available:"))).toHaveLength(3);
  const noted = await Promise.all(people.map(eventsOf));
  expect(noted.flat()).toEqual(["username_changed"]);
});

it("If the session ends during the request, nothing is saved, and the typed fields return after sign-in", async () => {
  const ann = await named("ended-ann");
  ann.send = productWith({
    DB: faultyDatabase(env.DB, (sql) =>
      sql.startsWith('insert into "account_events"')
        ? Promise.resolve(db.update(sessions).set({ endedAt: Date.now() }).where(eq(sessions.userId, ann.id)))
        : false,
    ),
  });
  const page = await rename(ann, "late-ann");
  expect(page.status).toBe(303);
  const back = new URL(page.location ?? "", origin).searchParams.get("redirectTo") ?? "";
  expect(back).toMatch(/^\/profile\?draft=[\w-]{36}$/);
  await ann.beginSession();
  expect((await ann.get(back)).field("username")).toBe("late-ann");
  expect([await nameOf(ann), await eventsOf(ann), await formerOf(ann)]).toEqual(["ended-ann", [], []]);
  expect(await db.select().from(outbox).where(eq(outbox.userId, ann.id))).toEqual([]);
});

// This test is last because it moves the clock.
it("A username can be changed three times in 30 days, even when more changes come at the same time", async () => {
  const ann = await named("often-0");
  const pages = await Promise.all([1, 2, 3, 4, 5].map((number) => rename(ann, `often-${number}`)));
  expect(pages.map(({ status }) => status).toSorted()).toEqual([303, 303, 303, 400, 400]);
  const page = await rename(ann, "often-9");
  expect(page.status).toBe(400);
  expect(page.text).toMatch(
    /You can change your username 3 times in 30 days. You can change it again on \d+ \w+ \d{4}/,
  );
  expect(await eventsOf(ann)).toHaveLength(3);
  // Each former name stays reserved.
  expect(await formerOf(ann)).toHaveLength(3);
  // The other fields can still be saved.
  expect((await sendProfile(ann, { username: (await nameOf(ann)) ?? "", fullName: "Ann B" })).status).toBe(
    303,
  );
  await ann.fetch("/dev/clock", { method: "POST", body: JSON.stringify({ advance: (31 * day) / 1000 }) });
  await ann.beginSession();
  expect((await rename(ann, "often-9")).status).toBe(303);
});
