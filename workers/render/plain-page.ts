import { ratePeriod } from "#app/auth/allowances/allowance.ts";
import * as limits from "#app/auth/limits.server.ts";
import { brand } from "#app/brand.ts";

type Status = 400 | 403 | 405 | 413 | 414 | 429 | 500 | 503;

const texts: Record<Status, [string, string]> = {
  400: ["This address can't be read", "Part of it is invalid. Start again from the home page."],
  403: [
    "Something went wrong",
    "This form was not sent from one of our pages. Open the page again and send it from there.",
  ],
  405: [
    "Something went wrong",
    "This page doesn't accept that kind of request. Open the page again and send it from there.",
  ],
  413: ["This is too large", "Go back and send less."],
  414: ["This address is too long", "Shorten it, or start again from the home page."],
  429: ["Please wait a moment", "Then open this page again."],
  503: [
    "Please try again in a moment",
    "We couldn't check your sign-in just now, and nothing was changed. Go back and try again.",
  ],
  500: ["Something went wrong", "It's our fault and it has been noted."],
};

/**
 * A page without script and style, for errors outside of Remix.
 * @param text says more than the usual text of the status
 */
export function plainPage(status: Status, requestId: string, text = ""): Response {
  const [title, usual] = texts[status];
  return new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title} | ${brand}</title></head><body><h1>${title}</h1><p>${text || usual}</p><p><a href="/">Return to Home</a></p><p>Request ${requestId}</p></body></html>`,
    { status, headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" } },
  );
}

/**
 * The answer to a form while the database cannot say who sends it (docs/specification.md#request-errors). The
 * functions answer programs, so they say it as JSON.
 */
export function viewerUnknown(path: string, requestId: string): Response {
  if (!path.startsWith("/functions/")) return plainPage(503, requestId);
  const message = texts[503].join(". ");
  return Response.json({ error: { message } }, { status: 503, headers: { "Cache-Control": "no-store" } });
}

/** Refuses a costly read outside of Remix (docs/specification.md#allowances). */
export function tooManyReads(requestId: string): Response {
  const page = plainPage(429, requestId, limits.waitSentence(ratePeriod));
  page.headers.set("Retry-After", String(ratePeriod));
  return page;
}
