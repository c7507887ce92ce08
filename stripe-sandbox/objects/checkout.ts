import {
  authenticationPage,
  cardPage,
  closedPage,
  type FieldError,
  type Fields,
  firstFields,
  unknownPage,
} from "../pages/card-page.ts";
import type { Store } from "../store.ts";
import * as bankPayments from "./bank-payments.ts";
import { type Card, cardOf, exampleYear, expiryOf } from "./card.ts";
import * as payments from "./payments.ts";
import { successUrl } from "./session.ts";

/** `GET /c/pay/:id`: shows the card page, or the session's outcome if it is not open. */
export function show(store: Store, id: string): Response {
  const session = store.find("checkout.session", id);
  if (!session) return unknownPage();
  if (session.status !== "open") return closedPage(session, 200);
  return cardPage(session, store.basket(id), firstFields(session, store.now()), null, 200);
}

/**
 * `POST /c/pay/:id`: pays, asks for authentication, or shows the form with an error. Submitting twice pays
 * once.
 */
export function submit(store: Store, id: string, form: URLSearchParams): Response {
  const session = store.find("checkout.session", id);
  if (!session) return unknownPage();
  if (session.status === "complete") return seeOther(successUrl(session));
  if (session.status !== "open") return closedPage(session, 410);

  const fields = fieldsOf(form);
  const basket = store.basket(id);
  const showError = (error: FieldError, status: number) =>
    cardPage(session, basket, { ...fields, cvc: "" }, error, status);
  if (fields.method === "bank") {
    if (!session.payment_method_types.includes("us_bank_account"))
      return showError({ field: "number", message: "Pay with a card." }, 400);
    const error = emailError(form);
    if (error) return showError(error, 400);
    bankPayments.begin(store, session, fields.email || null);
    return seeOther(successUrl(session));
  }
  const card = parseCard(form, store.now());
  if ("message" in card) return showError(card, 400);

  const authentication = form.get("authentication");
  const authenticated = authentication === null ? null : authentication === "complete";
  const outcome = payments.attempt(store, session, card, fields.email || null, authenticated);
  if (outcome === "authenticate") return authenticationPage(session, basket, fields);
  if (typeof outcome === "object")
    return showError({ field: "number", message: outcome.failure.message }, 402);
  return seeOther(successUrl(session));
}

function fieldsOf(form: URLSearchParams): Fields {
  const typed = (name: string) => (form.get(name) ?? "").slice(0, 200);
  return {
    method: form.get("method") === "bank" ? "bank" : "card",
    email: typed("email").trim(),
    number: typed("number"),
    exp: typed("exp"),
    cvc: typed("cvc"),
  };
}

function emailError(form: URLSearchParams): FieldError | null {
  if (!form.has("email") || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(fieldsOf(form).email)) return null;
  return { field: "email", message: "Your email is incomplete." };
}

/**
 * Parses the card, or returns the first error. Absent fields (from a script, not the form) are not checked.
 */
function parseCard(form: URLSearchParams, now: number): Card | FieldError {
  const { number, exp, cvc } = fieldsOf(form);
  const error = emailError(form);
  if (error) return error;
  const expiry = form.has("exp") ? expiryOf(exp, now) : { month: 12, year: exampleYear(now) };
  const card = cardOf(number, expiry ?? { month: 0, year: 0 });
  if (!card) return { field: "number", message: "Your card number is invalid." };
  if (!expiry) return { field: "exp", message: "Your card's expiration date is incomplete or in the past." };
  if (form.has("cvc") && !/^\d{3,4}$/.test(cvc.trim()))
    return { field: "cvc", message: "Your card's security code is incomplete." };
  return card;
}

function seeOther(url: string): Response {
  return new Response(null, { status: 303, headers: { Location: url, "Cache-Control": "no-store" } });
}
