import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { findUnread } from "#app/conversations/digests.server.ts";
import { conversationSides, messageFiles, uploads } from "#drizzle/schema.ts";
import { faultyBucket, productWith } from "../support/bindings/faulty.ts";
import { day, pass, sweep } from "../support/clock.ts";
import { connect, messagesOf, shownIn, talk } from "../support/conversations.ts";
import { drawn } from "../support/pictures.ts";
import { db, origin, Page, type Visitor, visitor } from "../support/visitor.ts";

const path = (id: string) => `/messages?conversation=${id}`;
const pdf = (text = "plan") => new Blob([`%PDF-1.7 ${text}`]);
type Files = [file: Blob, name: string][];

/** Sends a message with files as a browser without scripts does. */
async function post(
  by: Visitor,
  id: string,
  content: string,
  files: Files,
  others: Record<string, string> = {},
) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ conversation: id, content, ...others })) body.set(name, value);
  for (const [file, name] of files) body.append("files", file, name);
  return await Page.of(await by.fetch(path(id), { method: "POST", body, headers: { Origin: origin } }));
}

/** Sends one file as a page's script does. */
async function upload(
  by: Visitor,
  id: string,
  file: Blob,
  name: string,
  token: string = crypto.randomUUID(),
) {
  const answer = await by.fetch(`/messages/${id}/files?${new URLSearchParams({ name, token })}`, {
    method: "POST",
    body: file,
    headers: {
      Origin: origin,
      "Content-Type": "application/octet-stream",
      "Content-Length": String(file.size),
    },
  });
  const said = (await answer.json()) as { state: string; sentence?: string; file?: { id: string } };
  return { status: answer.status, id: said.file?.id ?? "", ...said };
}

/** Sends a message from the outbox of a page's script. */
async function send(by: Visitor, fields: Record<string, string>, kept: string[]) {
  const body = new URLSearchParams({ sender: by.id, ...fields });
  for (const id of kept) body.append("files-kept", id);
  const answer = await by.fetch("/messages/send", { method: "POST", body, headers: { Origin: origin } });
  return { status: answer.status, said: (await answer.json()) as Record<string, unknown> };
}

const filesIn = (page: Page) => page.links.filter((link) => /^\/messages\/[^/]+\/files\//.test(link));
const keysOf = async (id: string) =>
  (await env.BUCKET.list({ prefix: `messages/${id}/` })).objects.map(({ key }) => key);

describe("Files of a message", () => {
  test("Without scripts files are sent with the form; both users can download them, and anyone else gets 404", async () => {
    const { ann, bob, id } = await talk();
    expect(
      (
        await post(ann, id, "See these", [
          [pdf(), "naïve plan.pdf"],
          [pdf("b"), "b.pdf"],
        ])
      ).status,
    ).toBe(303);
    const page = await bob.get(path(id));
    expect(shownIn(page.html)).toEqual(["See these"]);
    const [first = "", second = ""] = filesIn(page);
    expect(page.text).toContain("naïve plan.pdf 13 bytes");
    const file = await bob.fetch(first);
    expect([file.status, await file.text()]).toEqual([200, "%PDF-1.7 plan"]);
    expect(
      Object.fromEntries(
        ["Content-Type", "Content-Disposition", "X-Content-Type-Options", "Cache-Control"].map((name) => [
          name,
          file.headers.get(name),
        ]),
      ),
    ).toEqual({
      "Content-Type": "application/pdf",
      "Content-Disposition":
        "attachment; filename=\"na_ve plan.pdf\"; filename*=UTF-8''na%C3%AFve%20plan.pdf",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    });
    expect(await (await ann.fetch(second)).text()).toBe("%PDF-1.7 b");
    const eve = await visitor.signedIn();
    const other = await talk();
    const fileId = first.split("/").at(-1);
    expect((await eve.fetch(first)).status).toBe(404);
    // Not even someone with a conversation of their own.
    expect((await other.ann.fetch(`/messages/${other.id}/files/${fileId}`)).status).toBe(404);
    expect((await ann.fetch(`/messages/${id}/files/${crypto.randomUUID()}`)).status).toBe(404);
    expect((await visitor.signedOut().get(first)).location).toContain("/sign-in");
  });

  test("A message may consist of files only; lists and emails name them", async () => {
    const { ann, bob, id } = await talk();
    await post(ann, id, " \u200b ", [[pdf(), "plan.pdf"]]);
    expect((await messagesOf(id)).map(({ content }) => content)).toEqual([""]);
    expect((await bob.get("/messages")).text).toContain("File: plan.pdf");
    expect(await findUnread(db, id, bob.id)).toMatchObject({ count: 1, first: "File: plan.pdf" });
    await post(ann, id, "", [
      [pdf(), "a.pdf"],
      [pdf("b"), "b.pdf"],
    ]);
    expect((await bob.get("/messages")).text).toContain("2 files");
    expect((await post(ann, id, " \u200b ", [])).text).toContain("Write a message first");
  });

  test("A refused file is named; the text and the other files are kept for the next attempt", async () => {
    const { ann, id } = await talk();
    const large = new Blob([pdf(), new Uint8Array(10 * 1024 * 1024)]);
    const five: Files = Array.from({ length: 5 }, (_, n) => [pdf(`${n}`), `${n}.pdf`]);
    for (const [files, sentence, left] of [
      [
        [
          [pdf(), "good.pdf"],
          [new Blob(["MZ"]), "bad.pdf"],
        ],
        "“bad.pdf” can't be sent",
        1,
      ],
      [
        [
          [pdf(), "good.pdf"],
          [new Blob([]), "empty.pdf"],
        ],
        "“empty.pdf” is empty",
        1,
      ],
      [
        [
          [large, "large.pdf"],
          [pdf(), "good.pdf"],
        ],
        "“large.pdf” is too large: a file can be at most 10 MB",
        1,
      ],
      [[...five, [pdf("6"), "sixth.pdf"]], "“sixth.pdf” is one too many: you can send at most 5 files", 5],
    ] as [Files, string, number][]) {
      const page = await post(ann, id, "The text", files);
      expect([page.status, page.field("content")]).toEqual([400, "The text"]);
      expect(page.text).toContain(sentence);
      expect(page.html.match(/name="files-kept"/g) ?? []).toHaveLength(left);
    }
    const tooLong = await post(ann, id, "x".repeat(5001), [[pdf(), "good.pdf"]]);
    expect([tooLong.status, tooLong.text.includes("good.pdf")]).toEqual([400, true]);
    expect(await messagesOf(id)).toEqual([]);
    const kept = tooLong.field("files-kept") ?? "";
    await post(ann, id, "Shorter", [], { "files-kept": kept });
    expect(filesIn(await ann.get(path(id)))).toEqual([`/messages/${id}/files/${kept}`]);
  });

  test("If the bucket fails, the text can be sent without the file", async () => {
    const { ann, id } = await talk();
    ann.send = productWith({ BUCKET: faultyBucket("put") });
    const page = await post(ann, id, "The text", [[pdf(), "plan.pdf"]]);
    expect([page.status, page.field("content")]).toEqual([503, "The text"]);
    expect(page.text).toContain("“plan.pdf” could not be stored. Choose it again, or continue without it.");
    expect((await post(ann, id, "The text", [])).status).toBe(303);
    const failed = await upload(ann, id, pdf(), "plan.pdf", "one");
    expect([failed.status, failed.state]).toEqual([503, "failed"]);
    ann.send = visitor.signedOut().send;
    expect((await upload(ann, id, pdf(), "plan.pdf", "one")).state).toBe("done");
    expect(await keysOf(id)).toHaveLength(1);
  });

  test("A form sent twice, in turn or at the same time, is one message with its files", async () => {
    const { ann, id } = await talk();
    const form = { id: crypto.randomUUID() };
    const files: Files = [
      [pdf(), "plan.pdf"],
      [pdf("b"), "b.pdf"],
    ];
    const both = await Promise.all([post(ann, id, "Once", files, form), post(ann, id, "Once", files, form)]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect((await post(ann, id, "Once", files, form)).status).toBe(303);
    expect(await messagesOf(id)).toHaveLength(1);
    expect(filesIn(await ann.get(path(id)))).toHaveLength(2);
    // Nothing is left that the sweep could delete with the message's files.
    expect(await db.select().from(uploads).where(eq(uploads.ownerId, ann.id))).toEqual([]);
    await pass(2 * day);
    await sweep();
    expect(await keysOf(id)).toHaveLength(2);
  });

  test("With scripts each file is sent separately; the message names each one once, even after a lost answer", async () => {
    const { ann, bob, id } = await talk();
    const live = await connect(bob);
    const [one, two] = [
      await upload(ann, id, pdf("1"), "one.pdf"),
      await upload(ann, id, pdf("2"), "two.pdf"),
    ];
    expect([one.state, two.state]).toEqual(["done", "done"]);
    const message = { id: crypto.randomUUID(), conversation: id, content: "Both" };
    const sent = await send(ann, message, [one.id, two.id]);
    const files = [
      { id: one.id, name: "one.pdf", bytes: 10 },
      { id: two.id, name: "two.pdf", bytes: 10 },
    ];
    expect(sent.said).toMatchObject({ sent: { content: "Both", files } });
    expect((await send(ann, message, [one.id, two.id])).said).toMatchObject({ sent: { files } });
    expect(await messagesOf(id)).toHaveLength(1);
    await expect
      .poll(() => live.received)
      .toContainEqual(
        expect.objectContaining({ type: "message", message: expect.objectContaining({ files }) }),
      );
    const since = await bob.fetch(`/messages/since?conversation=${id}&after=0`);
    expect(await since.json()).toMatchObject({ messages: [{ files }] });
    // They are used: another message cannot have them.
    const other = await send(ann, { ...message, id: crypto.randomUUID() }, [one.id]);
    expect(other).toMatchObject({
      status: 400,
      said: { isFinal: true, refusal: expect.stringContaining("A file no longer exists.") },
    });
  });

  test("A message cannot use another user's file, one from another conversation, or one that is a day old", async () => {
    const { ann, bob, id } = await talk();
    const elsewhere = await talk();
    const mine = await upload(ann, id, pdf(), "plan.pdf");
    const message = (conversation: string) => ({ id: crypto.randomUUID(), conversation, content: "x" });
    expect((await send(bob, message(id), [mine.id])).status).toBe(400);
    const foreign = await upload(elsewhere.ann, elsewhere.id, pdf(), "plan.pdf");
    expect((await send(ann, message(id), [foreign.id])).status).toBe(400);
    await pass(2 * day);
    await sweep();
    expect(await keysOf(id)).toEqual([]);
    expect((await send(ann, message(id), [mine.id])).status).toBe(400);
    expect(await db.select().from(messageFiles).where(eq(messageFiles.id, mine.id))).toEqual([]);
  });

  test("A file for an unknown, blocked or someone else's conversation is refused", async () => {
    const { ann, bob, id } = await talk();
    const eve = await visitor.signedIn();
    expect((await upload(eve, id, pdf(), "plan.pdf")).status).toBe(404);
    expect((await upload(ann, crypto.randomUUID(), pdf(), "plan.pdf")).status).toBe(404);
    expect((await upload(visitor.signedOut(), id, pdf(), "plan.pdf")).status).toBe(401);
    expect((await post(eve, id, "x", [[pdf(), "plan.pdf"]])).status).toBe(404);
    await post(ann, id, "Hello", []);
    await bob.submit("/messages", { conversation: id, intent: "block" });
    const blocked = await upload(ann, id, pdf(), "plan.pdf");
    expect([blocked.status, blocked.sentence]).toEqual([403, "You cannot write to this person"]);
    expect(await keysOf(id)).toEqual([]);
    expect((await ann.fetch(`/messages/${id}/files`)).status).toBe(404);
  });

  test("Pictures have a private preview of at most 320 px; other files have none", async () => {
    const { ann, bob, id } = await talk();
    const picture = new Blob([await drawn("image/png", { width: 1200, height: 600 })]);
    await post(ann, id, "", [
      [picture, "draft.png"],
      [pdf(), "plan.pdf"],
    ]);
    const page = await bob.get(path(id));
    const [shown = "", plain = ""] = filesIn(page);
    expect(page.html).toContain(`${shown}?preview=1`);
    expect(page.html).not.toContain(`${plain}?preview=1`);
    const preview = await bob.fetch(`${shown}?preview=1`);
    expect([
      preview.status,
      preview.headers.get("Content-Type"),
      preview.headers.get("Cache-Control"),
    ]).toEqual([200, "image/webp", "private, no-cache"]);
    const eve = await visitor.signedIn();
    expect((await eve.fetch(`${shown}?preview=1`)).status).toBe(404);
    const [side] = await db.select().from(conversationSides).where(eq(conversationSides.userId, bob.id));
    expect(side?.unread).toBe(0);
  });
});
