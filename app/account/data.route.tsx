import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { confirmPassword } from "#app/account/confirm-password.server.ts";
import { DataScreen, type DeletionReply } from "#app/account/data-screen.tsx";
import { deletionForm } from "#app/account/deletion.form.ts";
import * as deletions from "#app/account/deletions.server.ts";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { linksOf } from "#app/page-handle.ts";
import * as inFlight from "#app/payouts/in-flight.server.ts";
import type { MoneyInFlight } from "#app/payouts/in-flight.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "#app/styles/signed-in.css?url";
import * as writes from "#app/writes/writes.server.ts";

const path = href("/profile/data");
const signInFirst = "Please sign in to continue";
const moneyOnItsWay = "Your account can't be deleted yet because money is on its way.";
const failed = {
  event: "account not deleted",
  sentence: "Something went wrong. Your account was not deleted; please try again.",
};

export const handle = { stylesheet };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction = () => pageMeta({ title: "Your data", noindex: true });

// After a refusal, too: the page lists what blocks the deletion.
export const shouldRevalidate = () => true;

/** /profile/data: the export and the deletion of an account (docs/specification.md#account-screens). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { db, clock, log } = context;
  const viewer = requireViewer(context, signInFirst, path);
  const read = () =>
    Promise.all([
      inFlight.list(db, viewer.id, clock.now()).then((all) => inFlight.keeping(all, true)),
      ledger.owedTo(db, viewer.id),
      deletions.isOperator(db, viewer.id),
      deletions.needsSecondFactor(db, viewer),
      profiles.timeZoneOf(db, viewer.id),
    ]);
  const [ordersInFlight, owedCents, isOperator, needsSecondFactor, timeZone] = await mainRead(
    read,
    "Something went wrong",
    log,
  );
  return { ordersInFlight, owedCents, isOperator, needsSecondFactor, timeZone };
}

/** Deletes the viewer's account (docs/specification.md#account-deletion). */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, deletionForm);
  let orders: MoneyInFlight[] = [];
  const again = ({ sentence, errors }: Refusal): DeletionReply => ({
    password: errors.password ?? [],
    form: sentence === null ? [] : [sentence],
    orders,
    leaves: form.fields.get("leave") === "yes",
    answer: context.requestId,
  });
  return await writes.run(context, form, { path, again, failed }, async () => {
    const viewer = writes.viewer(context);
    const { password, leave } = writes.parse(form, deletionForm);
    await confirmPassword(context, viewer, password, "password", "That password is incorrect");
    orders = await deletions.deleteOwn(context, viewer, leave === "yes");
    if (orders.length > 0) refuse("stale", moneyOnItsWay);
    toast(context, "success", "Your account was deleted.");
    // Clears unsent messages and drafts that the browser stores for this site.
    return seeOther("/", { "Clear-Site-Data": '"storage"' });
  });
}

const noErrors: DeletionReply = { password: [], form: [], orders: [], leaves: false, answer: "" };

export default function Data() {
  return (
    <DataScreen {...useLoaderData<typeof loader>()} errors={useActionData<typeof action>() ?? noErrors} />
  );
}
