import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { newSellerLimit } from "#app/gigs/gig-state.ts";
import { date } from "#app/lib/dates.ts";
import {
  auditLog,
  deniedChanges,
  forgottenFiles,
  gigDraftPictures,
  outbox,
  sellers,
  statements,
  users,
} from "#drizzle/schema.ts";
import { operator } from "../../support/accounts/operator.ts";
import { day, now } from "../../support/clock.ts";
import { gig } from "../../support/factories.ts";
import { mailsTo } from "../../support/mails.ts";
import { db, type Visitor, visitor } from "../../support/visitor.ts";
import {
  description,
  keysOf,
  publish,
  storedGig,
  wholeDraft,
  wholeTexts,
  withPictures,
  writer,
} from "./writer.ts";

const { ann: eve } = await operator();
const guest = visitor.signedOut();
const reason = "The picture is not yours";

/** Decides about a gig in the version that the console's page shows, or in this one. */
async function decide(id: string, intent: "allow" | "deny", version?: number) {
  const row = await storedGig(id);
  return await eve.submit("/admin/gigs", {
    pick: `${id}:${version ?? row?.version ?? 0}`,
    intent,
    rule: "conduct",
    reason,
  });
}

/** A published gig that an operator has denied, whose seller has begun to change it. */
async function denied(paused = false) {
  const ann = await writer();
  const id = await wholeDraft(ann);
  await publish(ann, id);
  if (paused) await ann.submit("/dashboard/services", { intent: "pause", gig: id });
  expect((await decide(id, "deny")).status).toBe(303);
  await ann.submit(`/services/create/${id}/edit`, {});
  return { ann, id };
}

/** Types another description and sends it to the operator. */
async function change(ann: Visitor, id: string, text: string) {
  await ann.submit(`/services/create/${id}/edit`, {});
  const { description: texts } = await wholeTexts();
  await ann.submit(`/services/create/${id}/description`, { ...texts, description: text, intent: "save" });
  return await publish(ann, id);
}

const waiting = async (id: string) =>
  (await db.select().from(deniedChanges).where(eq(deniedChanges.gigId, id)))[0] ?? null;
const mailsOf = async (id: string) =>
  (await db.select().from(outbox).where(eq(outbox.subjectId, id))).map(({ kind }) => kind);
const panelOf = async (id: string) => {
  const { html } = await eve.get("/admin/gigs?show=changed");
  return html.split("<tr>").find((row) => row.includes(`value="${id}:`)) ?? "";
};

test("A denied service that its seller changes waits for an operator, who sees both texts", async () => {
  const { ann, id } = await denied();
  const [given] = await db.select().from(statements).where(eq(statements.subjectId, id));
  expect((await ann.get("/dashboard/services")).links).toEqual(
    expect.arrayContaining([`/appeal/${given?.id}`, "/terms#conduct"]),
  );
  for (const step of ["overview", "publish"]) {
    const page = await ann.get(`/services/create/${id}/${step}`);
    for (const words of [reason, "send it for review. We'll email you", "Until then, buyers can't see"])
      expect(page.text).toContain(words);
  }
  const same = await publish(ann, id);
  expect([same.status, same.text.includes("Change what they pointed out")]).toEqual([409, true]);
  // A trailing space is not a change.
  const path = `/services/create/${id}`;
  await ann.submit(`${path}/packages`, {
    "starter.price": "80",
    "starter.days": "3",
    "starter.revisions": "1",
    "starter.features[0]": "A cleaned movement ",
    intent: "save",
  });
  expect((await publish(ann, id)).status).toBe(409);

  // One full stop, and a second picture.
  const texts = { ...(await wholeTexts()).description, description: `${description}.` };
  await ann.submit(`${path}/description`, { ...texts, intent: "save" });
  const [first] = await keysOf(id);
  await db.delete(gigDraftPictures).where(eq(gigDraftPictures.draftId, id));
  const [second] = await withPictures(ann, id, 1);
  const sent = await publish(ann, id);
  expect([sent.status, sent.location]).toEqual([303, `/services/s/${(await storedGig(id))?.slug}`]);
  expect((await ann.get(sent.location ?? "")).text).toContain("We'll review your changes and email you");
  expect(await storedGig(id)).toMatchObject({ state: "denied", listed: false, denial: reason, version: 3 });
  expect((await guest.get(`/services/${id}`)).status).toBe(404);
  const dashboard = await ann.get("/dashboard/services");
  for (const words of ["Changed, under review", "You changed it. We'll review it and email you."])
    expect(dashboard.text).toContain(words);

  // Nothing else restores it.
  for (const intent of ["resume", "pause"]) {
    const tried = await ann.submit("/dashboard/services", { intent, gig: id });
    expect([intent, tried.status]).toEqual([intent, 409]);
  }
  await decideAboutAccount(ann.id, "suspend");
  await decideAboutAccount(ann.id, "restore");
  expect(await storedGig(id)).toMatchObject({ state: "denied", listed: false });

  // Both texts, side by side, and only what differs.
  const panel = await panelOf(id);
  expect(panel.match(/<h3>[^<]*/g)).toEqual(["<h3>Description", "<h3>Pictures"]);
  expect(panel).toContain("a film of it running.\n\nSend a picture first.<mark>.</mark></p>");
  for (const key of [first, second]) expect(panel).toContain(`/images/${key}`);
  expect((await eve.get("/admin/health")).text).toMatch(/\d+ Changed gigs to review/);
  expect(
    await db
      .select()
      .from(forgottenFiles)
      .where(eq(forgottenFiles.prefix, `${first}/`)),
  ).toEqual([]);

  const allowed = await decide(id, "allow");
  expect([allowed.status, await waiting(id)]).toEqual([303, null]);
  expect(await storedGig(id)).toMatchObject({
    state: "active",
    listed: true,
    denial: null,
    description: `${description}.`,
  });
  expect((await guest.get(`/services/${id}`)).status).toBe(301);
  expect(await panelOf(id)).toBe("");
  // The denied picture is deleted.
  expect(
    await db
      .select()
      .from(forgottenFiles)
      .where(eq(forgottenFiles.prefix, `${first}/`)),
  ).toHaveLength(1);
  const audit = await db.select().from(auditLog).where(eq(auditLog.subjectId, id));
  expect(audit.map(({ action }) => action)).toEqual(["deny-gig", "allow-gig"]);
  expect(await mailsOf(id)).toEqual(["gig_denied", "gig_allowed"]);
});

async function decideAboutAccount(id: string, intent: "suspend" | "restore") {
  expect((await eve.submit(`/admin/users/${id}`, { intent, rule: "conduct", reason })).status).toBe(303);
}

test("If it changes while it waits, the operator decides on the latest text or is told; a second denial makes it wait again", async () => {
  const { ann, id } = await denied(true);
  await change(ann, id, `${description} Second`);
  const seen = (await storedGig(id))?.version;
  expect((await publish(ann, id)).location).toContain("/services/s/");
  await ann.submit(`/services/create/${id}/edit`, {});
  const again = await publish(ann, id);
  expect([again.status, again.text.includes("We are already reviewing these changes")]).toEqual([409, true]);
  const back = await change(ann, id, description);
  expect([back.status, back.text.includes("Change what they pointed out")]).toEqual([409, true]);
  await change(ann, id, `${description} Third`);
  const stale = await decide(id, "allow", seen);
  expect([stale.status, stale.text.includes("has changed. Look at it again")]).toEqual([409, true]);
  expect(stale.text).toContain(reason);
  expect(await storedGig(id)).toMatchObject({ state: "denied", listed: false });
  const panel = await panelOf(id);
  expect(panel).toContain("Third");
  expect(panel).not.toContain("Second");

  expect((await decide(id, "deny")).status).toBe(303);
  expect([await waiting(id), (await storedGig(id))?.state]).toEqual([null, "denied"]);
  expect(await mailsOf(id)).toEqual(["gig_denied", "gig_denied"]);
  expect((await decide(id, "deny")).text).toContain("there is nothing to deny");
  await change(ann, id, `${description} Fourth`);
  expect((await waiting(id))?.denied.typed.description?.description).toContain("Third");
  // Of two decisions and a change at the same time, one wins, and the others get a message. If a decision
  // wins, the service is paused, as before the first denial.
  const version = (await storedGig(id))?.version;
  await ann.submit(`/services/create/${id}/edit`, {});
  await ann.submit(`/services/create/${id}/description`, {
    description: `${description} Fifth`,
    intent: "save",
  });
  const pages = await Promise.all([
    decide(id, "allow", version),
    decide(id, "allow", version),
    publish(ann, id),
  ]);
  const decisions = pages.slice(0, 2).map(({ status }) => status);
  expect(decisions.filter((status) => status === 303).length).toBeLessThan(2);
  if (decisions.includes(303)) expect((await storedGig(id))?.state).toBe("paused");
  else expect([(await storedGig(id))?.state, (await waiting(id)) === null]).toEqual(["denied", false]);
});

test("When it is listed again, it is paused if its seller has 5 active services or is away, and the mail says so", async () => {
  for (const why of ["limit", "away"]) {
    const { ann, id } = await denied();
    await change(ann, id, `${description} Second`);
    if (why === "away") await db.update(sellers).set({ awayUntil: 4e12 }).where(eq(sellers.userId, ann.id));
    else for (let i = 0; i < newSellerLimit; i++) await gig(db, { sellerId: ann.id });
    expect((await decide(id, "allow")).status).toBe(303);
    expect(await storedGig(id)).toMatchObject({ state: "paused", listed: false, denial: null });
    const told = await mailsTo(ann.email, 2);
    expect(told.find(({ kind }) => kind === "gig_allowed")?.text).toContain(
      why === "away" ? "It is paused while you are away" : "It is paused now",
    );
  }
});

test("Allowed while its seller is away, it shows the day of their return and returns with them, unless they had paused it", async () => {
  for (const paused of [false, true]) {
    const { ann, id } = await denied(paused);
    const awayUntil = new Date(now() + 10 * day).toISOString().slice(0, 10);
    await ann.submit("/profile/selling", { intent: "away", awayUntil });
    expect((await decide(id, "allow")).status).toBe(303);
    const { text } = await guest.get(`/services/s/${(await storedGig(id))?.slug}`);
    expect(text.includes(`Back on ${date(Date.parse(awayUntil))}`)).toBe(!paused);
    expect(await storedGig(id)).toMatchObject({ state: "paused", listed: false });
    await ann.submit("/profile/selling", { intent: "back" });
    expect((await storedGig(id))?.state).toBe(paused ? "paused" : "active");
  }
});

test("A seller who can't sell gets no service back; a deleted service and its denied picture leave the queue", async () => {
  const { ann, id } = await denied();
  const [first] = await keysOf(id);
  await db.delete(gigDraftPictures).where(eq(gigDraftPictures.draftId, id));
  await withPictures(ann, id, 1);
  expect((await publish(ann, id)).status).toBe(303);
  await db.update(users).set({ suspendedAt: 1 }).where(eq(users.id, ann.id));
  const refused = await decide(id, "allow");
  expect([refused.status, refused.text.includes("Its seller can't sell now")]).toEqual([409, true]);
  await db.update(users).set({ suspendedAt: null }).where(eq(users.id, ann.id));
  await ann.submit(`/services/create/${id}/delete?gig=1`, { intent: "delete" });
  expect([await waiting(id), (await storedGig(id))?.state]).toEqual([null, "withdrawn"]);
  expect(
    await db
      .select()
      .from(forgottenFiles)
      .where(eq(forgottenFiles.prefix, `${first}/`)),
  ).toHaveLength(1);
});
