import { Form } from "@remix-run/react";
import { elsewhereSentence } from "#app/conversations/thread/message-text.ts";
import { href } from "#app/lib/href.ts";
import { dollars } from "#app/lib/money.ts";
import { OfferExtraForm } from "#app/orders/extras/offer-extra-form.tsx";
import { moreDays } from "#app/orders/more-days.ts";
import type { OrderView } from "#app/orders/page/order-view.ts";
import { Submit } from "#app/ui/forms/submit.tsx";
import { Icon } from "#app/ui/icon.tsx";

type Shown = { id: string; title: string; priceCents: number; days: number };
type Props = Pick<OrderView, "order" | "extras" | "otherName"> & {
  /** What the seller typed into the form before they signed in again. */
  typed: Record<string, string> | null;
};

/**
 * What can be added to a running order (docs/specification.md#added-extras): the buyer pays an extra, the
 * seller offers one. Each works without scripts.
 */
export function ExtrasPanel({ order, extras, otherName, typed }: Props) {
  if (extras === null) return null;
  const { party, offered, choices } = extras;
  if (party === "buyer" && !offered && choices.length === 0) return null;
  return (
    <section className="mb-10 stack" id="extras">
      <h2>Extras</h2>
      {offered ? (
        <div className="panel stack">
          <p>
            {party === "buyer" ? `${otherName} offers to add this:` : `You offered ${otherName} this extra:`}
          </p>
          {extras.looksElsewhere ? (
            <p className="note amber">
              <Icon name="shield" />
              {elsewhereSentence}
            </p>
          ) : null}
          <ExtraText extra={offered} />
          {party === "buyer" ? (
            <div className="row">
              <AddButton orderId={order.id} extra={offered} className="btn go" />
              <ExtraButton orderId={order.id} id={offered.id} intent="decline-extra" label="No, thanks" />
            </div>
          ) : (
            <ExtraButton
              orderId={order.id}
              id={offered.id}
              intent="withdraw-extra"
              label="Withdraw this extra"
            />
          )}
        </div>
      ) : null}
      {party === "seller" ? (
        <details open={typed !== null}>
          <summary className="btn">{offered ? "Offer another extra instead" : "Offer an extra"}</summary>
          <div className="panel mt-4">
            <p>{`${otherName} can add it to this order, and pays for it by card. You can offer extras until you deliver.`}</p>
            <OfferExtraForm order={order} typed={typed ?? {}} />
          </div>
        </details>
      ) : null}
      {choices.length > 0 ? (
        <details>
          <summary className="btn">Add an extra</summary>
          <ul className="lines mt-4">
            {choices.map((extra) => (
              <li key={extra.id} className="row">
                <div className="grow">
                  <ExtraText extra={extra} />
                </div>
                <AddButton orderId={order.id} extra={extra} className="btn" />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {party === "buyer" ? (
        <p className="small muted">
          You pay for it on a card page. Then it is part of the order, and its days are added to the delivery
          time.
        </p>
      ) : null}
    </section>
  );
}

function ExtraText({ extra: { title, priceCents, days } }: { extra: Shown }) {
  return (
    <p>
      <b dir="auto">{title}</b>
      <span className="muted num">{` · ${dollars(priceCents)}${days > 0 ? ` · ${moreDays(days)}` : ""}`}</span>
    </p>
  );
}

/** A document post, because the reply redirects to Stripe. */
function AddButton({ orderId, extra, className }: { orderId: string; extra: Shown; className: string }) {
  return (
    <Form method="post" action={href("/orders/:id", { id: orderId })} reloadDocument noValidate>
      <input type="hidden" name="extra" value={extra.id} />
      <input type="hidden" name="shownPrice" value={extra.priceCents} />
      <Submit className={className} name="intent" value="add-extra" pendingText="Processing...">
        {`Add for ${dollars(extra.priceCents)}`}
        <span className="vh">{` ${extra.title}`}</span>
      </Submit>
    </Form>
  );
}

type ExtraButtonProps = {
  orderId: string;
  id: string;
  intent: "decline-extra" | "withdraw-extra";
  label: string;
};

function ExtraButton({ orderId, id, intent, label }: ExtraButtonProps) {
  return (
    <Form method="post" action={href("/orders/:id", { id: orderId })} noValidate>
      <input type="hidden" name="extra" value={id} />
      <Submit className="btn" name="intent" value={intent} pendingText="Processing...">
        {label}
      </Submit>
    </Form>
  );
}
