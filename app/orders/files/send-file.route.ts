import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { href } from "#app/lib/href.ts";
import { refuse } from "#app/lib/refusal.ts";
import { placeOf } from "#app/orders/files/order-files.server.ts";
import { partyOf } from "#app/orders/order.ts";
import * as orders from "#app/orders/orders.server.ts";
import type { PageHandle } from "#app/page-handle.ts";
import { answerFile } from "#app/uploads/sending/answer-file.server.ts";

export const handle: PageHandle = { uploads: 20 };

/**
 * POST /orders/{id}/files: the page's script uploads one file of a form
 * (docs/specification.md#private-files).
 */
export async function action({ request, params, context }: ActionFunctionArgs): Promise<Response> {
  const { id = "" } = params;
  return await answerFile(context, request, href("/orders/:id", { id }), async (viewerId) => {
    const order = await orders.find(context.db, id);
    return order && partyOf(order, viewerId) ? placeOf(order.id) : refuse("gone");
  });
}

/** Without a response to GET the address would be treated as a page. */
export function loader() {
  throw new Response(null, { status: 404 });
}
