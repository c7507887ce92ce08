import type { Miniflare } from "miniflare";
import { type Bucket, contentTypeOf } from "./store.ts";

/**
 * The script of a worker that answers with its bucket's files. Miniflare's own access to a bucket makes a
 * call for each property of a listed file, which takes 25 ms.
 */
export const bucketWorker = `export default {
  async fetch(request, { BUCKET }) {
    const { searchParams } = new URL(request.url);
    const key = searchParams.get("key");
    if (key === null) {
      const cursor = searchParams.get("cursor") ?? undefined;
      const page = await BUCKET.list({ cursor, include: ["httpMetadata", "customMetadata"] });
      const files = page.objects.map(({ key, size, etag, httpMetadata, customMetadata }) =>
        ({ key, size, etag, httpMetadata, customMetadata }));
      return Response.json({ files, cursor: page.truncated ? page.cursor : null });
    }
    if (request.method === "PUT") {
      const contentType = searchParams.get("type");
      await BUCKET.put(key, await request.arrayBuffer(), contentType === null ? {} : { httpMetadata: { contentType } });
      return new Response(null, { status: 204 });
    }
    const file = await BUCKET.get(key);
    return file === null ? new Response(null, { status: 404 }) : new Response(file.body);
  },
};`;

type Page = {
  files: { key: string; size: number; etag: string; httpMetadata: object; customMetadata: object }[];
  cursor: string | null;
};

/** The bucket of a Miniflare that runs `bucketWorker`. @param worker its name, if there are several */
export function localBucket(miniflare: Miniflare, worker?: string): Bucket {
  const ask = async (query: Record<string, string>, body?: Uint8Array) => {
    const { fetch } = await miniflare.getWorker(worker);
    const url = `http://bucket/?${new URLSearchParams(query)}`;
    return await fetch(url, body === undefined ? {} : { method: "PUT", body });
  };
  return {
    async *list() {
      let cursor: string | null = null;
      do {
        const page = (await (await ask(cursor === null ? {} : { cursor })).json()) as Page;
        for (const { key, size, etag, httpMetadata, customMetadata } of page.files)
          yield { key, size, etag, contentType: contentTypeOf(key, httpMetadata, customMetadata) };
        cursor = page.cursor;
      } while (cursor !== null);
    },
    async get(key) {
      const answer = await ask({ key });
      if (answer.status === 404) return null;
      if (!answer.ok) throw new Error(`The file ${key} could not be read: ${await answer.text()}`);
      return new Uint8Array(await answer.arrayBuffer());
    },
    async put(key, bytes, contentType) {
      const answer = await ask({ key, ...(contentType === null ? {} : { type: contentType }) }, bytes);
      if (!answer.ok) throw new Error(`The file ${key} could not be stored: ${await answer.text()}`);
    },
  };
}
