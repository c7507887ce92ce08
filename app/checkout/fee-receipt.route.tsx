import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import * as accounts from "#app/auth/accounts.server.ts";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { FeeReceiptScreen } from "#app/checkout/fee-receipt-screen.tsx";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { requireRead } from "#app/limits/allowances.server.ts";
import stylesheet from "#app/orders/receipt/receipt.css?url";
import { linksOf } from "#app/page-handle.ts";
import { bothNames } from "#app/profiles/profile.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import * as feeReceipts from "#app/sellers/fee-receipts.server.ts";
import { pageMeta } from "#app/seo/meta.ts";

const path = href("/services/sell/receipt");

export const handle = { stylesheet };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction<typeof loader> = () =>
  pageMeta({ title: "Receipt for the registration fee", noindex: true });

/** /services/sell/receipt: the receipt of the viewer's fee (docs/specification.md#fee-receipt). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { db, log, operator } = context;
  const viewer = requireViewer(context, "Please sign in to continue", path);
  await requireRead(context);
  const read = () =>
    Promise.all([
      feeReceipts.find(db, viewer.id),
      profiles.find(db, viewer.id),
      accounts.find(db, viewer.id),
    ]);
  const [receipt, profile, account] = await mainRead(read, "Something went wrong", log);
  if (!receipt) {
    toast(context, "info", "You have not paid a registration fee, so there is no receipt");
    throw seeOther(href("/services/sell"));
  }
  const payer = { name: bothNames(profile), email: account?.email ?? null };
  return { ...receipt, payer, timeZone: profile?.timeZone ?? null, operator };
}

export default function FeeReceiptPage() {
  return <FeeReceiptScreen {...useLoaderData<typeof loader>()} />;
}
