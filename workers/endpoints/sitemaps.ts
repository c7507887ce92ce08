import * as catalog from "#app/catalog/catalog.server.ts";
import { listedBetween, rangesListed } from "#app/gigs/sitemap.server.ts";
import { hour, second } from "#app/lib/dates.ts";
import { mainRead } from "#app/lib/reads.ts";
import { activeBetween, rangesActive } from "#app/sellers/page/sitemap.server.ts";
import {
  catalogFile,
  catalogXml,
  closing,
  fileOf,
  fileSize,
  gigsXml,
  indexPath,
  indexXml,
  opening,
  robotsText,
  sellersXml,
} from "#app/seo/sitemap.ts";
import type { System } from "#workers/context.ts";
import { buildId } from "#workers/render/pages.ts";
import { tooManyReads } from "#workers/render/plain-page.ts";

/** How many gigs or sellers one read loads into memory. */
const rowsPerRead = 2500;

type Listed = { number: number; xml: string };

const sentence = "The sitemap could not be read. Please try again.";

type SitemapContext = Pick<System, "db" | "log" | "origin" | "later">;

/**
 * GET, HEAD /robots.txt, /sitemap.xml and the files it lists (docs/specification.md#sitemaps). Answers 503 if
 * the first read fails. If a later read fails, the stream ends without the closing tag, so no crawler
 * mistakes it for complete. A file that was sent completely is cached for an hour, so that it is not read
 * again for each request.
 * @param network charged for a file that is not cached: a costly read (docs/specification.md#allowances)
 * @returns null for any other path, and for an empty file
 */
export async function serveCrawlerFile(
  method: string,
  path: string,
  network: string,
  context: SitemapContext & Pick<System, "rate" | "requestId">,
): Promise<Response | null> {
  if (path === "/robots.txt") return answer(robotsText(context.origin), "text/plain", method);
  if (path !== indexPath && path !== catalogFile && fileOf(path) === null) return null;
  const cache = await caches.open("sitemaps");
  const key = `${context.origin}/-/sitemaps/${buildId}${path}`;
  const found = await cache.match(key);
  if (found) return new Response(method === "HEAD" ? null : found.body, found);
  if (!(await context.rate("read", network))) return tooManyReads(context.requestId);
  const keep = (whole: string) => context.later(cache.put(key, answer(whole, "application/xml", "GET")));
  try {
    const body = await bodyOf(path, context, keep);
    return body === null ? null : answer(body, "application/xml", method);
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    thrown.headers.set("Cache-Control", "no-store");
    return thrown;
  }
}

function answer(body: string | ReadableStream, type: "text/plain" | "application/xml", method: string) {
  return new Response(method === "HEAD" ? null : body, {
    headers: {
      "Content-Type": `${type}; charset=utf-8`,
      "Cache-Control": `public, max-age=${hour / second}`,
    },
  });
}

/** @param keep caches the whole text */
async function bodyOf(
  path: string,
  { db, log, origin }: Omit<SitemapContext, "later">,
  keep: (whole: string) => void,
): Promise<string | ReadableStream | null> {
  const file = fileOf(path);
  if (file !== null) return await listBody(file, { db, log, origin }, keep);
  const whole = path === indexPath ? await indexBody(db, log, origin) : await catalogBody(db, log, origin);
  keep(whole);
  return whole;
}

async function indexBody(db: System["db"], log: System["log"], origin: string): Promise<string> {
  const read = () => Promise.all([rangesListed(db, fileSize), rangesActive(db, fileSize)]);
  const [gigs, sellers] = await mainRead(read, sentence, log);
  return indexXml(origin, { gigs, sellers });
}

async function catalogBody(db: System["db"], log: System["log"], origin: string): Promise<string> {
  const [categories, subcategories] = await mainRead(
    () => Promise.all([catalog.listAllCategories(db), catalog.listAllSubcategories(db)]),
    sentence,
    log,
  );
  const placed = subcategories.flatMap(({ slug, categoryId }) => {
    const category = categories.find(({ id }) => id === categoryId);
    return category ? [{ slug, category }] : [];
  });
  return catalogXml(origin, categories, placed);
}

/** One file of gigs or sellers, read only as fast as the crawler receives it. Null if it would be empty. */
async function listBody(
  { of, file }: NonNullable<ReturnType<typeof fileOf>>,
  { db, log, origin }: Omit<SitemapContext, "later">,
  keep: (whole: string) => void,
): Promise<ReadableStream | null> {
  const upTo = file * fileSize;
  const listAfter = async (row: number): Promise<Listed[]> =>
    of === "gigs"
      ? (await listedBetween(db, row, upTo, rowsPerRead)).map((gig) => ({
          ...gig,
          xml: gigsXml(origin, [gig]),
        }))
      : (await activeBetween(db, row, upTo, rowsPerRead)).map((one) => ({
          ...one,
          xml: sellersXml(origin, [one]),
        }));
  const readAfter = (row: number) => mainRead(() => listAfter(row), sentence, log);
  const first = await readAfter(upTo - fileSize);
  if (first.length === 0) return null;
  return streamOf(collected(parts(), keep));

  async function* parts(): AsyncGenerator<string> {
    yield opening;
    for (let rows = first; rows.length > 0; ) {
      yield rows.map(({ xml }) => xml).join("");
      const last = rows.length < rowsPerRead ? undefined : rows.at(-1);
      rows = last ? await readAfter(last.number) : [];
    }
    yield closing;
  }
}

/** Passes on the whole text after the last part was read. */
async function* collected(parts: AsyncGenerator<string>, keep: (whole: string) => void) {
  const all: string[] = [];
  for await (const part of parts) {
    all.push(part);
    yield part;
  }
  keep(all.join(""));
}

/** Streams the parts, each created when the reader is ready for it. An error in a part aborts the stream. */
function streamOf(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await parts.next().catch(() => {
          // mainRead has logged the cause.
          throw new Error("The file could not be read to its end");
        });
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await parts.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
