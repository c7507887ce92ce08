import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import * as pictures from "#app/gigs/pictures.server.ts";
import { pictures as picturesTable } from "#drizzle/schema.ts";
import { faultyBucket, productWith } from "../../support/bindings/faulty.ts";
import { db, visitor } from "../../support/visitor.ts";

const ann = visitor.signedOut();
const hour = 3_600_000;

beforeEach(async () => {
  await db.delete(picturesTable);
  ann.send = visitor.signedOut().send;
});

/** Stores a picture as an upload does: WebP in each width, with more bytes than AVIF will need. */
async function storePicture(key: string, at = Date.now() - hour, widths = [320, 640]): Promise<void> {
  for (const width of widths) await env.BUCKET.put(`${key}/${width}.webp`, await webp(width));
  await pictures.stored(db, key, at);
}

/** A grey picture, followed by zeros that make the file large. */
async function webp(width: number): Promise<Uint8Array> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${(width * 3) / 4}"><rect width="100%" height="100%" fill="#888"/></svg>`;
  const image = env.IMAGES.input(new Blob([svg]).stream());
  const bytes = await (await image.output({ format: "image/webp" })).response().arrayBuffer();
  return new Uint8Array([...new Uint8Array(bytes), ...new Uint8Array(4000)]);
}

const sweep = async (client = ann): Promise<{ pictures: number | "failed" }> =>
  await (await client.fetch("/dev/sweep", { method: "POST" })).json();
const rowOf = async (key: string) =>
  (await db.select().from(picturesTable).where(eq(picturesTable.key, key)))[0];
const stored = async (key: string) =>
  (await env.BUCKET.list({ prefix: `${key}/` })).objects.map((object) => object.key.slice(key.length + 1));

it("The sweep makes AVIF of each stored width, once", async () => {
  await storePicture("made", undefined, [320, 640, 960]);
  expect(await sweep()).toMatchObject({ pictures: 1 });
  expect(await stored("made")).toEqual([
    "320.avif",
    "320.webp",
    "640.avif",
    "640.webp",
    "960.avif",
    "960.webp",
  ]);
  const avif = await env.BUCKET.get("made/320.avif");
  expect(avif?.httpMetadata?.contentType).toBe("image/avif");
  const info = await env.IMAGES.info(new Blob([(await avif?.arrayBuffer()) ?? ""]).stream());
  expect(info).toMatchObject({ format: "image/avif", width: 320, height: 240 });
  expect(await rowOf("made")).toMatchObject({ attempts: 1, avifDueAt: null, avifAt: expect.any(Number) });
  expect(await sweep()).toMatchObject({ pictures: 0 });
});

it("If WebP is smaller than AVIF, no AVIF is stored and the picture is done", async () => {
  await storePicture("small", undefined, [320]);
  await env.BUCKET.put("small/320.webp", (await webp(320)).slice(0, -4000));
  expect(await sweep()).toMatchObject({ pictures: 1 });
  expect(await stored("small")).toEqual(["320.webp"]);
  expect(await rowOf("small")).toMatchObject({ avifDueAt: null, avifAt: expect.any(Number) });
});

it("A sweep encodes three pictures, the newest first; later sweeps encode the others", async () => {
  for (const age of [4, 3, 2, 1]) await storePicture(`of-${age}`, Date.now() - age * hour, [320]);
  expect(await sweep()).toMatchObject({ pictures: 3 });
  expect(await rowOf("of-4")).toMatchObject({ attempts: 0, avifAt: null });
  expect(await sweep()).toMatchObject({ pictures: 1 });
});

it("Simultaneous sweeps encode each picture once", async () => {
  for (const number of [1, 2, 3]) await storePicture(`both-${number}`, undefined, [320]);
  const runs = await Promise.all([sweep(), sweep(), sweep()]);
  expect(runs.reduce((sum, run) => sum + Number(run.pictures), 0)).toBe(3);
  for (const number of [1, 2, 3]) expect(await rowOf(`both-${number}`)).toMatchObject({ attempts: 1 });
});

it("A broken picture is tried five times and then stays WebP, without delaying other pictures", async () => {
  await storePicture("broken", Date.now() - 1000, [320]);
  await env.BUCKET.put("broken/320.webp", "no picture at all");
  await storePicture("whole", Date.now() - 2 * hour, [320]);
  expect(await sweep()).toMatchObject({ pictures: 1 });
  expect(await rowOf("whole")).toMatchObject({ avifAt: expect.any(Number) });
  expect(await rowOf("broken")).toMatchObject({ attempts: 1, avifAt: null });

  await sweep();
  expect(await rowOf("broken")).toMatchObject({ attempts: 1 });
  for (let i = 0; i < 7; i++) {
    await ann.fetch("/dev/clock", { method: "POST", body: '{"advance": 86400}' });
    expect(await sweep()).toMatchObject({ pictures: 0 });
  }
  expect(await rowOf("broken")).toMatchObject({ attempts: 5, avifAt: null, avifDueAt: null });
  expect(await stored("broken")).toEqual(["320.webp"]);
});

it("A failing bucket or a missing picture costs only one attempt", async () => {
  await storePicture("later", undefined, [320]);
  await pictures.stored(db, "gone", Date.now() - hour);
  const bob = visitor.signedOut();
  bob.send = productWith({ BUCKET: faultyBucket("put") });
  expect(await sweep(bob)).toMatchObject({ pictures: 0 });
  expect(await rowOf("later")).toMatchObject({ attempts: 1, avifAt: null });
  expect(await rowOf("gone")).toMatchObject({ attempts: 1, avifAt: null });
  await ann.fetch("/dev/clock", { method: "POST", body: '{"advance": 700}' });
  expect(await sweep()).toMatchObject({ pictures: 1 });
  expect(await rowOf("later")).toMatchObject({ attempts: 2, avifAt: expect.any(Number) });
});
