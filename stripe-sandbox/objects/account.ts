import type Stripe from "stripe";
import { type Fields, invalidField } from "../api/fields.ts";
import { isoTime } from "../delivery/events.ts";
import { newId } from "../ids.ts";

export type Account = Stripe.V2.Core.Account;
type StripeBalance = NonNullable<
  NonNullable<
    NonNullable<NonNullable<Account["configuration"]>["recipient"]>["capabilities"]
  >["stripe_balance"]
>;
export type CapabilityName = "stripe_transfers" | "payouts";
export type Capability = NonNullable<StripeBalance[CapabilityName]>;
export type Requirements = NonNullable<Account["requirements"]>;
export type Entry = NonNullable<Requirements["entries"]>[number];

export const capabilityNames = ["stripe_transfers", "payouts"] as const;
const includes = [
  "configuration.customer",
  "configuration.merchant",
  "configuration.recipient",
  "defaults",
  "future_requirements",
  "identity",
  "requirements",
] as const;
const entityTypes = ["company", "government_entity", "individual", "non_profit"] as const;

/** What Stripe asks of a new account. `stripe` 23.1 names the bank account `defaults.payout_methods`. */
const firstRequirements = [
  "identity.individual.given_name",
  "identity.individual.surname",
  "defaults.payout_methods",
];

/** What a request may set. */
const allowed = [
  "configuration",
  "contact_email",
  "contact_phone",
  "dashboard",
  "defaults",
  "display_name",
  "identity",
  "include",
  "metadata",
];

/** The account that a request creates. `now` is in unix seconds. */
export function fromFields(fields: Fields, now: number): Account {
  fields.allowOnly(...allowed);
  const configuration = fields.nested("configuration")?.allowOnly("recipient");
  const recipient = configuration?.nested("recipient");
  if (!recipient) throw invalidField("The stand-in needs configuration.recipient.", "configuration");
  const isRequested = transfersRequested(recipient);
  const account: Account = {
    id: newId("acct_1", 15),
    object: "v2.core.account",
    applied_configurations: ["recipient"],
    closed: false,
    configuration: {
      recipient: {
        applied: true,
        capabilities: isRequested ? { stripe_balance: { payouts: unset(), stripe_transfers: unset() } } : {},
      },
    },
    created: isoTime(now),
    dashboard: "express",
    defaults: {
      currency: "usd",
      locales: [],
      responsibilities: {
        fees_collector: "application",
        losses_collector: "application",
        requirements_collector: "stripe",
      },
    },
    future_requirements: requirementsOf([], null),
    identity: {},
    livemode: false,
    metadata: {},
    requirements: requirementsOf(
      firstRequirements.map((description) => entryOf({ description })),
      null,
    ),
  };
  return withFields(account, fields);
}

/**
 * The account after an update. Everything that a request may set at creation may be changed later, except the
 * country.
 */
export function updated(account: Account, fields: Fields): Account {
  fields.allowOnly(...allowed);
  const recipient = fields.nested("configuration")?.allowOnly("recipient").nested("recipient");
  const isRequested = recipient ? transfersRequested(recipient) : false;
  const country = fields.nested("identity")?.text("country")?.toUpperCase();
  if (country && account.identity?.country && country !== account.identity.country)
    throw invalidField("The country of an account cannot be changed.", "identity.country");
  const next = withFields(account, fields);
  if (!isRequested || stripeBalanceOf(account).stripe_transfers) return next;
  return withCapabilities(next, { payouts: unset(), stripe_transfers: unset() });
}

function withFields(account: Account, fields: Fields): Account {
  const identity = fields.nested("identity")?.allowOnly("country", "entity_type");
  const country = identity?.text("country");
  if (country && !/^[a-z]{2}$/i.test(country))
    throw invalidField("identity.country must be a country of two letters.", "identity.country");
  const entityType = identity?.choice("entity_type", entityTypes);
  const defaults = fields.nested("defaults")?.allowOnly("currency", "locales", "profile", "responsibilities");
  const responsibilities = defaults
    ?.nested("responsibilities")
    ?.allowOnly("fees_collector", "losses_collector");
  // The stand-in supports only the liabilities that this product chooses: others would never be tested.
  responsibilities?.choice("fees_collector", ["application"]);
  responsibilities?.choice("losses_collector", ["application"]);
  fields.choice("dashboard", ["express"]);
  const email = fields.text("contact_email");
  if (email && !/^[^\s@]+@[^\s@]+$/.test(email))
    throw invalidField("contact_email is not a valid email address.", "contact_email");
  const currency = defaults?.text("currency", 3);
  const locales = defaults?.texts("locales") ?? [];
  const profile = defaults?.nested("profile");
  profile?.allowOnly("business_url", "doing_business_as", "product_description");
  const phone = fields.text("contact_phone");
  const name = fields.text("display_name");
  return {
    ...account,
    ...(email && { contact_email: email }),
    ...(phone && { contact_phone: phone }),
    ...(name && { display_name: name }),
    defaults: {
      ...account.defaults,
      ...(currency && { currency: currency.toLowerCase() }),
      ...(locales.length > 0 && { locales }),
      ...(profile && { profile: profileOf(profile) }),
      responsibilities: account.defaults?.responsibilities ?? { requirements_collector: "stripe" },
    },
    identity: {
      ...account.identity,
      ...(country && { country: country.toUpperCase() }),
      ...(entityType && { entity_type: entityType }),
    },
    metadata: fields.metadata(account.metadata ?? {}),
  };
}

function profileOf(profile: Fields) {
  const url = profile.address("business_url");
  const name = profile.text("doing_business_as");
  const description = profile.text("product_description");
  return {
    ...(url && { business_url: url }),
    ...(name && { doing_business_as: name }),
    ...(description && { product_description: description }),
  };
}

/** Payouts cannot be requested: they come with the transfers. */
function transfersRequested(recipient: Fields): boolean {
  const capabilities = recipient.allowOnly("capabilities").nested("capabilities");
  const balance = capabilities?.allowOnly("stripe_balance").nested("stripe_balance");
  const transfers = balance?.allowOnly("stripe_transfers").nested("stripe_transfers");
  return transfers?.allowOnly("requested").flag("requested") ?? false;
}

const unset = (): Capability => capabilityOf("restricted", ["requirements_past_due"]);

/** A capability with a status and its reason codes. */
export function capabilityOf(
  status: Capability["status"],
  codes: Capability["status_details"][number]["code"][],
): Capability {
  return { status, status_details: codes.map((code) => ({ code, resolution: resolutionOf(code) })) };
}

function resolutionOf(code: string): Capability["status_details"][number]["resolution"] {
  if (code === "requirements_past_due") return "provide_info";
  return /^(determining_status|requirements_pending_verification)$/.test(code)
    ? "no_resolution"
    : "contact_stripe";
}

export function stripeBalanceOf(account: Account): StripeBalance {
  return account.configuration?.recipient?.capabilities?.stripe_balance ?? {};
}

/** The account with other capabilities; those that are absent stay as they are. */
export function withCapabilities(
  account: Account,
  capabilities: Partial<Record<CapabilityName, Capability>>,
): Account {
  return {
    ...account,
    configuration: {
      recipient: {
        applied: true,
        capabilities: { stripe_balance: { ...stripeBalanceOf(account), ...capabilities } },
      },
    },
  };
}

/** An entry of the requirements that restricts both capabilities. */
export function entryOf({
  description,
  status = "past_due",
  awaiting = "user",
  errors = [],
}: {
  description: string;
  status?: Entry["minimum_deadline"]["status"];
  awaiting?: Entry["awaiting_action_from"];
  errors?: Entry["errors"];
}): Entry {
  return {
    awaiting_action_from: awaiting,
    description,
    errors,
    impact: {
      restricts_capabilities: capabilityNames.map((name) => ({
        capability: `stripe_balance.${name}` as const,
        configuration: "recipient",
        deadline: { status },
      })),
    },
    minimum_deadline: { status },
    requested_reasons: [{ code: "routine_onboarding" }],
  };
}

/**
 * The requirements with their most urgent deadline.
 * @param time when the first entry is due, in unix seconds; null if Stripe names no time
 */
export function requirementsOf(entries: Entry[], time: number | null): Requirements {
  const statuses = (["past_due", "currently_due", "eventually_due"] as const).filter((status) =>
    entries.some((entry) => entry.minimum_deadline.status === status),
  );
  const [status] = statuses;
  if (!status) return { entries, summary: {} };
  return {
    entries,
    summary: { minimum_deadline: { status, ...(time === null ? {} : { time: isoTime(time) }) } },
  };
}

/** The account as API v2 answers it: without `include` it holds neither configuration nor requirements. */
export function shown(account: Account, include: string[]): object {
  const unknown = include.find((name) => !includes.some((each) => each === name));
  if (unknown !== undefined) throw invalidField(`Unknown value of include: ${unknown}.`, "include");
  const isIncluded = (name: (typeof includes)[number]) => include.includes(name);
  const ifIncluded = (name: "defaults" | "future_requirements" | "identity" | "requirements") =>
    isIncluded(name) ? account[name] : null;
  const configured = include.some((name) => name.startsWith("configuration."));
  return {
    ...account,
    configuration: configured
      ? {
          customer: null,
          merchant: null,
          recipient: isIncluded("configuration.recipient") ? account.configuration?.recipient : null,
        }
      : null,
    contact_email: account.contact_email ?? null,
    contact_phone: account.contact_phone ?? null,
    defaults: ifIncluded("defaults"),
    display_name: account.display_name ?? null,
    future_requirements: ifIncluded("future_requirements"),
    identity: ifIncluded("identity"),
    requirements: ifIncluded("requirements"),
  };
}
