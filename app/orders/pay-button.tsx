import { Form } from "@remix-run/react";
import { orderPath } from "#app/orders/order.ts";
import { Submit } from "#app/ui/submit.tsx";

/** 'Complete Payment' (spec.md section 2, Order detail). A plain post: its answer leads to the card page. */
export function PayButton({ orderId }: { orderId: string }) {
  return (
    <Form method="post" action={orderPath(orderId)} reloadDocument noValidate>
      <Submit className="btn go" name="intent" value="pay" pendingText="Processing...">
        Complete Payment
      </Submit>
    </Form>
  );
}
