import type Stripe from "stripe";
import type { Account } from "../objects/account.ts";
import type { Typed } from "../objects/account-form.ts";
import type { Link } from "../objects/account-link.ts";
import { escaped, htmlPage } from "./page.ts";

/** How many requirements the onboarding page lists. */
const shownEntries = 10;

/** An error of one field. */
export interface FormError {
  field: "name" | "number" | "routing";
  message: string;
}

const warning = "Test page. No money moves here. Never type a real bank account.";

const testNumbers: Record<string, string> = {
  "000123456789": "receives payouts",
  "000111111113": "a payout fails: account closed",
  "000111111116": "a payout fails: no account",
};

/** Renders the onboarding page. */
export function setupPage(
  account: Account,
  link: Link,
  typed: Typed,
  error: FormError | null,
  status: number,
): Response {
  const entries = account.requirements?.entries ?? [];
  const rest = entries.length - shownEntries;
  const asked = entries.slice(0, shownEntries).map(({ description }) => `<li>${escaped(description)}</li>`);
  if (rest > 0) asked.push(`<li>and ${rest} more</li>`);
  const radio = (value: Typed["currency"], label: string): string =>
    `<label class="choice"><input type="radio" name="currency" value="${value}"${typed.currency === value ? " checked" : ""}> ${label}</label>`;
  const main = `<main class="two"><form class="panel" method="post" autocomplete="off"><h1>Set up payouts</h1>
<p>Country: ${escaped(countryOf(account))}</p>
${asked.length > 0 ? `<div><p>Stripe asks for:</p><ul>${asked.join("")}</ul></div>` : ""}
${input("name", "Legal name", typed.name, error, 'autocapitalize="words"')}
${input("number", "Bank account number", typed.number, error, 'inputmode="numeric"')}
${input("routing", "Routing number (optional)", typed.routing, error, 'inputmode="numeric"')}
<fieldset><legend>Currency of the bank account</legend>${radio("usd", "US dollars")}${radio("eur", "Euros")}</fieldset>
<div><button class="button" name="intent" value="submit">Submit</button>
<button class="button quiet" name="intent" value="leave">Save and leave</button></div></form>${numbers()}</main>`;
  return page(`${error ? "Error: set" : "Set"} up payouts`, main, status, [
    link.refresh_url,
    link.return_url,
  ]);
}

/** Renders the Express page: the bank account with its form, and the payouts. */
export function expressPage(
  { account, bank, payouts }: { account: Account; bank: Stripe.BankAccount | null; payouts: Stripe.Payout[] },
  { saved = false, number = "", error }: { saved?: boolean; number?: string; error?: string },
): Response {
  const failed = bank?.status === "errored" ? " A payout to it failed. Enter another one." : "";
  const current = bank
    ? `${bank.bank_name} ••${bank.last4}, ${bank.currency.toUpperCase()}.${failed}`
    : "You have no bank account.";
  const rows = payouts.map(
    (payout) =>
      `<tr><th scope="row">${dateOf(payout.arrival_date)}</th><td>${amountOf(payout)}</td><td>${escaped(payout.status)}${payout.failure_code ? `: ${escaped(payout.failure_code)}` : ""}</td></tr>`,
  );
  const fieldError: FormError | null = error ? { field: "number", message: error } : null;
  const main = `<main class="two"><form class="panel" method="post" autocomplete="off"><h1>Your bank account</h1>
${saved ? '<p role="status"><strong>Saved.</strong></p>' : ""}<p>${escaped(current)}</p>
${input("number", "New bank account number", number, fieldError, 'inputmode="numeric"')}
<button class="button">Save bank account</button></form>
<div class="stack"><h2>Payouts</h2>${
    rows.length === 0
      ? '<p class="muted">No payouts yet.</p>'
      : `<div class="scroll" tabindex="0" role="region" aria-label="Payouts"><table><caption>Payouts by day of arrival</caption><tbody>${rows.join("")}</tbody></table></div>`
  }${numbers()}<p class="muted">Account ${escaped(account.id)}</p></div></main>`;
  return page(`${error ? "Error: your" : "Your"} bank account`, main, error ? 400 : 200, []);
}

/** Renders the page of a link that is unknown (404) or no longer works (410). */
export function unknownLinkPage(status: 404 | 410): Response {
  const title = status === 404 ? "No such page" : "This link has expired";
  const sentence =
    status === 404
      ? "The address is incomplete or wrong."
      : "A link works once, for five minutes. Go back, and open a new one.";
  return page(title, `<main><div class="panel"><h1>${title}</h1><p>${sentence}</p></div></main>`, status, []);
}

function input(
  name: FormError["field"],
  label: string,
  value: string,
  error: FormError | null,
  attributes: string,
): string {
  const message = error?.field === name ? error.message : null;
  return `<div><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${escaped(value)}" maxlength="200" autocomplete="off" ${attributes}${message ? ` aria-describedby="${name}-error" aria-invalid="true" autofocus` : ""}>
${message ? `<p class="error" id="${name}-error" role="alert">${escaped(message)}</p>` : ""}</div>`;
}

function numbers(): string {
  const rows = Object.entries(testNumbers).map(
    ([number, label]) => `<tr><th scope="row">${number}</th><td>${label}</td></tr>`,
  );
  return `<div class="scroll" tabindex="0" role="region" aria-label="Test bank accounts"><table><caption>Test bank accounts</caption><tbody>${rows.join("")}</tbody></table></div>`;
}

function countryOf({ identity }: Account): string {
  const code = identity?.country ?? "US";
  return new Intl.DisplayNames("en", { type: "region" }).of(code) ?? code;
}

const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

const amountOf = ({ amount, currency }: Stripe.Payout): string =>
  new Intl.NumberFormat("en-US", { style: "currency", currency }).format(amount / 100);

function page(title: string, main: string, status: number, targets: (string | null)[]): Response {
  return htmlPage({ title: `${title} | TEST payout account`, warning, main, targets, status });
}
