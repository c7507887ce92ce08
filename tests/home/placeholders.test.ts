import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { productWith } from "../support/bindings/faulty.ts";
import { origin, type Visitor, visitor } from "../support/visitor.ts";

const keys = [1, 2, 3].flatMap((n) => [`placeholder-${n}/320.webp`, `placeholder-${n}/640.webp`]);

/** A separate bucket for one test, inside the real one. `before` runs before each operation. */
function bucketOf(
  name: string,
  before: (operation: string, key: string) => Promise<void> = async () => {},
): R2Bucket {
  return new Proxy(env.BUCKET, {
    get(target, operation) {
      const member = Reflect.get(target, operation);
      if (typeof member !== "function") return member;
      return async (key: string, ...rest: unknown[]) => {
        await before(String(operation), key);
        return Reflect.apply(member, target, [`${name}/${key}`, ...rest]);
      };
    },
  });
}

function visitorOf(BUCKET: R2Bucket): Visitor {
  const ann = visitor.signedOut();
  ann.send = productWith({ BUCKET });
  return ann;
}

async function create(
  sender: Visitor,
  body = '{"init":true}',
  headers: Record<string, string> = { Origin: origin },
) {
  const answer = await sender.fetch("/functions/create-placeholders", { method: "POST", body, headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** Whether the page tells the browser that the pictures exist. */
const saysReady = (html: string) => /data-placeholders="ready"/.test(html);

afterEach(() => {
  vi.useRealTimers();
});

describe("POST /functions/create-placeholders", () => {
  it("creates three pictures in two widths in an empty bucket; a second call creates none", async () => {
    const ann = visitorOf(bucketOf("empty"));
    const first = await create(ann);
    expect([first.status, JSON.parse(first.text)]).toEqual([200, { ready: true, created: 6 }]);
    expect(first.headers.get("Content-Type")).toContain("application/json");
    const again = await create(ann);
    expect([again.status, JSON.parse(again.text)]).toEqual([200, { ready: true, created: 0 }]);
    for (const key of keys) {
      const picture = await env.BUCKET.get(`empty/${key}`);
      expect(picture?.httpMetadata?.contentType).toBe("image/webp");
      const bytes = new Uint8Array((await picture?.arrayBuffer()) ?? new ArrayBuffer(0));
      expect(String.fromCharCode(...bytes.slice(8, 12))).toBe("WEBP");
    }
    // Another isolate, without this memory, finds them in the bucket.
    expect(JSON.parse((await create(visitorOf(bucketOf("empty")))).text)).toEqual({
      ready: true,
      created: 0,
    });
  });

  it("answers without reading the bucket once the pictures exist", async () => {
    const operations: string[] = [];
    const ann = visitorOf(
      bucketOf("counted", async (operation) => {
        operations.push(operation);
      }),
    );
    await create(ann);
    const before = operations.length;
    await create(ann);
    await ann.get("/");
    expect(operations.length).toBe(before);
  });

  it("creates only the missing pictures", async () => {
    await env.BUCKET.put("half/placeholder-2/320.webp", "kept");
    expect(JSON.parse((await create(visitorOf(bucketOf("half")))).text)).toEqual({ ready: true, created: 5 });
    expect(await (await env.BUCKET.get("half/placeholder-2/320.webp"))?.text()).toBe("kept");
  });

  it("answers 503 with the sentence if the bucket fails, and 429 for the next 10 s", async () => {
    expectErrorLog("create-placeholders failed");
    let broken = true;
    const ann = visitorOf(
      bucketOf("failing", async (operation) => {
        if (broken && operation === "put") throw new Error("R2 is away");
      }),
    );
    const failed = await create(ann);
    expect(failed.status).toBe(503);
    expect(JSON.parse(failed.text).error.message).toBe(
      "Failed to create placeholder images. Some images may not display properly.",
    );
    broken = false;
    const tooSoon = await create(ann);
    expect(tooSoon.status).toBe(429);
    expect(Number(tooSoon.headers.get("Retry-After"))).toBeGreaterThan(0);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10_000 });
    expect((await create(ann)).status).toBe(200);
  });

  it("does not count unfinished work as ready, and finishes it the next time", async () => {
    expectErrorLog("create-placeholders failed");
    let broken = true;
    const before = async (operation: string, key: string) => {
      if (!broken || operation !== "put" || !key.includes("placeholder-3")) return;
      // Fail last, after the other pictures are stored.
      await new Promise((resolve) => setTimeout(resolve, 200));
      throw new Error("R2 is away");
    };
    const ann = visitorOf(bucketOf("unfinished", before));
    expect((await create(ann)).status).toBe(503);
    expect(saysReady((await ann.get("/")).html)).toBe(false);
    broken = false;
    // Another isolate does not know about the failure.
    const other = visitorOf(bucketOf("unfinished", before));
    expect((await create(other)).status).toBe(200);
    expect(saysReady((await other.get("/")).html)).toBe(true);
    for (const key of keys) expect(await env.BUCKET.head(`unfinished/${key}`)).not.toBeNull();
  });

  it('refuses anything but {"init":true}, requests from other origins, and GET', async () => {
    const ann = visitorOf(bucketOf("refused"));
    for (const body of ["", "init", "[]", "null", '{"init":"true"}', '{"init":false}']) {
      const answer = await create(ann, body);
      expect([body, answer.status, JSON.parse(answer.text).ready]).toEqual([body, 400, false]);
    }
    expect((await create(ann, '{"init":true}', { Origin: "https://elsewhere.example" })).status).toBe(403);
    expect((await create(ann, '{"init":true}', {})).status).toBe(403);
    const read = await ann.fetch("/functions/create-placeholders");
    expect([read.status, read.headers.get("Allow")]).toEqual([405, "POST"]);
    expect(await env.BUCKET.head("refused/placeholder-1/320.webp")).toBeNull();
  });
});

describe("The check for placeholder pictures", () => {
  it("happens on the server, which looks for one placeholder and tells the page", async () => {
    const ann = visitorOf(bucketOf("checked"));
    expect(saysReady((await ann.get("/")).html)).toBe(false);
    await env.BUCKET.put("checked/placeholder-1/320.webp", "a picture");
    expect(saysReady((await ann.get("/")).html)).toBe(true);
  });

  it("does not keep the tiles from showing, whether the bucket is empty, fails or hangs", async () => {
    const outcomes = {
      missing: async () => {},
      failing: async () => {
        throw new Error("R2 is away");
      },
      hanging: () => new Promise<void>((resolve) => setTimeout(resolve, 3000)),
    };
    for (const [name, before] of Object.entries(outcomes)) {
      const began = Date.now();
      const page = await visitorOf(bucketOf(name, before)).get("/");
      expect([name, page.status, Date.now() - began < 2500]).toEqual([name, 200, true]);
      expect(page.html).toContain("/categories/digital-marketing/social-media");
      expect(saysReady(page.html)).toBe(false);
    }
  });
});
