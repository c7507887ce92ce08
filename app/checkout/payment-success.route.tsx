import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { signInPath } from "#app/auth/sign-in-path.ts";
import { purchaseOf } from "#app/checkout/purchase.ts";
import { PurchaseFacts } from "#app/checkout/purchase-facts.tsx";
import { type PaymentState, paidKind, paymentKind, successText } from "#app/checkout/success-text.ts";
import type { Db } from "#app/context.ts";
import type { PaidFor } from "#app/ledger/paid-for.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import { requireRead } from "#app/limits/allowances.server.ts";
import { linksTo } from "#app/navigation.ts";
import * as orderDetails from "#app/orders/order-details.server.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { fulfil } from "#app/payments/fulfil.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import * as payables from "#app/payments/payables.server.ts";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import { refused } from "#app/payments/stripe.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "#app/styles/signed-in.css?url";
import { Note } from "#app/ui/note.tsx";

export const handle: PageHandle = { stylesheet, scripts: "now" };
export const links = linksOf(handle);

/** How often the page reloads itself while the payment is processing, and after how many seconds. */
const tries = 10;
const pause = 3;

export const headers = failureHeaders;

/**
 * While the payment is processing, the page reloads without JavaScript, at most ten times
 * (docs/specification.md#payment-success).
 */
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  ...pageMeta({ title: "Payment", noindex: true }),
  ...(data?.again ? [{ httpEquiv: "refresh", content: `${pause};url=${data.again}` }] : []),
];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const kind = paymentKind(url.searchParams.get("type"));
  const sessionId = url.searchParams.get("session_id");
  await requireRead(context);
  const found = sessionId && context.viewer ? await findPayment(context, sessionId, context.viewer.id) : null;
  const state: PaymentState = found?.state ?? "not found";
  const tried = Math.min(Number(url.searchParams.get("tried")) || 0, tries);
  const waiting = state === "processing";
  if (waiting && tried < tries) url.searchParams.set("tried", String(tried + 1));
  const shown: PaymentState = waiting && tried >= tries ? "gave up" : state;
  return {
    kind: found ? paidKind(kind, found.paidFor) : kind,
    state: shown,
    orderId: found && !found.paidFor.isRegistration ? found.paidFor.id : null,
    purchase: shown === "confirmed" ? (found?.purchase ?? null) : null,
    again: waiting && tried < tries ? url.pathname + url.search : null,
    signIn: context.viewer ? null : signInPath(url.pathname + url.search),
  };
}

/**
 * Fulfils the session and returns its state. Stripe is asked only about a session that is stored as the
 * viewer's.
 * @returns null if the viewer is not the payer, or the session is unknown
 */
async function findPayment(context: LoaderFunctionArgs["context"], sessionId: string, viewerId: string) {
  const known = await mainRead(() => findPayable(context.db, sessionId), "Something went wrong", context.log);
  if (known?.buyerId !== viewerId) return null;
  const paidFor: PaidFor & { extraId?: string } = known;
  try {
    const { state } = await fulfil(context, sessionId);
    const isOrder = !paidFor.isRegistration && !("extraId" in known);
    const details = isOrder ? await orderDetails.find(context.db, known.id) : null;
    refunds.sendSoon(context);
    return { state, paidFor, purchase: details && purchaseOf(details, context.clock.now()) };
  } catch (error) {
    if (refused(error)) return null;
    // Stripe or the database is unreachable. The webhook or the sweep will fulfil the session.
    context.log("warn", "payment not looked up", { error: errorStack(error) });
    return { state: "processing" as const, paidFor, purchase: null };
  }
}

/** Finds what a Checkout Session was opened for. */
async function findPayable(db: Db, sessionId: string) {
  const call = await moneyCalls.find(db, { stripeId: sessionId });
  return call && (await payables.findPayable(db, call));
}

export default function PaymentSuccess() {
  const { kind, state, orderId, purchase, signIn } = useLoaderData<typeof loader>();
  const questions = purchase?.questions ?? 0;
  const text = successText(kind, state, questions > 0);
  const buttons =
    kind !== "seller_registration"
      ? linksTo("/orders", "/")
      : state === "unpaid" || state === "looked into"
        ? linksTo("/services/sell")
        : linksTo("/services/create", "/dashboard");
  return (
    <div className="wrap page">
      <div className="mid stack">
        <h1 className="stitch">{text.title}</h1>
        <Note kind={text.kind} icon={text.icon} title={text.text} />
        {signIn ? <p>If you have just paid, sign in to see your payment.</p> : null}
        {purchase ? <PurchaseFacts {...purchase} /> : null}
        <p className="row">
          {signIn ? (
            <Link className="btn go" to={signIn}>
              Sign In
            </Link>
          ) : null}
          {orderId ? (
            <Link className="btn go" to={href("/orders/:id", { id: orderId })}>
              {questions > 0
                ? `Answer ${questions} ${questions === 1 ? "question" : "questions"}`
                : state === "unpaid" || state === "credit refused"
                  ? "Back to the order"
                  : "See your order"}
            </Link>
          ) : null}
          {buttons.map(({ to, label }) => (
            <Link className="btn" to={to} key={to}>
              {label}
            </Link>
          ))}
        </p>
      </div>
    </div>
  );
}
