import type Stripe from "stripe";
import { type Basket, dollars, totalOf } from "../objects/basket.ts";
import { exampleYear, grouped, testCards } from "../objects/card.ts";
import { successUrl } from "../objects/session.ts";
import { style } from "./card-style.ts";

/** What stands in the fields of the card page. */
export interface Fields {
  method: "card" | "bank";
  email: string;
  number: string;
  exp: string;
  cvc: string;
}

/** What is wrong, and with which field. */
export interface Complaint {
  field: Exclude<keyof Fields, "method">;
  sentence: string;
}

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/** What the fields hold at first: the card that pays. `now` in unix seconds. */
export function firstFields(session: Stripe.Checkout.Session, now: number): Fields {
  return {
    method: "card",
    email: session.customer_email ?? "",
    number: grouped("4242424242424242"),
    exp: `12 / ${exampleYear(now) % 100}`,
    cvc: "123",
  };
}

/** The card page of an open session. */
export function cardPage(
  session: Stripe.Checkout.Session,
  basket: Basket,
  fields: Fields,
  complaint: Complaint | null,
  status: number,
): Response {
  const amount = dollars(session.amount_total ?? 0);
  const field = (name: Complaint["field"], label: string, attributes: string, hint = ""): string => {
    const wrong = complaint?.field === name ? complaint.sentence : null;
    const described = [wrong && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(" ");
    return `<div><label for="${name}">${label}</label>${hint && `<span class="hint" id="${name}-hint">${hint}</span>`}
<input id="${name}" name="${name}" value="${escaped(fields[name])}" autocomplete="off" required ${attributes}${described && ` aria-describedby="${described}"`}${wrong ? ' aria-invalid="true" autofocus' : ""}>
${wrong ? `<p class="error" id="${name}-error" role="alert">${escaped(wrong)}</p>` : ""}</div>`;
  };
  const main = `<main class="two"><form class="panel" method="post" autocomplete="off"><h1>Pay ${amount}</h1>
${field("email", "Email", 'type="email"')}
${session.payment_method_types.includes("us_bank_account") ? methods(fields) : ""}
${field("number", "Card number", 'inputmode="numeric"', "4242… pays. 4000 0000 0000 0002 is declined.")}
<div class="pair">${field("exp", "Expires", 'inputmode="numeric" placeholder="MM / YY"')}${field("cvc", "CVC", 'inputmode="numeric" maxlength="4"')}</div>
<button class="button">Pay ${amount} (test)</button>${cancel(session)}</form>${order(session, basket)}</main>`;
  return page(session, complaint ? `Error: pay ${amount}` : `Pay ${amount}`, main, status);
}

function methods({ method }: Fields): string {
  const radio = (value: Fields["method"], label: string): string =>
    `<label class="choice"><input type="radio" name="method" value="${value}"${method === value ? " checked" : ""}> ${label}</label>`;
  return `<fieldset><legend>Pay with</legend>${radio("card", "Card")}
${radio("bank", "Bank account, confirmed later (the card below is not used)")}</fieldset>`;
}

/** The page on which a cardholder's bank would ask for a code; it carries on what was typed, but never the CVC. */
export function authenticationPage(
  session: Stripe.Checkout.Session,
  basket: Basket,
  fields: Fields,
): Response {
  const amount = dollars(session.amount_total ?? 0);
  const kept = (["email", "number", "exp"] as const).map(
    (name) => `<input type="hidden" name="${name}" value="${escaped(fields[name])}">`,
  );
  const main = `<main class="two"><form class="panel" method="post"><h1>Is it you who pays ${amount}?</h1>
<p>Here the bank of a real card asks for a code. This one asks you to choose what it would have said.</p>${kept.join("")}
<div><button class="button" name="authentication" value="complete">Complete</button>
<button class="button quiet" name="authentication" value="fail">Fail</button>${cancel(session)}</div></form>${order(session, basket)}</main>`;
  return page(session, `Authenticate ${amount}`, main, 200);
}

/** The page of a session that is not open any more: paid, or expired. */
export function closedPage(session: Stripe.Checkout.Session, status: number): Response {
  const paid = session.status === "complete";
  const pending = paid && session.payment_status === "unpaid";
  const made = pending ? "This payment is with the bank" : "This payment has already been made";
  const title = paid ? made : "This payment page has expired";
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

/** The page of a session that never was. */
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

function order(session: Stripe.Checkout.Session, { lines }: Basket): string {
  const rows = lines.map(({ name, description, unitAmount, quantity }, k) => {
    const what = k === 0 ? (description ?? name) : name;
    return `<dt>${escaped(what)}${quantity > 1 ? ` × ${quantity}` : ""}</dt><dd>${dollars(unitAmount * quantity)}</dd>`;
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
  const nonce = crypto.randomUUID();
  // Chromium holds the redirect after a form post against form-action too, so the product's own addresses are in it.
  const targets = [session?.success_url, session?.cancel_url].map((url) =>
    url ? new URL(url).origin : null,
  );
  const formAction = ["'self'", ...new Set(targets.filter((origin) => origin !== null))].join(" ");
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escaped(title)} | TEST card page</title><link rel="icon" href="data:,"><style nonce="${nonce}">${style}</style></head>
<body><header><div class="hazard"></div><p class="warning">Test card page. No money moves here. Never type a real card.</p></header>${main}</body></html>`;
  return new Response(html, {
    status,
    headers: {
      "Cache-Control": "no-store",
      "Content-Security-Policy": `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
      "Content-Type": "text/html; charset=utf-8",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
