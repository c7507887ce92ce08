import { Form } from "@remix-run/react";
import type { PackageKey } from "#app/gigs/packages/package.ts";
import { href } from "#app/lib/href.ts";
import { shortId } from "#app/orders/order.ts";
import { Submit } from "#app/ui/forms/submit.tsx";

/** What the browser keeps during the payment (docs/specification.md#browser-storage). */
export type Bought = { gigId: string; packageId: PackageKey };

/**
 * 'Complete Payment' (docs/specification.md#complete-payment). A document post, because the reply redirects
 * to Stripe.
 */
export function PayButton({ orderId, bought }: { orderId: string; bought: Bought }) {
  return (
    <Form
      method="post"
      action={href("/orders/:id", { id: orderId })}
      reloadDocument
      noValidate
      data-checkout={bought.gigId}
      data-package={bought.packageId}
    >
      <Submit className="btn go" name="intent" value="pay" pendingText="Processing...">
        Complete Payment<span className="vh">{` of #${shortId(orderId)}`}</span>
      </Submit>
    </Form>
  );
}
