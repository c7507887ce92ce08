import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import type { Party } from "#app/orders/order.ts";
import type { OrderCardView } from "#app/orders/order-card.tsx";
import * as parties from "#app/orders/parties.server.ts";

/**
 * What /orders and /dashboard show: one screen, two addresses.
 * @throws Response 303 to /sign-in for visitors; 503 with the catalogue's sentence when the list cannot be read
 */
export async function loadDashboard({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const viewer = requireViewer(
    context,
    "You must be logged in to view your orders",
    url.pathname + url.search,
  );
  const party: Party = url.searchParams.get("tab") === "selling" ? "seller" : "buyer";
  try {
    const rows = await (party === "buyer"
      ? parties.listBought(context.db, viewer.id)
      : parties.listSold(context.db, viewer.id));
    return { party, orders: rows.map((row) => cardOf(row, party)) };
  } catch (error) {
    context.log("error", "orders not read", { error: errorStack(error) });
    const sentence =
      party === "buyer" ? "Failed to load your purchase orders" : "Failed to load your selling orders";
    throw data(sentence, { status: 503 });
  }
}

function cardOf(
  { order, gig, buyer, seller }: Awaited<ReturnType<typeof parties.listBought>>[number],
  party: Party,
): OrderCardView {
  const { id, buyerId, sellerId, status, paymentStatus, title, priceCents, createdAt, deliveryDate } = order;
  const other = party === "buyer" ? seller : buyer;
  return {
    id,
    buyerId,
    sellerId,
    status,
    paymentStatus,
    title,
    priceCents,
    createdAt,
    deliveryDate,
    imageUrl: gig.imageUrl,
    other,
  };
}
