import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { confirmViewer } from "#app/account/confirm-viewer.server.ts";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { DashboardFrame } from "#app/dashboard/dashboard-frame.tsx";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import { seeCardPage, seeOther } from "#app/lib/replies.ts";
import stylesheet from "#app/orders/orders.css?url";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { buttons } from "#app/payouts/accounts/payout-panel.tsx";
import * as payoutView from "#app/payouts/accounts/payout-view.server.ts";
import { setupForm } from "#app/payouts/accounts/setup.form.ts";
import { SetupFields } from "#app/payouts/accounts/setup-fields.tsx";
import * as stripePages from "#app/payouts/accounts/stripe-pages.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import * as writes from "#app/writes/writes.server.ts";

const path = href("/earnings/setup");
const failed = { event: "payouts not set up", sentence: "Something went wrong. Please try again." };

export const handle: PageHandle = { stylesheet };
export const headers = failureHeaders;
export const links = linksOf(handle);
export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({ title: "Set up payouts", noindex: true, path }, matches);

/**
 * /earnings/setup: the form that takes a seller to Stripe's page (docs/specification.md#payout-setup). A
 * seller who has nothing to set up comes to /earnings, which says so.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = requireViewer(context, "Please sign in to continue", path + new URL(request.url).search);
  const view = await mainRead(() => payoutView.find(context, viewer), "Something went wrong", context.log);
  if (!view) throw seeOther(href("/services/sell"));
  if (!context.answersForm && buttons[view.state]?.action !== path) throw seeOther(href("/earnings"));
  return { asks: view.asks };
}

/** Redirects to Stripe's page (303), once the viewer is confirmed. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, setupForm);
  const again = writes.formAgain(form, setupForm, ["password"]);
  return await writes.run(context, form, { path, again, failed }, async () => {
    const viewer = writes.viewer(context);
    const { country, password } = writes.parse(form, setupForm);
    await writes.allow(context, "payouts");
    const email = await writes.verified(context, viewer, "set up payouts");
    const seller = await stripePages.requireSeller(context, viewer);
    await confirmViewer(context, viewer, password);
    const owner = stripePages.ownerOf(context, viewer);
    return seeCardPage(await stripePages.linkToSetup(context, owner, seller, email, country));
  });
}

export default function SetUpPayouts() {
  const { asks } = useLoaderData<typeof loader>();
  return (
    <DashboardFrame title="Set up payouts" current="earnings">
      <section className="panel mt-5" aria-label="Set up payouts">
        <p>
          Stripe, our payment provider, asks who you are and for your bank account. You can stop and continue
          later.
        </p>
        <SetupFields
          action={path}
          label="Continue to Stripe"
          asks={asks}
          lastResult={useActionData<typeof action>()}
        />
      </section>
    </DashboardFrame>
  );
}
