import type Stripe from "stripe";
import { type Basket, dollars, totalOf } from "../objects/basket.ts";
import { exampleYear, grouped, testCards } from "../objects/card.ts";
import { successUrl } from "../objects/session.ts";
import { escaped, htmlPage } from "./page.ts";

/** The values of the card page's form. */
export interface Fields {
  method: "card" | "bank";
  email: string;
  number: string;
  exp: string;
  cvc: string;
}

/** An error of one field. */
export interface FieldError {
  field: Exclude<keyof Fields, "method">;
  message: string;
}

/** The initial values: the card that pays. `now` is in unix seconds. */
export function firstFields(session: Stripe.Checkout.Session, now: number): Fields {
  return {
    method: "card",
    email: session.customer_email ?? "",
    number: grouped("4242424242424242"),
    exp: `12 / ${exampleYear(now) % 100}`,
    cvc: "123",
  };
}

/** Renders the card page of an open session. */
export function cardPage(
  session: Stripe.Checkout.Session,
  basket: Basket,
  fields: Fields,
  error: FieldError | null,
  status: number,
): Response {
  const amount = dollars(session.amount_total ?? 0);
  const input = (name: FieldError["field"], label: string, attributes: string, hint = ""): string => {
    const message = error?.field === name ? error.message : null;
    const described = [message && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(" ");
    return `<div><label for="${name}">${label}</label>${hint && `<span class="hint" id="${name}-hint">${hint}</span>`}
<input id="${name}" name="${name}" value="${escaped(fields[name])}" autocomplete="off" required ${attributes}${described && ` aria-describedby="${described}"`}${message ? ' aria-invalid="true" autofocus' : ""}>
${message ? `<p class="error" id="${name}-error" role="alert">${escaped(message)}</p>` : ""}</div>`;
  };
  const main = `<main class="two"><form class="panel" method="post" autocomplete="off"><h1>Pay ${amount}</h1>
${input("email", "Email", 'type="email"')}
${session.payment_method_types.includes("us_bank_account") ? methodChoice(fields) : ""}
${input("number", "Card number", 'inputmode="numeric"', "4242… pays. 4000 0000 0000 0002 is declined.")}
<div class="pair">${input("exp", "Expires", 'inputmode="numeric" placeholder="MM / YY"')}${input("cvc", "CVC", 'inputmode="numeric" maxlength="4"')}</div>
${submitText(session)}
<button class="button">Pay ${amount} (test)</button>${cancel(session)}</form>${orderSummary(session, basket)}</main>`;
  return page(session, error ? `Error: pay ${amount}` : `Pay ${amount}`, main, status);
}

function submitText({ custom_text: { submit } }: Stripe.Checkout.Session): string {
  return submit ? `<p>${escaped(submit.message)}</p>` : "";
}

function methodChoice({ method }: Fields): string {
  const radio = (value: Fields["method"], label: string): string =>
    `<label class="choice"><input type="radio" name="method" value="${value}"${method === value ? " checked" : ""}> ${label}</label>`;
  return `<fieldset><legend>Pay with</legend>${radio("card", "Card")}
${radio("bank", "Bank account, confirmed later (the card below is not used)")}</fieldset>`;
}

/**
 * Renders the authentication step of the cardholder's bank. Hidden fields carry the form's values, but never
 * the CVC.
 */
export function authenticationPage(
  session: Stripe.Checkout.Session,
  basket: Basket,
  fields: Fields,
): Response {
  const amount = dollars(session.amount_total ?? 0);
  const hiddenFields = (["email", "number", "exp"] as const).map(
    (name) => `<input type="hidden" name="${name}" value="${escaped(fields[name])}">`,
  );
  const main = `<main class="two"><form class="panel" method="post"><h1>Confirm your payment of ${amount}</h1>
<p>With a real card, your bank would ask for a code here. With this test card, you choose the outcome.</p>${hiddenFields.join("")}
<div><button class="button" name="authentication" value="complete">Complete</button>
<button class="button quiet" name="authentication" value="fail">Fail</button>${cancel(session)}</div></form>${orderSummary(session, basket)}</main>`;
  return page(session, `Authenticate ${amount}`, main, 200);
}

/** Renders the page of a session that is complete or expired. */
export function closedPage(session: Stripe.Checkout.Session, status: number): Response {
  const paid = session.status === "complete";
  const pending = paid && session.payment_status === "unpaid";
  const paidTitle = pending ? "Your bank is processing this payment" : "This payment has already been made";
  const title = paid ? paidTitle : "This payment page has expired";
  const sentence = paid ? "Nothing more will be charged." : "Nothing was charged. Go back to start again.";
  const back = paid ? successUrl(session) : session.cancel_url;
  const link =
    back === null ? "" : `<a class="button" href="${escaped(back)}">${paid ? "Continue" : "Go back"}</a>`;
  return page(
    session,
    title,
    `<main><div class="panel"><h1>${title}</h1><p>${sentence}</p>${link}</div></main>`,
    status,
  );
}

/** Renders the page for an unknown session id. */
export function unknownPage(): Response {
  const main =
    '<main><div class="panel"><h1>No such payment</h1><p>The address is incomplete or wrong.</p></div></main>';
  return page(null, "No such payment", main, 404);
}

function cancel(session: Stripe.Checkout.Session): string {
  return session.cancel_url === null
    ? ""
    : `<a class="button plain" href="${escaped(session.cancel_url)}">Cancel and go back</a>`;
}

function orderSummary(session: Stripe.Checkout.Session, { lines }: Basket): string {
  const rows = lines.map(({ name, description, unitAmount, quantity }, k) => {
    const label = k === 0 ? (description ?? name) : name;
    return `<dt>${escaped(label)}${quantity > 1 ? ` × ${quantity}` : ""}</dt><dd>${dollars(unitAmount * quantity)}</dd>`;
  });
  const cards = Object.entries(testCards).map(
    ([number, { label }]) => `<tr><th scope="row">${grouped(number)}</th><td>${label}</td></tr>`,
  );
  return `<div class="stack"><h2>${escaped(lines[0]?.name ?? "")}</h2>
<dl class="sum">${rows.join("")}<dt class="total">Total</dt><dd class="total">${dollars(session.amount_total ?? totalOf(lines))}</dd></dl>
<div class="scroll" tabindex="0" role="region" aria-label="Test cards"><table><caption>Test cards</caption><tbody>${cards.join("")}</tbody></table></div></div>`;
}

function page(
  session: Stripe.Checkout.Session | null,
  title: string,
  main: string,
  status: number,
): Response {
  const targets = [session?.success_url, session?.cancel_url];
  const warning = "Test card page. No money moves here. Never type a real card.";
  return htmlPage({ title: `${title} | TEST card page`, warning, main, targets, status });
}
