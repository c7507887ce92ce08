import { createHash } from "node:crypto";
import { brand } from "#app/brand.ts";
import { ratePeriod, waitSentence } from "#app/limits/limits.ts";

type Status = 400 | 403 | 404 | 405 | 413 | 414 | 429 | 500 | 503;

const texts: Record<Status, [string, string]> = {
  400: ["This address can't be read", "Part of it is invalid. Start again from the home page."],
  403: [
    "Something went wrong",
    "This form was not sent from one of our pages. Open the page again and send it from there.",
  ],
  404: ["404", "Oops! Page not found"],
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

const style =
  "body{max-width:36rem;margin:15vh auto;padding:0 1.5rem;background:#f8f3e8;color:#211b15;font:1.125rem/1.6 system-ui,sans-serif}h1{font:600 2.5rem/1.2 Georgia,serif}a{color:#a32f15}@media(prefers-color-scheme:dark){body{background:#181511;color:#f4ecde}a{color:#f79a7d}}";

/** An error screen removes the payment redirect (docs/specification.md#error-catalogue). */
const script = "try{localStorage.removeItem('stripeRedirect')}catch(e){}";

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const policy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(script)}`,
  "img-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * A small page for errors outside of Remix (docs/specification.md#request-errors).
 * @param text says more than the usual text of the status
 */
export function plainPage(status: Status, requestId: string, text = ""): Response {
  const [title, usual] = texts[status];
  return new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title} | ${brand}</title><style>${style}</style></head><body><h1>${title}</h1><p>${text || usual}</p><p><a href="/">Return to Home</a></p><p>Request ${requestId}</p>${status === 500 ? `<script>${script}</script>` : ""}</body></html>`,
    {
      status,
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": "no-store",
        "Content-Security-Policy": policy,
      },
    },
  );
}

/** The answer to a program while the database cannot say who sends a call. */
export function callerUnknown(): Response {
  const message = texts[503].join(". ");
  return Response.json({ error: { message } }, { status: 503, headers: { "Cache-Control": "no-store" } });
}

/** Refuses a costly read outside of Remix (docs/specification.md#allowances). */
export function tooManyReads(requestId: string): Response {
  const page = plainPage(429, requestId, waitSentence(ratePeriod));
  page.headers.set("Retry-After", String(ratePeriod));
  return page;
}
