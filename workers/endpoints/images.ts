import { hour, second } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import { escapeHtml } from "#app/lib/html.ts";
import { letterOf, placeholdersFor } from "#app/lib/placeholders.ts";
import type { Incoming } from "#workers/request/incoming.ts";

const widths = [96, 320, 640, 960];
/**
 * The width of a profile picture. Initials are shown next to it, so no placeholder replaces it. At this size
 * AVIF is larger than WebP.
 */
const profileWidth = 96;

const immutable = "public, max-age=31536000, immutable";
/** For placeholders, because the picture itself may soon be back. */
const short = "public, max-age=300";

/**
 * How long our own cache keeps a picture, in seconds. After that a deleted one is gone, and one cached before
 * its AVIF existed is read again.
 */
const keptFor = hour / second;

/**
 * GET, HEAD /images/{key}?w=96|320|640|960&l={letter}: a stored picture, immutable. Serves AVIF if the
 * browser accepts it and the sweep has created it, otherwise WebP. For a width that is not stored, it serves
 * the next larger one. The Cache API is checked before the bucket.
 *
 * A missing picture becomes the first placeholder that exists, then the letter as a drawing, and without a
 * letter a 404 (docs/specification.md#picture-fallback). The page puts the letter into the address, so that a
 * missing picture needs no database read. A failing bucket is logged and treated like a missing picture.
 *
 * Anyone can request keys that do not exist, so each costs only two bucket reads: the best version, and the
 * list of versions.
 */
export async function servePicture({ request, url, origin, env, ctx, log }: Incoming): Promise<Response> {
  const key = /^\/images\/([\w-]{1,64})$/.exec(url.pathname)?.[1];
  if (!key) return missing();
  const width = widthFor(Number(url.searchParams.get("w")) || 640);
  const types = acceptsAvif(request) ? ["avif", "webp"] : ["webp"];
  const cache = await caches.open("pictures");
  const cacheKey = `${origin}/-/pictures/${key}/${width}.${types[0]}`;
  const kept = await cache.match(cacheKey);
  if (kept) return toBrowser(request, kept);
  const letter = letterOf(url.searchParams.get("l"));
  try {
    const stored = await readBest(env.BUCKET, key, names(key, width, types));
    if (stored) {
      const picture = await pictureOf(stored, `public, max-age=${keptFor}`);
      ctx.waitUntil(cache.put(cacheKey, picture.clone()));
      return toBrowser(request, picture);
    }
    if (width !== profileWidth) {
      for (const name of placeholderNames(key, width)) {
        const placeholder = await findPlaceholder(
          name,
          `${origin}/-/placeholders/${name}`,
          cache,
          env.BUCKET,
        );
        if (placeholder) return toBrowser(request, placeholder, short);
      }
    }
  } catch (error) {
    log("error", "picture read failed", { key, error: errorStack(error) });
    return letter ? letterTile(letter, request.method, "no-store") : missing();
  }
  return letter ? letterTile(letter, request.method, short) : missing();
}

/** The smallest of our widths that is wide enough; the largest if none is. */
function widthFor(asked: number): number {
  return widths.find((width) => width >= asked) ?? 960;
}

/**
 * The possible names of a stored picture, best first for this width: the next larger ones, then the smaller
 * ones, largest first.
 */
function names(key: string, width: number, types: string[]): string[] {
  const larger = widths.findIndex((w) => w >= width);
  const index = larger < 0 ? widths.length : larger;
  return [...widths.slice(index), ...widths.slice(0, index).reverse()].flatMap((w) =>
    (w === profileWidth ? ["webp"] : types).map((type) => `${key}/${w}.${type}`),
  );
}

function placeholderNames(key: string, width: number): string[] {
  return placeholdersFor(key).map((placeholder) => `${placeholder}/${width > 320 ? 640 : 320}.webp`);
}

/** True if Accept lists AVIF explicitly: a program that accepts any type may not be able to show it. */
function acceptsAvif(request: Request): boolean {
  return /image\/avif(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(request.headers.get("Accept") ?? "");
}

/** Reads the first version that is stored. @param names the possible ones, best first */
async function readBest(bucket: R2Bucket, key: string, names: string[]): Promise<R2ObjectBody | null> {
  const [best = "", ...others] = names;
  const found = await bucket.get(best);
  if (found) return found;
  const { objects } = await bucket.list({ prefix: `${key}/` });
  const stored = new Set(objects.map((object) => object.key));
  const next = others.find((name) => stored.has(name));
  return next === undefined ? null : await bucket.get(next);
}

/** How long our own cache remembers that a placeholder is missing: a minute. */
const missingFor = "public, max-age=60";

/** A placeholder, from our own cache or the bucket; null if it is missing. */
async function findPlaceholder(
  name: string,
  cacheKey: string,
  cache: Cache,
  bucket: R2Bucket,
): Promise<Response | null> {
  const kept = await cache.match(cacheKey);
  if (kept) return kept.ok ? kept : null;
  const stored = await bucket.get(name);
  const answer = stored
    ? await pictureOf(stored, `public, max-age=${keptFor}`)
    : new Response(null, { status: 404, headers: { "Cache-Control": missingFor } });
  await cache.put(cacheKey, answer.clone());
  return stored ? answer : null;
}

async function pictureOf(object: R2ObjectBody, cache: string): Promise<Response> {
  return new Response(await object.arrayBuffer(), {
    headers: {
      "Content-Type": object.key.endsWith(".avif") ? "image/avif" : "image/webp",
      "Content-Length": String(object.size),
      "Cache-Control": cache,
      ETag: object.httpEtag,
      Vary: "Accept",
    },
  });
}

/** The response with a picture; 304 if the browser already has it. */
function toBrowser(request: Request, picture: Response, cache = immutable): Response {
  const headers = new Headers(picture.headers);
  headers.set("Cache-Control", cache);
  const etag = headers.get("ETag") ?? "";
  // A compressing proxy makes an ETag weak.
  const known = (request.headers.get("If-None-Match") ?? "").split(",");
  const isKnown = known.some((tag) => tag.trim().replace(/^W\//, "") === etag);
  if (isKnown) headers.delete("Content-Length");
  const body = isKnown || request.method === "HEAD" ? null : picture.body;
  return new Response(body, { status: isKnown ? 304 : 200, headers });
}

/**
 * The brand's tile colours of the light theme. The dark theme uses the same: a picture does not change with
 * the theme.
 */
const tiles = ["#f4d5c6", "#d3e4dc", "#f0ddb4", "#d5e2e8"];

function letterTile(letter: string, method: string, cache: string): Response {
  const tile = tiles[(letter.codePointAt(0) ?? 0) % tiles.length];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480" viewBox="0 0 640 480"><rect width="640" height="480" fill="${tile}"/><text x="320" y="240" dy=".34em" text-anchor="middle" font-family="Iowan Old Style,Palatino Linotype,Palatino,P052,Noto Serif,Georgia,Liberation Serif,serif" font-weight="600" font-size="260" fill="#211b15">${escapeHtml(letter)}</text></svg>`;
  return new Response(method === "HEAD" ? null : svg, {
    headers: {
      "Content-Type": "image/svg+xml",
      "Content-Security-Policy": "default-src 'none'",
      "Cache-Control": cache,
    },
  });
}

function missing(): Response {
  return new Response("Not found", { status: 404, headers: { "Cache-Control": "no-store" } });
}
