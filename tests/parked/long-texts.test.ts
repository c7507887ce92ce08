import { expect, it } from "vitest";
import * as attempts from "#app/limits/attempts.server.ts";
import { drafts as rows } from "#drizzle/schema.ts";
import { gig } from "../support/factories.ts";
import { db, origin, type Visitor, visitor } from "../support/visitor.ts";

const step = (name: string) => `/services/create/${crypto.randomUUID()}/${name}`;

/** A letter that takes four bytes, and counts as one character. */
const wide = "𝒂";

async function savedDrafts(): Promise<number> {
  return (await db.select({ id: rows.id }).from(rows)).length;
}

it("A text over its field's limit is not saved: the form is shown again with all the text", async () => {
  const guest = visitor.signedOut();
  const description = `<b>"${"a ".repeat(125_000)}end`;
  const form = { description, "faqs[0].question": "How?", version: "3", intent: "next", writer: "someone" };
  const path = step("description");
  const page = await guest.submit(path, form);
  expect(page.status).toBe(400);
  expect(page.text).toContain("Your text was not sent");
  expect(page.title).toBe("Your text was not sent | Handiwork");
  expect(
    Object.fromEntries(Object.keys(form).map((name) => [name, page.field(name.replace(/[[\]]/g, "\\$&"))])),
  ).toEqual(form);
  expect(page.html).toContain('href="/sign-in"');
  expect(await savedDrafts()).toBe(0);
});

it("A text is measured as its form counts it: trimmed, with line breaks and wide letters as one character", async () => {
  const { id } = await gig(db);
  const guest = visitor.signedOut();
  const requirements = `${wide.repeat(1000)}${"\r\n".repeat(999)}.`;
  const kept = await guest.submit("/orders", { gigId: id, requirements: ` ${requirements}  ` });
  expect(kept.location).toContain("draft%3D");
  const refused = await guest.submit("/orders", { gigId: id, requirements: `${requirements}.` });
  expect([refused.status, refused.field("gigId")]).toEqual([400, id]);
});

it("A form of many short texts is saved up to 64 KB", async () => {
  const guest = visitor.signedOut();
  const texts = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`alt-${i}-x`, wide.repeat(120)]));
  const before = await savedDrafts();
  expect((await guest.submit(step("gallery"), texts(120))).location).toContain("draft%3D");
  const refused = await guest.submit(step("gallery"), texts(140));
  expect([refused.status, refused.field("alt-139-x")]).toEqual([400, wide.repeat(120)]);
  expect(await savedDrafts()).toBe(before + 1);
});

it("One network saves at most 2 MB of drafts a day; after that, the form is shown again", async () => {
  const guest = visitor.signedOut();
  guest.address = "192.0.2.77";
  const counters = attempts.networkCounters("draft-bytes", guest.address);
  const nearlyFull = counters.map((counter) => ({ ...counter, cost: counter.most - 5000 }));
  await attempts.tally(db, nearlyFull, Date.now());
  const { id } = await gig(db);
  const send = (requirements: string) => guest.submit("/orders", { gigId: id, requirements });
  expect((await send("a".repeat(1800))).location).toContain("draft%3D");
  const refused = await send(wide.repeat(1000));
  expect([refused.status, refused.field("requirements")]).toEqual([400, wide.repeat(1000)]);
});

it("The body limits of the editor and the application also apply to an invalid session", async () => {
  const guest = visitor.signedOut();
  const forged = visitor.signedOut();
  forged.setCookie("session", "made-up");
  const most = 1.25 * 1024 * 1024;
  const long = "a".repeat(most + 1);
  const multipart = { "Content-Type": "multipart/form-data; boundary=b" };
  for (const sender of [guest, forged]) {
    for (const streamed of [false, true]) {
      const status = async (path: string, bytes: number, headers = {}) =>
        (await post(sender, path, long.slice(0, bytes), headers, streamed)).status;
      expect(await status(step("description"), most + 1)).toBe(413);
      expect(await status(step("gallery"), 65_537, multipart)).toBe(413);
      expect(await status("/services/create", most + 1)).toBe(413);
      expect(await status("/services/sell", most + 1)).toBe(413);
    }
  }
});

it("Saving without a session is answered before the body is read", async () => {
  const guest = visitor.signedOut();
  for (const path of [step("description/save"), step("pictures"), "/services/sell/save"]) {
    let sent = 0;
    const pull = (controller: ReadableStreamDefaultController) => {
      sent += 1024;
      controller.enqueue(new Uint8Array(1024).fill(97));
    };
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    const answer = await guest.fetch(path, { method: "POST", body, headers: formHeaders });
    expect([path, answer.status, await answer.json()]).toEqual([path, 401, { state: "signed out" }]);
    expect(sent).toBeLessThanOrEqual(2 * 64 * 1024);
  }
});

const formHeaders = { Origin: origin, "Content-Type": "application/x-www-form-urlencoded" };

/** @param streamed true: without the length of the body */
async function post(sender: Visitor, path: string, text: string, headers: object, streamed: boolean) {
  const body = streamed ? new Blob([text]).stream() : text;
  return await sender.fetch(path, { method: "POST", body, headers: { ...formHeaders, ...headers } });
}
