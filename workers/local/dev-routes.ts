import { escapeHtml } from "#app/lib/html.ts";
import type { System } from "#workers/context.ts";
import { sweep } from "#workers/scheduled.ts";
import { listStoredMails } from "./mailbox.ts";
import { advance } from "./moved-clock.ts";

/** Answers the local-only addresses (docs/specification.md#local-only). @returns null for any other path */
export async function answerDevRoute(request: Request, env: Env, sys: System): Promise<Response | null> {
  const url = new URL(request.url);
  const to = url.searchParams.get("to");
  switch (`${request.method === "HEAD" ? "GET" : request.method} ${url.pathname}`) {
    case "GET /dev/mailbox.json":
      return Response.json(await listStoredMails(env.BUCKET, to));
    case "GET /dev/mailbox":
      return mailboxPage(await listStoredMails(env.BUCKET, to));
    case "POST /dev/sweep":
      return Response.json(await sweep(sys));
    case "POST /dev/clock": {
      const body: unknown = await request.json().catch(() => null);
      const asked = typeof body === "object" && body && "advance" in body ? Number(body.advance) : Number.NaN;
      if (!Number.isFinite(asked) || asked < 0) {
        return Response.json({ error: 'Send {"advance": seconds}, 0 or more' }, { status: 400 });
      }
      // The stand-in's clock has whole seconds. Less than a millisecond is an error of the caller's division.
      const seconds = Math.ceil(Math.round(asked * 1000) / 1000);
      const moved = await fetch(`${env.STRIPE_API}/control/clock`, {
        method: "POST",
        body: JSON.stringify({ advance: seconds }),
      });
      if (!moved.ok) {
        const error = `The clock of the stand-in for Stripe was not advanced: ${moved.status}`;
        return Response.json({ error }, { status: 502 });
      }
      const offset = await advance(sys.db, seconds * 1000);
      return Response.json({ now: new Date(Date.now() + offset).toISOString() });
    }
    default:
      return null;
  }
}

/** An email's HTML, folded, in its own frame without scripts. A text message has none. */
function htmlOf(html: string): string {
  if (html === "") return "";
  const frame = `<iframe title="HTML" sandbox="allow-popups" width="100%" height="640" srcdoc="${escapeHtml(html)}"></iframe>`;
  return `<details><summary>Show the HTML</summary>${frame}</details>`;
}

function mailboxPage(mails: Awaited<ReturnType<typeof listStoredMails>>): Response {
  const list = mails.map(
    ({ subject, to, kind, at, text, html }) =>
      `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(to)} · ${kind} · ${new Date(at).toISOString()}</p><pre>${escapeHtml(text).replace(/https?:\/\/\S+/g, (link) => `<a href="${link}">${link}</a>`)}</pre>${htmlOf(html)}</article>`,
  );
  return new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Local mailbox</title></head><body><h1>Local mailbox</h1><p>What would have been sent, newest first. <a href="/">Back to the shop</a></p>${list.join("<hr>") || "<p>Nothing yet.</p>"}</body></html>`,
    {
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        // The frames have the page's policy, and emails have their styles inside.
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
        "Cache-Control": "no-store",
      },
    },
  );
}
