import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { placeOf } from "#app/orders/files/order-files.server.ts";
import { partyOf } from "#app/orders/order.ts";
import * as orders from "#app/orders/orders.server.ts";
import type { PageHandle } from "#app/page-handle.ts";
import { answerFile } from "#app/uploads/sending/answer-file.server.ts";
import { askForFile } from "#app/uploads/sending/file-allowance.server.ts";

export const handle: PageHandle = { uploads: 20 };

/**
 * POST /orders/{id}/files: the page's script sends one file of a form (docs/specification.md#private-files).
 */
export async function action({ request, params, context }: ActionFunctionArgs): Promise<Response> {
  return await answerFile(context, request, async (viewerId) => {
    const order = await orders.find(context.db, params.id ?? "");
    if (!order || !partyOf(order, viewerId)) return { state: "gone" };
    const counted = await askForFile(context, request);
    if ("sentence" in counted) return counted;
    return { ...counted, place: placeOf(order.id) };
  });
}

/** Without an answer to GET the address would be a page of its own. */
export function loader() {
  throw new Response(null, { status: 404 });
}
