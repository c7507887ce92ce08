import { href } from "#app/lib/href.ts";
import type { ExtraReply } from "#app/offers/extras/offer-extra.server.ts";
import { OfferExtraForm } from "#app/orders/extras/offer-extra-form.tsx";
import { shortId } from "#app/orders/order.ts";
import { Crumbs } from "#app/ui/crumbs.tsx";

/** The refused form of an extra for an order, with everything that was typed. */
export function OfferExtraScreen({ extraOf, typed, refusal, errors }: ExtraReply) {
  return (
    <div className="wrap page">
      <Crumbs
        items={[
          { label: "Orders", to: "/orders?tab=selling" },
          { label: `#${shortId(extraOf.id)}`, to: href("/orders/:id", { id: extraOf.id }) },
          { label: "Extra" },
        ]}
      />
      <div className="mid">
        <h1>Offer an extra</h1>
        <p className="muted">{extraOf.title}</p>
        <OfferExtraForm order={extraOf} typed={typed} errors={errors} refusal={refusal} />
      </div>
    </div>
  );
}
