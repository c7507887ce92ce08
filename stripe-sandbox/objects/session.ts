import type Stripe from "stripe";
import { invalid } from "../api/failure.ts";
import type { Params } from "../api/params.ts";
import { newId } from "../ids.ts";
import { linesFrom, totalOf } from "./basket.ts";

const minute = 60;
const day = 24 * 60 * minute;
const parameters = [
  "mode",
  "line_items",
  "client_reference_id",
  "customer_email",
  "metadata",
  "payment_intent_data",
  "success_url",
  "cancel_url",
  "expires_at",
  "allowed_payment_method_types",
  "payment_method_types",
  "locale",
  "submit_type",
  "customer_creation",
  "ui_mode",
  "custom_text",
] as const;

const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

/** The customer details of a session with an email address. */
export function customerDetails(email: string): Stripe.Checkout.Session.CustomerDetails {
  return {
    address: noAddress,
    business_name: null,
    email,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: "none",
    tax_ids: null,
  };
}

/** A new open session from the parameters of `POST /v1/checkout/sessions`. `now` is in unix seconds. */
export function fromParams(params: Params, now: number, pagePrefix: string): Stripe.Checkout.Session {
  params.allowOnly(...parameters);
  const mode = params.choice("mode", ["payment", "setup", "subscription"]);
  if (mode !== "payment")
    throw invalid("The stand-in supports only Checkout Sessions in `payment` mode.", { param: "mode" });
  params.choice("ui_mode", ["hosted_page"]);
  const id = newId("cs_test_a1", 56);
  const email = params.text("customer_email", 512);
  if (email !== null && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw invalid(`Invalid email address: ${email}`, { code: "email_invalid", param: "customer_email" });
  }
  const amount = totalOf(linesFrom(params));
  return {
    id,
    object: "checkout.session",
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: params.address("cancel_url"),
    client_reference_id: params.text("client_reference_id", 200),
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: now,
    currency: "usd",
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: submitTextFrom(params),
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_account: null,
    customer_creation: params.choice("customer_creation", ["if_required"]) ?? "if_required",
    customer_details: email === null ? null : customerDetails(email),
    customer_email: email,
    discounts: [],
    expires_at: expiryFrom(params, now),
    integration_identifier: null,
    invoice: null,
    invoice_creation: {
      enabled: false,
      invoice_data: {
        account_tax_ids: null,
        custom_fields: null,
        description: null,
        footer: null,
        issuer: null,
        metadata: {},
        rendering_options: null,
      },
    },
    livemode: false,
    locale: params.text("locale", 10),
    managed_payments: { enabled: false },
    metadata: params.metadata(),
    mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: "if_required",
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: methodsFrom(params),
    payment_status: "unpaid",
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: params.choice("submit_type", ["auto", "book", "donate", "pay"]),
    subscription: null,
    success_url: params.address("success_url") ?? params.requiredText("success_url"),
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: pagePrefix + id,
    wallet_options: null,
  };
}

/** Why the session cannot be expired; null if it can. */
export function refusalToExpire(session: Stripe.Checkout.Session): string | null {
  if (session.status === "open") return null;
  return `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`;
}

/** The address to which a browser is redirected after the payment. */
export function successUrl(session: Stripe.Checkout.Session): string {
  return (session.success_url ?? "").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

function expiryFrom(params: Params, now: number): number {
  const end = params.integer("expires_at") ?? now + day;
  if (end < now + 30 * minute) {
    throw invalid("The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.", {
      param: "expires_at",
    });
  }
  if (end > now + day) {
    throw invalid("The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.", {
      param: "expires_at",
    });
  }
  return end;
}

/** The text above the button of the card page. */
function submitTextFrom(params: Params): Stripe.Checkout.Session.CustomText.Submit | null {
  const submit = params.nested("custom_text")?.allowOnly("submit").nested("submit");
  return submit ? { message: submit.allowOnly("message").requiredText("message", 1200) } : null;
}

const methods = ["card", "us_bank_account"];

/**
 * The payment methods of a session: those in the parameters, or all methods if the parameters do not restrict
 * them.
 */
function methodsFrom(params: Params): string[] {
  for (const param of ["allowed_payment_method_types", "payment_method_types"]) {
    const requested = params.texts(param);
    const unknown = requested.find((method) => !methods.includes(method));
    if (unknown)
      throw invalid(`Invalid ${param}: the stand-in supports ${methods.join(", ")}, not ${unknown}`, {
        param,
      });
    if (requested.length > 0) return requested;
  }
  return methods;
}
