import { style } from "./style.ts";

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for HTML, including in attributes. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/**
 * Renders a hosted page without JavaScript.
 * @param targets the addresses to which its forms may redirect, in addition to the stand-in itself
 */
export function htmlPage(page: {
  title: string;
  warning: string;
  main: string;
  targets: (string | null | undefined)[];
  status: number;
}): Response {
  const nonce = crypto.randomUUID();
  // Chromium applies form-action to the redirect after a form post, too, so the product's origins must be
  // allowed.
  const origins = page.targets.filter((url) => typeof url === "string").map((url) => new URL(url).origin);
  const formAction = ["'self'", ...new Set(origins)].join(" ");
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escaped(page.title)}</title><link rel="icon" href="data:,"><style nonce="${nonce}">${style}</style></head>
<body><header><div class="hazard"></div><p class="warning">${page.warning}</p></header>${page.main}</body></html>`;
  return new Response(html, {
    status: page.status,
    headers: {
      "Cache-Control": "no-store",
      "Content-Security-Policy": `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
      "Content-Type": "text/html; charset=utf-8",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
