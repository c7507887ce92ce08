import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { sha256Of } from "#app/lib/bytes.ts";
import { messageFiles, uploads } from "#drizzle/schema.ts";
import { writeOnce } from "#workers/platform/write-once.ts";
import { pdf } from "../orders/started-order.ts";
import { day, pass, sweep } from "../support/clock.ts";
import { talk } from "../support/conversations.ts";
import { db, origin, type Visitor } from "../support/visitor.ts";

type Said = { state: string; sentence?: string; file?: { id: string; name: string } };
type Options = { token: string; name?: string; bytes?: number };

/** Sends a file as a page's script does. `bytes`: the length that the request declares. */
async function upload(by: Visitor, conversation: string, file: Blob, options: Options) {
  const { token, name = "plan.pdf", bytes = file.size } = options;
  const answer = await by.fetch(`/messages/${conversation}/files?${new URLSearchParams({ name, token })}`, {
    method: "POST",
    body: file,
    headers: {
      Origin: origin,
      "Content-Type": "application/octet-stream",
      "Content-Length": String(bytes),
    },
  });
  return { status: answer.status, ...((await answer.json()) as Said) };
}

async function use(by: Visitor, conversation: string, file: Said["file"]) {
  const fields = { id: crypto.randomUUID(), conversation, content: "See this", "files-kept": file?.id ?? "" };
  return await by.submit(`/messages?conversation=${conversation}`, fields);
}

const contentOf = async (reader: Visitor, conversation: string, { file }: Said) =>
  await (await reader.fetch(`/messages/${conversation}/files/${file?.id}`)).text();

const wasOther = "“plan.pdf” was sent before with different content. Choose it again.";

it("A used file is never overwritten; sending the same bytes again counts as a retry", async () => {
  const { ann, bob, id } = await talk();
  const first = await upload(ann, id, pdf("as agreed"), { token: "one" });
  expect((await use(ann, id, first.file)).status).toBe(303);
  for (const text of ["not agreed", "something much longer than what was agreed"]) {
    const other = await upload(ann, id, pdf(text), { token: "one" });
    expect([other.status, other.sentence]).toEqual([400, wasOther]);
  }
  expect(await upload(ann, id, pdf("as agreed"), { token: "one" })).toEqual(first);
  expect(await contentOf(bob, id, first)).toBe("%PDF-1.7 as agreed");
  const [row] = await db.select().from(messageFiles);
  expect(row).toMatchObject({ bytes: 18, sha256: await sha256Of(await pdf("as agreed").arrayBuffer()) });
});

it("Of several files that are sent at the same time under one token, the first is kept", async () => {
  const { ann, bob, id } = await talk();
  const all = await Promise.all(
    ["a", "b", "c"].map((text) => upload(ann, id, pdf(text), { token: "at once" })),
  );
  const done = all.filter(({ state }) => state === "done");
  expect(done).toHaveLength(1);
  expect(all.filter(({ sentence }) => sentence === wasOther)).toHaveLength(2);
  const text = `%PDF-1.7 ${"abc"[all.findIndex(({ state }) => state === "done")]}`;
  await use(ann, id, done[0]?.file);
  expect(await contentOf(bob, id, done[0] as Said)).toBe(text);
});

it("Another name under the same token is another file with its own type", async () => {
  const { ann, bob, id } = await talk();
  const svg = new Blob(["<svg xmlns='http://www.w3.org/2000/svg'/>"]);
  const sent = [
    await upload(ann, id, svg, { token: "one", name: "plan.txt" }),
    await upload(ann, id, svg, { token: "one", name: "plan.svg" }),
  ];
  const types = [];
  for (const { file } of sent) {
    await use(ann, id, file);
    types.push((await bob.fetch(`/messages/${id}/files/${file?.id}`)).headers.get("Content-Type"));
  }
  expect(types).toEqual(["text/plain", "image/svg+xml"]);
});

it("A file with a missing part cannot be used, and the complete file can be sent under the same token", async () => {
  const { ann, bob, id } = await talk();
  const cut = await upload(ann, id, pdf("half"), { token: "one", bytes: 1000 });
  expect([cut.status, cut.state]).toEqual([503, "failed"]);
  const [row] = await db.select().from(uploads).where(eq(uploads.ownerId, ann.id));
  expect(row?.sha256).toBeNull();
  const refused = await use(ann, id, { id: row?.id ?? "", name: "" });
  expect([refused.status, refused.text.includes("A file no longer exists. Choose it again.")]).toEqual([
    400,
    true,
  ]);
  const whole = await upload(ann, id, pdf("half and half"), { token: "one" });
  expect((await use(ann, id, whole.file)).status).toBe(303);
  expect(await contentOf(bob, id, whole)).toBe("%PDF-1.7 half and half");
});

it("Older files without a hash can be read if they were used; unused ones must be chosen again", async () => {
  const { ann, bob, id } = await talk();
  const [used, waiting] = [
    await upload(ann, id, pdf("used"), { token: "one" }),
    await upload(ann, id, pdf("waiting"), { token: "two" }),
  ];
  await use(ann, id, used.file);
  await db.update(messageFiles).set({ sha256: null });
  await db.update(uploads).set({ sha256: null });
  expect(await contentOf(bob, id, used)).toBe("%PDF-1.7 used");
  expect((await upload(ann, id, pdf("other"), { token: "one" })).sentence).toBe(wasOther);
  expect((await use(ann, id, waiting.file)).status).toBe(400);
  // The script sends it again: its bytes are there already.
  expect((await upload(ann, id, pdf("waiting"), { token: "two" })).state).toBe("done");
  expect((await use(ann, id, waiting.file)).status).toBe(303);
  await pass(2 * day);
  await sweep();
  expect((await env.BUCKET.list({ prefix: `messages/${id}/` })).objects).toHaveLength(2);
});

it("A file is sent to the bucket completely even if the bucket refuses it before reading it", async () => {
  const bytes = 1024 * 1024;
  const content = (last: number) => {
    const parts = Array.from({ length: 16 }, (_, i) => new Uint8Array(65536).fill(i === 15 ? last : 7));
    return { body: new Blob(parts).stream(), bytes };
  };
  const sha256 = await writeOnce(env.BUCKET, "large", content(1));
  const hasty = new Proxy(env.BUCKET, {
    get: (bucket, name) => (name === "put" ? async () => null : Reflect.get(bucket, name).bind(bucket)),
  });
  for (const bucket of [env.BUCKET, hasty]) {
    expect(await writeOnce(bucket, "large", content(1))).toBe(sha256);
    expect(await writeOnce(bucket, "large", content(2))).toBeNull();
  }
});
