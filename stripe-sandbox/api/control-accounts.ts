import {
  type Account,
  type CapabilityName,
  capabilityNames,
  capabilityOf,
  type Entry,
  entryOf,
  requirementsOf,
  stripeBalanceOf,
} from "../objects/account.ts";
import { numberError } from "../objects/account-form.ts";
import * as accounts from "../objects/account-lifecycle.ts";
import { bankOf, removeBank, setBank, setBankStatus } from "../objects/bank-account.ts";
import type { Store } from "../store.ts";
import { invalid } from "./failure.ts";

type Body = Record<string, unknown>;

interface Call {
  store: Store;
  id: string;
  body: Body;
}

const statuses = ["active", "pending", "rejected", "restricted", "unsupported"] as const;
const codes = [
  "determining_status",
  "rejected_fraud",
  "rejected_incomplete_verification",
  "rejected_listed",
  "rejected_other",
  "rejected_platform_fraud",
  "rejected_platform_other",
  "rejected_platform_terms_of_service",
  "rejected_terms_of_service",
  "requirements_past_due",
  "requirements_pending_verification",
  "restricted_other",
  "unsupported_business",
  "unsupported_country",
  "unsupported_entity_type",
] as const;
const deadlines = ["currently_due", "eventually_due", "past_due"] as const;
const bankStatuses = ["new", "validated", "verified", "errored"] as const;
const maxEntries = 200;

/** The control endpoints of accounts. */
export const accountControls: Record<string, (call: Call) => object> = {
  "POST accounts/:id/status": ({ store, id, body }) => store.transaction(() => setStatus(store, id, body)),
  "POST accounts/:id/requirements": ({ store, id, body }) =>
    store.transaction(() => setRequirements(store, id, body)),
  "POST accounts/:id/bank": ({ store, id, body }) => store.transaction(() => changeBank(store, id, body)),
  "POST accounts/:id/close": ({ store, id }) =>
    store.transaction(() => accounts.close(store, accounts.requireOpen(store, id), null)),
};

/** Sets one capability, or both if none is named, to a status with reason codes. */
function setStatus(store: Store, id: string, body: Body): Account {
  const status = known(body.status, "status", statuses);
  const reasons = listOf(body.codes ?? [], "codes").map((code) => known(code, "codes", codes));
  const named: readonly CapabilityName[] =
    body.capability === undefined ? capabilityNames : [known(body.capability, "capability", capabilityNames)];
  const account = accounts.requireOpen(store, id);
  const missing = named.find((name) => !stripeBalanceOf(account)[name]);
  if (missing) throw invalid(`The account has not requested ${missing}`, { param: "capability" });
  const capability = capabilityOf(status, reasons);
  return accounts.setCapabilities(store, id, Object.fromEntries(named.map((name) => [name, capability])));
}

/** Sets what Stripe asks of an account: now, or with `"future": true` later. */
function setRequirements(store: Store, id: string, body: Body): Account {
  const entries = listOf(body.entries, "entries").map(entryFrom);
  if (entries.length > maxEntries)
    throw invalid(`entries can be at most ${maxEntries}`, { param: "entries" });
  const { due = null, future = false } = body;
  if (due !== null && (typeof due !== "number" || !Number.isInteger(due)))
    throw invalid("due must be a time in unix seconds", { param: "due" });
  if (typeof future !== "boolean") throw invalid("future must be true or false", { param: "future" });
  accounts.requireOpen(store, id);
  const name = future ? "future_requirements" : "requirements";
  return accounts.setRequirements(store, id, name, requirementsOf(entries, due));
}

function entryFrom(value: unknown): Entry {
  const { description, status, awaiting_action_from, errors } = (
    typeof value === "string" ? { description: value } : (value ?? {})
  ) as Body;
  if (typeof description !== "string" || description === "")
    throw invalid("An entry needs a description", { param: "entries" });
  return entryOf({
    description,
    status: status === undefined ? "currently_due" : known(status, "entries", deadlines),
    awaiting:
      awaiting_action_from === undefined
        ? "user"
        : known(awaiting_action_from, "entries", ["stripe", "user"] as const),
    errors: listOf(errors ?? [], "errors").map((error) => {
      const { code, description: text } = (error ?? {}) as Body;
      return { code: String(code), description: String(text) };
    }),
  });
}

/** Gives an account another bank account, removes it, or sets its status. */
function changeBank(store: Store, id: string, body: Body): object {
  const account = accounts.requireOpen(store, id);
  const { number, currency = account.defaults?.currency ?? "usd", remove = false, status } = body;
  if (remove === true) removeBank(store, id);
  else if (status !== undefined) {
    const bank = bankOf(store, id);
    if (!bank) throw invalid("The account has no bank account", { param: "status" });
    setBankStatus(store, id, bank.id, known(status, "status", bankStatuses));
  } else {
    if (typeof number !== "string" || numberError(number))
      throw invalid("number must be a bank account number, with remove and status absent", {
        param: "number",
      });
    setBank(store, account, { number, currency: known(currency, "currency", ["usd", "eur"]), holder: null });
  }
  return { bank: bankOf(store, id) };
}

function known<T extends string>(value: unknown, name: string, allowed: readonly T[]): T {
  const found = allowed.find((each) => each === value);
  if (!found) throw invalid(`Invalid ${name}: must be one of ${allowed.join(", ")}`, { param: name });
  return found;
}

function listOf(value: unknown, name: string): unknown[] {
  if (!Array.isArray(value)) throw invalid(`${name} must be a list`, { param: name });
  return value;
}
