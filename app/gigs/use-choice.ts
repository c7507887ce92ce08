import { useEffect, useState } from "react";
import { type Choice, packageAlone, quantityIn, shownChoice } from "#app/gigs/packages/extras.ts";
import type { Package, Packages } from "#app/gigs/packages/package.ts";
import type { GigExtras } from "#drizzle/schema.ts";

/** The id of the order form. */
export const orderFormId = "order";

/** What can be ordered, and what the address or the form has chosen of it. */
type Offer = {
  id: string;
  packages: Packages;
  /** Null or absent: nothing can be added to the packages. */
  extras?: GigExtras | null;
  choice?: Omit<Choice, "package">;
};

/**
 * A package with what is chosen besides it. `note`: the line below its order button; null: nothing to say.
 */
export type ShownOffer = {
  offer: Package;
  priceCents: number;
  deliveryDays: number;
  note: string | null;
};

/**
 * The price of each package with the extras and the quantity of the order form
 * (docs/specification.md#extras): those that the server read or, once scripts run, those in the form now.
 * @param noteOf the text below the button of a price in cents
 */
export function useChoice(
  { id, packages, extras = null, choice = packageAlone }: Offer,
  noteOf: (priceCents: number) => string | null,
): ShownOffer[] {
  const [ticked, setTicked] = useState<{ id: string; choice: Omit<Choice, "package"> } | null>(null);
  useEffect(() => {
    const form = document.getElementById(orderFormId);
    if (!extras || !(form instanceof HTMLFormElement)) return;
    const read = () => setTicked({ id, choice: choiceInForm(form) });
    // The buyer may have ticked something before the scripts ran.
    read();
    form.addEventListener("input", read);
    return () => form.removeEventListener("input", read);
  }, [id, extras]);
  const current = ticked?.id === id ? ticked.choice : choice;
  return packages.map((offer) => {
    const { priceCents, deliveryDays, refusal } = shownChoice(offer, extras, current);
    return { offer, priceCents, deliveryDays, note: refusal ?? noteOf(priceCents) };
  });
}

function choiceInForm(form: HTMLFormElement): Omit<Choice, "package"> {
  const fields = new FormData(form);
  return {
    extras: fields.getAll("extra").map(String),
    quantity: quantityIn(String(fields.get("quantity") ?? "")),
  };
}
