import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import * as accounts from "#app/auth/accounts.server.ts";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { dateTime } from "#app/lib/dates.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import { redirect, seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { requireRead } from "#app/limits/allowances.server.ts";
import { partyOf, shortId } from "#app/orders/order.ts";
import * as orderDetails from "#app/orders/order-details.server.ts";
import { paymentsOf, receiptOf, refundsOf } from "#app/orders/receipt/receipt.ts";
import type { ReceiptParty } from "#app/orders/receipt/receipt-paper.tsx";
import { ReceiptScreen, receiptName } from "#app/orders/receipt/receipt-screen.tsx";
import { refundUntil } from "#app/orders/refund-window.ts";
import { linksOf } from "#app/page-handle.ts";
import { bothNames, type Person } from "#app/profiles/profile.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "./receipt.css?url";

export const handle = { stylesheet };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({ title: data ? `${receiptName(data.reader)} ${shortId(data.id)}` : "Receipt", noindex: true });

/**
 * The receipt of a paid order for its buyer, and the statement for its seller
 * (docs/specification.md#receipt-page).
 */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = params.id ?? "";
  const { db, log } = context;
  const viewer = requireViewer(
    context,
    "You must be logged in to view your orders",
    href("/orders/:id/receipt", { id }),
  );
  await requireRead(context);
  const read = () =>
    Promise.all([
      orderDetails.find(db, id),
      profiles.timeZoneOf(db, viewer.id),
      accounts.find(db, viewer.id),
    ]);
  const [found, timeZone, account] = await mainRead(read, "Something went wrong", log);
  if (!found || !partyOf(found.order, viewer.id)) throw redirect("/orders");
  const { order, buyer, seller, events } = found;
  if (order.paidAt === null) {
    toast(context, "info", "This order has not been paid yet, so it has no receipt");
    throw seeOther(href("/orders/:id", { id }));
  }
  // Neither party sees the other's email address.
  const partyFrom = (person: Person & { id: string }): ReceiptParty => ({
    name: bothNames(person),
    email: person.id === viewer.id ? (account?.email ?? null) : null,
  });
  const reader = partyOf(order, viewer.id) ?? "buyer";
  const until = refundUntil(order);
  return {
    id,
    title: order.title,
    packageTitle: order.packageTitle,
    lines: order.lines,
    payments: paymentsOf({ ...order, paidAt: order.paidAt }, events),
    reader,
    buyer: partyFrom(buyer),
    // The buyer's billing details are not for the seller.
    billing: reader === "buyer" ? { company: order.buyerCompany, taxNumber: order.buyerTaxNumber } : null,
    refundPeriod:
      until === null
        ? `${order.refundDays} days from the first delivery`
        : `Until ${dateTime(until, timeZone)}`,
    seller: partyFrom(seller),
    amounts: receiptOf(order),
    refunds: refundsOf(order, events),
    timeZone,
    operator: context.operator,
  };
}

export default function ReceiptPage() {
  return <ReceiptScreen {...useLoaderData<typeof loader>()} />;
}
