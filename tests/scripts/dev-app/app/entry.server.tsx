import type { EntryContext } from "@remix-run/cloudflare";
import { RemixServer } from "@remix-run/react";
import { renderToReadableStream } from "react-dom/server";

export default async function render(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
) {
  headers.set("Content-Type", "text/html");
  const page = await renderToReadableStream(<RemixServer context={context} url={request.url} />);
  return new Response(page, { status, headers });
}
