import { createHash } from "node:crypto";
import { brand } from "#app/brand.ts";
import { escapeHtml } from "#app/lib/html.ts";
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

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * A small page without script, for errors outside of Remix (docs/specification.md#request-errors).
 * @param text replaces the usual text of the status
 * @param form markup after the text
 */
export function plainPage(status: Status, requestId: string, text = "", form = ""): Response {
  const [title, usual] = texts[status];
  return new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title} | ${brand}</title><style>${style}</style></head><body><h1>${title}</h1><p>${text || usual}</p>${form}<p><a href="/">Return to Home</a></p><p>Request ${requestId}</p></body></html>`,
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

/**
 * The response to a form while the database cannot identify the sender
 * (docs/specification.md#request-errors): its text, ready to send again, but without passwords and codes.
 * Endpoints for programs respond in JSON.
 * @param fields of the form
 */
export function viewerUnknown(path: string, requestId: string, fields: FormData): Response {
  if (path.startsWith("/functions/")) {
    const message = texts[503].join(". ");
    return Response.json({ error: { message } }, { status: 503, headers: { "Cache-Control": "no-store" } });
  }
  const inputs = [...fields].flatMap(([name, value]) =>
    typeof value !== "string" || /password|^code$/i.test(name)
      ? []
      : [`<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`],
  );
  if (inputs.length === 0) return plainPage(503, requestId);
  const form = `<form method="post">${inputs.join("")}<button>Send again</button></form>`;
  return plainPage(503, requestId, sendAgain, form);
}

const sendAgain =
  "We couldn't check your sign-in just now, and nothing was changed. Your text is still here: wait a moment, then send it again.";

/** Refuses a costly read outside of Remix (docs/specification.md#allowances). */
export function tooManyReads(requestId: string): Response {
  const page = plainPage(429, requestId, waitSentence(ratePeriod));
  page.headers.set("Retry-After", String(ratePeriod));
  return page;
}
