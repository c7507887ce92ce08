import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { operatorOf, requireViewer } from "#app/auth/require-viewer.server.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import { redirect } from "#app/lib/replies.ts";
import { requireRead } from "#app/limits/allowances.server.ts";
import * as orderFiles from "#app/orders/files/order-files.server.ts";
import { partyOf } from "#app/orders/order.ts";
import * as orders from "#app/orders/orders.server.ts";
import { fileResponse } from "#app/uploads/file-response.server.ts";

/**
 * Sends a file of an order to its parties, and to operators while they have something to decide about the
 * order (docs/specification.md#order-files). Others are redirected to /orders, as on the order's page.
 * `?preview=1`: a small version of a picture.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  const { id = "", file: fileId = "" } = params;
  const { db, log, clock } = context;
  const viewer = requireViewer(
    context,
    "You must be logged in to view your orders",
    href("/orders/:id", { id }),
  );
  await requireRead(context);
  const read = () => Promise.all([orders.find(db, id), orderFiles.find(db, id, fileId)]);
  const [order, file] = await mainRead(read, "Something went wrong", log);
  if (!order) throw redirect("/orders");
  if (!partyOf(order, viewer.id)) {
    const isOpen = () => orderFiles.isOpenToOperators(db, order, clock.now());
    const isAllowed =
      (await operatorOf(context)) !== null && (await mainRead(isOpen, "Something went wrong", log));
    if (!isAllowed) throw redirect("/orders");
  }
  if (!file) throw new Response(null, { status: 404 });
  return await fileResponse(context, request, orderFiles.keyOf(id, file.id), file, 640);
}
