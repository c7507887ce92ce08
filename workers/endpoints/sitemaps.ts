import * as catalog from "#app/catalog/catalog.server.ts";
import { listedBetween, rangesListed } from "#app/gigs/sitemap.server.ts";
import { hour, second } from "#app/lib/dates.ts";
import { mainRead } from "#app/lib/reads.ts";
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
} from "#app/seo/sitemap.ts";
import type { System } from "#workers/context.ts";

/** How many gigs one read brings into memory. */
const gigsPerRead = 2500;

const sentence = "The sitemap cannot be read: please try again";

type SitemapContext = Pick<System, "db" | "log" | "origin">;

/**
 * GET, HEAD /robots.txt, /sitemap.xml and the files that it names (docs/specification.md#sitemaps). Answers
 * 503 if the first read fails. If a later read fails, the stream breaks off without the closing tag, so no
 * crawler takes it for complete.
 * @returns null for any other path, and for a file without a gig
 */
export async function serveCrawlerFile(
  method: string,
  path: string,
  context: SitemapContext,
): Promise<Response | null> {
  try {
    const body = await bodyOf(path, context);
    if (body === null) return null;
    return new Response(method === "HEAD" ? null : body, {
      headers: {
        "Content-Type": `${path.endsWith(".txt") ? "text/plain" : "application/xml"}; charset=utf-8`,
        "Cache-Control": `public, max-age=${hour / second}`,
      },
    });
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    thrown.headers.set("Cache-Control", "no-store");
    return thrown;
  }
}

async function bodyOf(
  path: string,
  { db, log, origin }: SitemapContext,
): Promise<string | ReadableStream | null> {
  if (path === "/robots.txt") return robotsText(origin);
  if (path === indexPath) {
    return indexXml(origin, await mainRead(() => rangesListed(db, fileSize), sentence, log));
  }
  if (path === catalogFile) return await catalogBody(db, log, origin);
  const file = fileOf(path);
  return file === null ? null : await gigsBody(file, { db, log, origin });
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

/** One file of gigs. It is read only as fast as the crawler takes it. Null if no gig is in it. */
async function gigsBody(file: number, { db, log, origin }: SitemapContext): Promise<ReadableStream | null> {
  const upTo = file * fileSize;
  const readAfter = (row: number) => mainRead(() => listedBetween(db, row, upTo, gigsPerRead), sentence, log);
  const first = await readAfter(upTo - fileSize);
  if (first.length === 0) return null;
  return streamOf(parts());

  async function* parts(): AsyncGenerator<string> {
    yield opening;
    for (let rows = first; rows.length > 0; ) {
      yield gigsXml(origin, rows);
      const last = rows.length < gigsPerRead ? undefined : rows.at(-1);
      rows = last ? await readAfter(last.number) : [];
    }
    yield closing;
  }
}

/** Streams the parts, each made when the reader is ready for it. An error in a part breaks the stream off. */
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
