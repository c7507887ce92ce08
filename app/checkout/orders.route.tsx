import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { orderForm } from "#app/checkout/order.form.ts";
import { OrderRetry } from "#app/checkout/order-retry.tsx";
import { orderFormAction } from "#app/checkout/place-order.server.ts";
import { useFreshPage } from "#app/conversations/live/live.tsx";
import { loadOrders } from "#app/dashboard/load-orders.server.ts";
import { OrdersScreen } from "#app/dashboard/orders-screen.tsx";
import { GigMissing } from "#app/gigs/page/gig-missing.tsx";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readForm } from "#app/lib/forms.ts";
import { acceptOfferAction } from "#app/offers/accepting/accept-offer.server.ts";
import { AcceptRetry } from "#app/offers/accepting/accept-retry.tsx";
import { acceptanceForm } from "#app/offers/accepting/acceptance.form.ts";
import stylesheet from "#app/orders/orders.css?url";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import { useReply } from "#app/ui/use-reply.ts";

export const handle: PageHandle = { stylesheet, scripts: "now" };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data === null
    ? pageMeta({ title: "Place an order", noindex: true })
    : pageMeta({ title: "Orders", noindex: true, path: "/orders" }, matches);

/**
 * The viewer's orders; null while the page shows a refused form, which must not depend on reading them.
 */
export const loader = async (args: LoaderFunctionArgs) =>
  args.context.answersForm ? null : await loadOrders(args);

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request, orderForm, acceptanceForm);
  const answer = form.fields.has("offer")
    ? await acceptOfferAction(args.context, form)
    : await orderFormAction(args, form);
  // Placing an order may find that an earlier one was paid, which writes emails.
  args.context.sendMails();
  return answer;
}

export default function OrdersPage() {
  const loaded = useLoaderData<typeof loader>();
  const failed = useReply<typeof action>();
  if (!failed) return loaded && <OrderList {...loaded} />;
  if ("acceptance" in failed) return <AcceptRetry {...failed} />;
  if ("gig" in failed) return <OrderRetry {...failed} />;
  return (
    <div data-clear-redirect>
      <GigMissing {...failed.missing} />
    </div>
  );
}

function OrderList(props: Awaited<ReturnType<typeof loadOrders>>) {
  useFreshPage((event) => event.type === "order");
  return <OrdersScreen {...props} />;
}
