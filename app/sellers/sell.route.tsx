import type {
  ActionFunctionArgs,
  AppLoadContext,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireVerified, requireViewer } from "#app/auth/require-viewer.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import { payRegistration, registrationFailure } from "#app/checkout/pay-registration.server.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readLongForm, type SentForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import { Refusal, refuse, refuseField } from "#app/lib/refusal.ts";
import { seeCardPage, seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { pickFields, typedFields } from "#app/lib/typed-fields.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { findParked } from "#app/parked/parked.server.ts";
import * as checkoutCalls from "#app/payments/checkout-calls.server.ts";
import { bankIsProcessing } from "#app/payments/payment.ts";
import * as payments from "#app/payments/payments.server.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import {
  type Application,
  applicationDraft,
  applicationForm,
  applicationFormOf,
  intentOf,
} from "#app/sellers/application.form.ts";
import {
  applicationFields,
  applicationLimits,
  type TypedApplication,
} from "#app/sellers/application-fields.ts";
import * as applications from "#app/sellers/applications.server.ts";
import { refusalToCountry } from "#app/sellers/payout-country.ts";
import { registrationOf } from "#app/sellers/registrations.server.ts";
import { SellScreen } from "#app/sellers/sell-screen.tsx";
import { standingOf } from "#app/sellers/seller.ts";
import * as sellers from "#app/sellers/sellers.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "#app/styles/signed-in.css?url";
import * as writes from "#app/writes/writes.server.ts";

export const handle: PageHandle = { stylesheet, longTexts: true };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({ title: "Become a seller", noindex: true, path: href("/services/sell") }, matches);

/** /services/sell: the application or its outcome (docs/specification.md#seller-application). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const viewer = requireViewer(context, "Please sign in to become a seller", url.pathname + url.search);
  const { db, log } = context;
  const typed = await findParked(context, url.searchParams);
  const read = Promise.all([sellers.findByUser(db, viewer.id), profiles.find(db, viewer.id)]);
  const [seller, profile] = await mainRead(() => read, "Something went wrong", log);
  const standing = standingOf(seller, seller?.status === "applied" ? await paymentOf(db, seller) : null);
  const stored = {
    fullName: profile?.fullName ?? "",
    bio: profile?.bio ?? "",
    skills: seller?.skills ?? "",
    experience: seller?.experience ?? "",
    payoutCountry: seller?.payoutCountry ?? "",
  };
  return {
    writerId: viewer.id,
    standing,
    isRefundConfirmed: seller?.paymentStatus === "refunded",
    hasReceipt: seller?.activatedAt != null,
    saved: typed ? pickFields(typed, applicationFields) : { ...stored, ...seller?.draft },
    isUnsaved: typed !== null,
  };
}

/** What is known of a payment that is not booked yet. */
async function paymentOf(db: AppLoadContext["db"], seller: sellers.Seller) {
  const registration = registrationOf(seller);
  const [waitsForBank, hasMismatch] = await Promise.all([
    checkoutCalls.waitsForBank(db, registration),
    payments.hasMismatch(db, registration),
  ]);
  return { waitsForBank, hasMismatch };
}

const failed = {
  event: "application not saved",
  sentence: "Failed to submit application. Please try again.",
};

/** Saves the application, and continues to the card page unless it is only saved as a draft. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readLongForm(request, applicationForm, ["intent", "writer"]);
  const park = { typed: typedFields(form.fields, applicationFields), longest: applicationLimits };
  const again = writes.formAgain(form, intentOf(form.fields) === "save" ? applicationDraft : applicationForm);
  return await writes.run(context, form, { path: href("/services/sell"), park, again, failed }, async () => {
    const viewer = writes.viewer(context);
    const intent =
      intentOf(form.fields) ?? refuse("invalid", "Choose whether to save or to submit your application");
    await writes.allow(context, "application");
    const result =
      intent === "submit"
        ? await submit(context, viewer, form, writes.parse(form, applicationFormOf(form.fields)))
        : await saveDraft(context, viewer, writes.parse(form, applicationDraft));
    if (result === "not open")
      return writes.done(
        context,
        "Your application can no longer be changed",
        href("/services/sell"),
        "info",
      );
    if (intent === "save")
      return writes.done(context, "Saved. You can continue any time.", href("/services/sell"));
    return await continueToPayment(context, viewer);
  });
}

function saveDraft({ db, clock }: AppLoadContext, viewer: Viewer, typed: TypedApplication) {
  const at = clock.now();
  return applications.saveDraft(db, sessions.activeUserId(viewer, at), typed, at);
}

async function submit(context: AppLoadContext, viewer: Viewer, form: SentForm, application: Application) {
  const { db, clock, platformCountry } = context;
  const { payoutCountry } = application;
  const refusal = payoutCountry ? refusalToCountry(platformCountry, payoutCountry) : null;
  if (refusal) {
    // The application is kept, but no one pays the fee if we cannot pay sellers in their country.
    await saveDraft(context, viewer, writes.parse(form, applicationDraft));
    refuseField("payoutCountry", refusal);
  }
  for (let tries = 0; tries < 3; tries++) {
    const at = clock.now();
    const seller = await sellers.findByUser(db, viewer.id);
    const holder = sessions.activeUserId(viewer, at);
    const result = await applications.submit(db, viewer.id, seller, application, holder, at);
    if (result) return result;
  }
  throw new Error("The registration kept changing while the application was being written");
}

/** The application is saved by now, whatever happens to the payment. */
async function continueToPayment(context: AppLoadContext, viewer: Viewer) {
  await requireVerified(context, viewer, "become a seller", href("/services/sell"));
  const answer = await payRegistration(context, viewer);
  context.sendMails();
  if (answer instanceof Refusal) return writes.done(context, answer.first, href("/services/sell"), "error");
  if ("url" in answer) return seeCardPage(answer.url);
  if ("failed" in answer) toast(context, "error", registrationFailure(answer.failed));
  if ("processing" in answer) toast(context, "info", bankIsProcessing);
  return seeOther(href("/services/sell"));
}

export default function Sell() {
  const loaded = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  // Not keyed by the saved text: it changes while the form saves itself, and a new form would lose the latest
  // input.
  return <SellScreen key={loaded.writerId} {...loaded} lastResult={lastResult} />;
}
