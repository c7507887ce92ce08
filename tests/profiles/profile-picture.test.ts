import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { profiles } from "#drizzle/schema.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyBucket, faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { asTaken, colorAt, drawn, sendProfile } from "../support/pictures.ts";
import { db, type Visitor, visitor } from "../support/visitor.ts";

let count = 0;
/** A signed-in user and the fields of their form. */
async function profileOwner() {
  const username = `pictured-${++count}`;
  const ann = await visitor.signedIn({ username, fullName: "Ann Lee" });
  return { ann, form: { username, fullName: "Ann Lee", title: "", bio: "", timeZone: "" } };
}

async function avatarOf(user: Visitor): Promise<string | null> {
  const [row] = await db.select().from(profiles).where(eq(profiles.id, user.id));
  return row?.avatarUrl ?? null;
}
const stored = async (url: string | null) =>
  (await env.BUCKET.list({ prefix: `${url?.slice("/images/".length)}/` })).objects.map(
    ({ key }) => key.split("/")[1],
  );
const everything = async () => (await env.BUCKET.list()).objects.length;
const version = async (user: Visitor, url: string | null, width: number) =>
  await (await user.fetch(`${url}?w=${width}`)).arrayBuffer();

for (const format of ["image/png", "image/jpeg", "image/webp", "image/avif"] as const) {
  it(`A ${format} picture is cropped to its middle and stored as a square WebP in three widths`, async () => {
    const { ann, form } = await profileOwner();
    const bytes = await drawn(format, { width: 600, height: 200, colors: ["#f00", "#0a0", "#00f"] });
    const page = await sendProfile(ann, form, { bytes, name: "me" });
    expect([page.status, page.location]).toEqual([303, "/profile"]);
    const url = await avatarOf(ann);
    expect(url).toMatch(/^\/images\/[\w-]{36}$/);
    expect(await stored(url)).toEqual(["320.webp", "640.webp", "96.webp"]);
    for (const width of [96, 320, 640]) {
      const webp = await version(ann, url, width);
      const info = await env.IMAGES.info(new Blob([webp]).stream());
      expect(info).toMatchObject({ format: "image/webp", width, height: width });
      const [red = 255, green = 0, blue = 255] = await colorAt(webp, "left");
      expect([red < 40, green > 130, blue < 40]).toEqual([true, true, true]);
    }
  });
}

it("The header shows the small width of the picture, the page a sharper one", async () => {
  const { ann, form } = await profileOwner();
  await sendProfile(ann, form, { bytes: await drawn("image/png"), name: "me.png" });
  const page = await ann.get("/profile");
  const url = await avatarOf(ann);
  expect(page.text).toContain("Profile saved");
  expect(page.html).toContain(`class="av av-36" src="${url}?w=96"`);
  expect(page.html).toContain(`class="av av-96" src="${url}?w=320"`);
});

it("The type of a picture is decided by its content, not by its name", async () => {
  const { ann, form } = await profileOwner();
  const bytes = await drawn("image/jpeg");
  const page = await sendProfile(ann, form, { bytes, name: "me.txt", type: "text/plain" });
  expect(page.status).toBe(303);
  const before = await avatarOf(ann);
  for (const lie of ["<script>alert(1)</script>", "GIF89a\x01\x00\x01\x00", "%PDF-1.7", "BM"]) {
    const refused = await sendProfile(ann, form, { bytes: lie, name: "me.jpg", type: "image/jpeg" });
    expect([lie, refused.status]).toEqual([lie, 415]);
    expect(refused.text).toContain("The picture must be a JPEG, PNG, WebP or AVIF file");
  }
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  expect((await sendProfile(ann, form, { bytes: svg, name: "me.svg", type: "image/svg+xml" })).status).toBe(
    415,
  );
  expect(await avatarOf(ann)).toBe(before);
});

it("A stored picture is upright and has no metadata", async () => {
  const { ann, form } = await profileOwner();
  const jpeg = await drawn("image/jpeg", { colors: ["#f00", "#00f"], down: true });
  // Orientation 6: the top of the file was on the right.
  const bytes = asTaken(jpeg, 6);
  expect(new TextDecoder("latin1").decode(bytes)).toContain("GPS 52.5200");
  expect((await sendProfile(ann, form, { bytes, name: "me.jpg" })).status).toBe(303);
  const webp = await version(ann, await avatarOf(ann), 640);
  expect((await colorAt(webp, "right"))[0]).toBeGreaterThan(200);
  expect((await colorAt(webp, "left"))[2]).toBeGreaterThan(200);
  expect(new TextDecoder("latin1").decode(webp)).not.toMatch(/Exif|EXIF|GPS/);
});

it("A picture over 50 million pixels is refused from its header, before it is decoded", async () => {
  const { ann, form } = await profileOwner();
  const before = await everything();
  const bytes = await drawn("image/png");
  new DataView(bytes.buffer).setUint32(16, 7800);
  new DataView(bytes.buffer).setUint32(20, 7800);
  ann.send = productWith({ IMAGES: null as unknown as ImagesBinding });
  const page = await sendProfile(ann, form, { bytes, name: "me.png" });
  expect(page.status).toBe(400);
  expect(page.text).toContain("The picture can have at most 50 million pixels");
  expect([await avatarOf(ann), await everything()]).toEqual([null, before]);
});

it("A truncated picture is refused, and the typed fields stay", async () => {
  const { ann, form } = await profileOwner();
  const before = await everything();
  const whole = await drawn("image/jpeg", {
    width: 900,
    height: 900,
    colors: ["#123", "#abc", "#fed", "#456"],
  });
  for (const length of [3, 40, Math.floor(whole.length / 2)]) {
    const typed = { ...form, fullName: "Ann of the Mill", bio: "I mill.\nAnd bake." };
    const page = await sendProfile(ann, typed, { bytes: whole.slice(0, length), name: "me.jpg" });
    expect([length, page.status]).toEqual([length, 400]);
    expect(page.text).toContain("We couldn't read this picture. Save it again, or choose another one");
    expect([page.field("fullName"), page.field("bio")]).toEqual(["Ann of the Mill", "I mill. And bake."]);
  }
  expect([await avatarOf(ann), await everything()]).toEqual([null, before]);
  const [row] = await db.select().from(profiles).where(eq(profiles.id, ann.id));
  expect(row?.fullName).toBe("Ann Lee");
});

it("A picture over 5 MB is a field error, and a body over 20 MB is refused unread", async () => {
  const { ann, form } = await profileOwner();
  const large = new Uint8Array(5 * 1024 * 1024 + 1);
  large.set(await drawn("image/png"));
  const page = await sendProfile(ann, { ...form, fullName: "Ann L" }, { bytes: large, name: "me.png" });
  expect(page.status).toBe(413);
  expect(page.text).toContain("The picture can be at most 5 MB");
  expect(page.field("fullName")).toBe("Ann L");
  const body = new Uint8Array(20 * 1024 * 1024 + 1);
  const headers = { Origin: "http://127.0.0.1:8787", "Content-Length": String(body.length) };
  const refused = await ann.fetch("/profile", { method: "POST", body, headers });
  expect(refused.status).toBe(413);
  expect(await refused.text()).toContain("This is too large");
  // A body without a Content-Length.
  const encoder = new TextEncoder();
  const parts = [
    encoder.encode('--x\r\nContent-Disposition: form-data; name="avatar"; filename="me.png"\r\n\r\n'),
    ...Array.from({ length: 21 }, () => new Uint8Array(1024 * 1024)),
    encoder.encode("\r\n--x--\r\n"),
  ];
  const long = new ReadableStream({
    pull(controller) {
      const part = parts.shift();
      if (part) controller.enqueue(part);
      else controller.close();
    },
  });
  const unknownLength = await ann.fetch("/profile", {
    method: "POST",
    body: long,
    headers: { Origin: "http://127.0.0.1:8787", "Content-Type": "multipart/form-data; boundary=x" },
  });
  expect(unknownLength.status).toBe(413);
});

it("A replaced or removed picture is deleted from the bucket", async () => {
  const { ann, form } = await profileOwner();
  await sendProfile(ann, form, { bytes: await drawn("image/png"), name: "1.png" });
  const first = await avatarOf(ann);
  await sendProfile(ann, form, { bytes: await drawn("image/webp"), name: "2.webp" });
  const second = await avatarOf(ann);
  expect(second).not.toBe(first);
  await expect.poll(() => stored(first)).toEqual([]);
  expect(await stored(second)).toHaveLength(3);
  await sendProfile(ann, { ...form, removeAvatar: "1" });
  expect(await avatarOf(ann)).toBeNull();
  await expect.poll(() => stored(second)).toEqual([]);
  expect((await ann.get("/profile")).html).toContain('<span class="av av-96" aria-hidden="true">AN</span>');
});

it("A picture is stored even if another field is refused", async () => {
  const { ann, form } = await profileOwner();
  const page = await sendProfile(
    ann,
    { ...form, fullName: "A" },
    { bytes: await drawn("image/png"), name: "me.png" },
  );
  expect(page.status).toBe(400);
  expect(page.text).toContain("Full name is required");
  expect(page.html).toContain(`src="${await avatarOf(ann)}?w=320"`);
});

it("A picture that the database refuses does not stay in the bucket", async () => {
  expectErrorLog("profile not saved");
  const { ann, form } = await profileOwner();
  const before = await everything();
  ann.send = productWith({
    DB: faultyDatabase(env.DB, (sql) => sql.startsWith('update "profiles" set "avatar_url"')),
  });
  const page = await sendProfile(
    ann,
    { ...form, bio: "Still here" },
    { bytes: await drawn("image/png"), name: "me.png" },
  );
  expect(page.status).toBe(503);
  expect(page.text).toContain("We couldn't save your profile. Please try again.");
  expect(page.field("bio")).toBe("Still here");
  expect([await avatarOf(ann), await everything()]).toEqual([null, before]);
});

it("If the bucket fails, the old picture stays and nothing new is left", async () => {
  expectErrorLog("profile not saved");
  const { ann, form } = await profileOwner();
  await sendProfile(ann, form, { bytes: await drawn("image/png"), name: "me.png" });
  const [url, before] = [await avatarOf(ann), await everything()];
  ann.send = productWith({ BUCKET: faultyBucket("put", (call) => call === 3) });
  expect((await sendProfile(ann, form, { bytes: await drawn("image/webp"), name: "b.webp" })).status).toBe(
    503,
  );
  expect([await avatarOf(ann), await everything()]).toEqual([url, before]);
});
