import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireRead } from "#app/auth/allowances/allowances.server.ts";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import { hasOperatorClaim } from "#app/auth/viewer.ts";
import { attachment } from "#app/lib/file-names.ts";
import { mainRead } from "#app/lib/reads.ts";
import { leadTo } from "#app/lib/replies.ts";
import * as orderFiles from "#app/orders/files/order-files.server.ts";
import { orderPath, partyOf } from "#app/orders/order.ts";
import * as orders from "#app/orders/orders.server.ts";

/**
 * Sends a file of an order to its parties and to operators. Others are redirected to /orders, as from the
 * order itself. `?preview=1`: a small version of a picture.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  const { id = "", file: fileId = "" } = params;
  const { db, log, clock } = context;
  const viewer = requireViewer(context, "You must be logged in to view your orders", orderPath(id));
  await requireRead(context);
  const isOperator = () =>
    mainRead(() => sessions.isActiveOperator(db, viewer, clock.now()), "Something went wrong", log);
  const read = () => Promise.all([orders.find(db, id), orderFiles.find(db, id, fileId)]);
  const [order, file] = await mainRead(read, "Something went wrong", log);
  const isAllowed =
    order && (partyOf(order, viewer.id) || (hasOperatorClaim(viewer) && (await isOperator())));
  if (!isAllowed) throw leadTo("/orders");
  const key = file && orderFiles.keyOf(id, file.id);
  if (key && new URL(request.url).searchParams.has("preview")) return await preview(context, request, key);
  const body = key && (await mainRead(() => context.files.open(key), "Something went wrong", log));
  if (!body) throw new Response(null, { status: 404 });
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

/**
 * A browser keeps the preview, and asks each time whether it may show it: the answer to that encodes nothing,
 * because a stored file never changes.
 */
async function preview(
  { pictures, log }: Pick<AppLoadContext, "pictures" | "log">,
  request: Request,
  key: string,
): Promise<Response> {
  const headers = { ETag: '"preview-640"', "Cache-Control": "private, no-cache" };
  if (request.headers.get("If-None-Match") === headers.ETag)
    return new Response(null, { status: 304, headers });
  const picture = await mainRead(() => pictures.makePreview(key), "Something went wrong", log);
  if (!picture) return new Response(null, { status: 404 });
  return new Response(picture, {
    headers: { ...headers, "Content-Type": "image/webp", "X-Content-Type-Options": "nosniff" },
  });
}
