import type { Log } from "#app/context.ts";
import { errorStack } from "#app/lib/errors.ts";
import { escapeHtml } from "#app/lib/html.ts";
import { letterOf, placeholdersFor } from "#app/lib/placeholders.ts";

const widths = [96, 320, 640, 960];
/** A portrait has two letters beside it; a landscape would not stand for a face. It stays WebP: AVIF would be larger. */
const portrait = 96;

const immutable = "public, max-age=31536000, immutable";
/** What stands for a picture gives way to it soon. */
const short = "public, max-age=300";

/**
 * GET, HEAD /images/{key}?w=96|320|640|960&l={letter}: a picture as it was stored, immutable, as AVIF for who asks for that and where
 * the sweep has made it, else as WebP; a width that is not stored gets the nearest larger one that is. A missing picture walks the placeholder list, then becomes the letter, drawn (docs/specification.md#picture-fallback,
 * a failed image); without a letter it is a 404. A bucket that cannot be read is logged and answered like a missing picture.
 */
export async function servePicture(request: Request, bucket: R2Bucket, log: Log): Promise<Response> {
  const url = new URL(request.url);
  const key = /^\/images\/([\w-]{1,64})$/.exec(url.pathname)?.[1];
  if (!key) return missing();
  const read = (name: string) => (request.method === "HEAD" ? bucket.head(name) : bucket.get(name));
  const width = Number(url.searchParams.get("w")) || 640;
  const types = acceptsAvif(request) ? ["avif", "webp"] : ["webp"];
  const letter = letterOf(url.searchParams.get("l"));
  try {
    const stored = await firstOf(names(key, width, types), read);
    if (stored) return picture(stored, immutable);
    const placeholder = width <= portrait ? null : await firstOf(placeholderNames(key, width), read);
    if (placeholder) return picture(placeholder, short);
  } catch (error) {
    log("error", "picture read failed", { key, error: errorStack(error) });
    return letter ? drawn(letter, request.method, "no-store") : missing();
  }
  return letter ? drawn(letter, request.method, short) : missing();
}

/** The stored versions of a picture, the best for this width first. Where all are smaller, that is the largest. */
function names(key: string, width: number, types: string[]): string[] {
  const larger = widths.findIndex((w) => w >= width);
  const from = larger < 0 ? widths.length : larger;
  return [...widths.slice(from), ...widths.slice(0, from).reverse()].flatMap((w) =>
    (w === portrait ? ["webp"] : types).map((type) => `${key}/${w}.${type}`),
  );
}

function placeholderNames(key: string, width: number): string[] {
  return placeholdersFor(key).map((placeholder) => `${placeholder}/${width > 320 ? 640 : 320}.webp`);
}

/** Named in so many words: who takes anything is no browser that shows a picture in a page. */
function acceptsAvif(request: Request): boolean {
  return /image\/avif(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(request.headers.get("Accept") ?? "");
}

async function firstOf(
  keys: string[],
  read: (name: string) => Promise<R2Object | R2ObjectBody | null>,
): Promise<R2Object | R2ObjectBody | null> {
  for (const key of keys) {
    const object = await read(key);
    if (object) return object;
  }
  return null;
}

function picture(object: R2Object | R2ObjectBody, cache: string): Response {
  return new Response("body" in object ? object.body : null, {
    headers: {
      "Content-Type": object.key.endsWith(".avif") ? "image/avif" : "image/webp",
      "Content-Length": String(object.size),
      "Cache-Control": cache,
      Vary: "Accept",
    },
  });
}

/** The tiles of the house, as in the light theme: pictures stay as they are in the dark one (LOOK.md sections 2 and 8). */
const tiles = ["#f4d5c6", "#d3e4dc", "#f0ddb4", "#d5e2e8"];

function drawn(letter: string, method: string, cache: string): Response {
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
