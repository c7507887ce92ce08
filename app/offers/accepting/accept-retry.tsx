import { AcceptForm } from "#app/offers/accepting/accept-form.tsx";
import type { AcceptanceReply } from "#app/offers/accepting/accept-offer.server.ts";

/** The form of an offer after a refused post: everything typed is kept, and each error is shown. */
export function AcceptRetry({ acceptance, result }: AcceptanceReply) {
  const typed = result.initialValue?.requirements;
  return (
    <div className="wrap page" data-clear-redirect>
      <div className="mid stack">
        <h1 className="stitch">{acceptance.title}</h1>
        <AcceptForm
          acceptance={acceptance}
          requirements={typeof typed === "string" ? typed : ""}
          errors={result.error ?? undefined}
        />
      </div>
    </div>
  );
}
