import * as events from "../delivery/events.ts";
import { type FormError, setupPage, unknownLinkPage } from "../pages/account-pages.ts";
import type { Store } from "../store.ts";
import { type Account, capabilityNames, capabilityOf, requirementsOf, stripeBalanceOf } from "./account.ts";
import { numberError, savedForm, saveForm, type Typed, typedIn } from "./account-form.ts";
import * as accounts from "./account-lifecycle.ts";
import { findLink, finish, isOpen, type Link, open } from "./account-link.ts";
import { bankOf, numberOf, setBank } from "./bank-account.ts";

/** `/c/setup/:token`: shows the onboarding page once, and takes its form. @param form null for GET */
export function answer(store: Store, token: string, form: URLSearchParams | null): Response {
  const link = findLink(store, "setup", token);
  if (!link) return unknownLinkPage(404);
  const account = accounts.require(store, link.account);
  const works = form ? isOpen(link) : open(store, link);
  if (!works || account.closed) return seeOther(String(link.refresh_url));
  if (!form) return setupPage(account, link, firstFields(store, account), null, 200);

  const typed = typedIn(form);
  if (form.get("intent") === "leave") {
    saveForm(store, account.id, { ...typed, submitted: savedForm(store, account.id)?.submitted ?? false });
    return leave(store, link);
  }
  const error = errorOf(typed);
  if (error) return setupPage(account, link, typed, error, 400);
  submit(store, account, typed);
  return leave(store, link);
}

function firstFields(store: Store, account: Account): Typed {
  const empty: Typed = { name: "", number: "", routing: "", currency: "usd" };
  const fields = savedForm(store, account.id) ?? empty;
  const bank = bankOf(store, account.id);
  if (!bank) return fields;
  return { ...fields, number: numberOf(store, bank), currency: bank.currency === "eur" ? "eur" : "usd" };
}

function errorOf({ name, number, routing }: Typed): FormError | null {
  if (name === "") return { field: "name", message: "Enter your legal name." };
  const message = numberError(number);
  if (message) return { field: "number", message };
  if (routing !== "" && !/^\d{6,9}$/.test(routing))
    return { field: "routing", message: "A routing number has 6 to 9 digits." };
  return null;
}

/** Takes a complete form: the account gets its bank account, and its capabilities become active. */
function submit(store: Store, account: Account, typed: Typed): void {
  saveForm(store, account.id, { ...typed, submitted: true });
  const names = typed.name.split(/\s+/);
  const surname = names.length > 1 ? names.pop() : undefined;
  const time = events.isoTime(store.now());
  store.save("v2.core.account", {
    ...account,
    identity: {
      ...account.identity,
      individual: {
        account: account.id,
        created: account.identity?.individual?.created ?? time,
        id: account.identity?.individual?.id ?? account.id.replace("acct", "person"),
        object: "v2.core.account_person",
        given_name: names.join(" "),
        ...(surname && { surname }),
        updated: time,
      },
    },
  });
  events.recordThin(store, "v2.core.account[identity].updated", account.id, null);
  const bank = bankOf(store, account.id);
  const isSame = bank && numberOf(store, bank) === typed.number && bank.currency === typed.currency;
  if (!isSame || bank.status === "errored")
    setBank(store, accounts.require(store, account.id), {
      number: typed.number,
      currency: typed.currency,
      holder: typed.name,
    });
  accounts.setRequirements(store, account.id, "requirements", requirementsOf([], null));
  const open = capabilityNames.filter((name) =>
    ["pending", "restricted"].includes(stripeBalanceOf(account)[name]?.status ?? ""),
  );
  if (open.length > 0)
    accounts.setCapabilities(
      store,
      account.id,
      Object.fromEntries(open.map((name) => [name, capabilityOf("active", [])])),
    );
}

function leave(store: Store, link: Link): Response {
  finish(store, link);
  return seeOther(String(link.return_url));
}

function seeOther(url: string): Response {
  return new Response(null, { status: 303, headers: { Location: url, "Cache-Control": "no-store" } });
}
