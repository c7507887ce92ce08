import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { ReviewsScreen } from "#app/dashboard/reviews-screen.tsx";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import stylesheet from "#app/orders/orders.css?url";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import * as orderReviews from "#app/reviews/order-reviews.server.ts";
import { pageMeta } from "#app/seo/meta.ts";

export const handle: PageHandle = { stylesheet, scripts: "now" };
export const headers = failureHeaders;
export const links = linksOf(handle);
export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({ title: "Reviews", noindex: true, path: href("/dashboard/reviews") }, matches);

/** /dashboard/reviews: the reviews that the seller has received (docs/specification.md#selling-reviews). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(request.url);
  const viewer = requireViewer(context, "Please sign in to continue", pathname + search);
  const isOnlyUnanswered = searchParams.get("show") === "to-answer";
  const before = searchParams.get("before") || null;
  const read = () => orderReviews.listReceived(context.db, viewer.id, isOnlyUnanswered, before);
  const { rows, next } = await mainRead(read, "Failed to load your reviews", context.log);
  return { reviews: rows, next, isOnlyUnanswered, before };
}

export default function ReviewsPage() {
  return <ReviewsScreen {...useLoaderData<typeof loader>()} />;
}
