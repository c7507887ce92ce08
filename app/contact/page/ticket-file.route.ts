import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { operatorOf, requireViewer } from "#app/auth/require-viewer.server.ts";
import { requestPath } from "#app/contact/ticket.ts";
import * as ticketFiles from "#app/contact/ticket-files.server.ts";
import * as tickets from "#app/contact/tickets.server.ts";
import { attachment } from "#app/lib/file-names.ts";
import { mainRead } from "#app/lib/reads.ts";
import { requireRead } from "#app/limits/allowances.server.ts";

/** Sends a file of a ticket to its user and to operators; 404 to everyone else. */
export async function loader({ params, context }: LoaderFunctionArgs): Promise<Response> {
  const { number = "", file: fileId = "" } = params;
  const { db, log } = context;
  const viewer = requireViewer(context, "Please sign in to continue", requestPath(number));
  await requireRead(context);
  const read = async () => {
    const ticket = await tickets.findByCode(db, number);
    return { ticket, file: ticket && (await ticketFiles.find(db, ticket.id, fileId)) };
  };
  const { ticket, file } = await mainRead(read, "Something went wrong", log);
  const isAllowed = ticket && (ticket.userId === viewer.id || (await operatorOf(context)) !== null);
  const key = isAllowed && file ? ticketFiles.keyOf(ticket.id, file.id) : null;
  const body = key && (await mainRead(() => context.files.open(key), "Something went wrong", log));
  if (!body || !file) throw new Response(null, { status: 404 });
  return new Response(body, {
    headers: {
      "Content-Type": file.type,
      "Content-Length": String(file.bytes),
      "Content-Disposition": attachment(file.name),
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  });
}
