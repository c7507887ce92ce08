import { parseWithZod } from "@conform-to/zod/v4";
import {
  type ActionFunctionArgs,
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireVerified, requireViewer } from "#app/auth/require-viewer.server.ts";
import { Dashboard } from "#app/dashboard/dashboard.tsx";
import { loadDashboard } from "#app/dashboard/load-dashboard.server.ts";
import { orderDraftPath } from "#app/gigs/gig.ts";
import { closedBecause, isVisibleTo } from "#app/gigs/gig-state.ts";
import * as gigs from "#app/gigs/gigs.server.ts";
import { packagesOf } from "#app/gigs/package.ts";
import { GigMissing } from "#app/gigs/page/gig-missing.tsx";
import { readForm } from "#app/lib/forms.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { orderPath } from "#app/orders/order.ts";
import { orderForm } from "#app/orders/placing/order.form.ts";
import { OrderRetry } from "#app/orders/placing/order-retry.tsx";
import { purchase } from "#app/orders/placing/place-order.server.ts";
import type { PageHandle } from "#app/page-handle.ts";
import { noticeOf } from "#app/payments/payment.ts";
import { pageMeta } from "#app/seo/meta.ts";
import desk from "#app/styles/signed-in.css?url";
import { useRevalidateOnReturn } from "#app/ui/use-revalidate-on-return.ts";

export const handle: PageHandle = { scripts: "now" };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: desk }];
export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({ title: "Orders", noindex: true, path: "/orders" }, matches);

export const loader = (args: LoaderFunctionArgs) => loadDashboard(args);

/**
 * "Order Now" (docs/specification.md#placing-an-order): the order comes first, then the card page (product.md section 3). Price, seller and
 * days come from the database; what the browser says of them is ignored.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const submission = parseWithZod(await readForm(request), { schema: orderForm });
  const { gigId, package: key, requirements } = submission.payload;
  const gig = typeof gigId === "string" ? await gigs.find(context.db, { id: gigId }) : null;
  const missing = () =>
    data({ missing: { asked: String(gigId ?? ""), requestId: context.requestId } }, { status: 404 });
  if (!gig || !isVisibleTo(context.viewer, gig)) return missing();
  const back = orderDraftPath(gig, {
    package: String(key ?? "starter"),
    requirements: String(requirements ?? "").slice(0, 2000),
  });
  const refused = (sentence: string) => {
    toast(context, "error", sentence);
    return seeOther(back);
  };
  // A viewer is answered by `place`, which knows the order that the same form has placed before.
  const closed = context.viewer ? null : closedBecause(gig);
  if (closed) return refused(closed);
  const viewer = requireViewer(context, "Please sign in to continue with your purchase", back);
  if (submission.status !== "success") {
    return data(
      { result: submission.reply(), gig: { id: gig.id, title: gig.title, packages: packagesOf(gig) } },
      { status: 400 },
    );
  }
  const email = await requireVerified(context, viewer, "order", back);
  const { gigId: _, token = null, ...form } = submission.value;
  const bought = await purchase(context, gig, { ...form, token, buyer: viewer }, email);
  if (!bought) return missing();
  if ("refusal" in bought) return refused(bought.refusal);
  const { order, payment } = bought;
  if ("url" in payment) return seeOther(payment.url);
  const notice = noticeOf(payment);
  if (notice) toast(context, notice.kind, notice.text);
  // Without one there is nothing to pay: the form was sent before, and its order is paid.
  return seeOther(notice ? orderPath(order.id) : `${orderPath(order.id)}?again=1`);
}

export default function Orders() {
  const loaded = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  useRevalidateOnReturn();
  if (!refused) return <Dashboard {...loaded} />;
  if (!("missing" in refused)) return <OrderRetry {...refused} />;
  return (
    <div data-clear-redirect>
      <GigMissing {...refused.missing} />
    </div>
  );
}
