/** Which part of the Stripe Dashboard shows our objects: live mode or test mode. */
export type StripeDashboard = "live" | "test";

/** True for a text that may be the id of an object at Stripe: `pi_3Nx…`. */
export function isStripeId(text: string): boolean {
  return /^[a-z]{2,6}_\w{1,248}$/.test(text);
}

/** The mode of a key. */
export function modeOf(key: string): StripeDashboard {
  return /^[a-z]+_live_/.test(key) ? "live" : "test";
}

/** The pages of objects, by the prefix of the id. Stripe's search finds all others. */
const pages: Record<string, string> = {
  pi: "payments",
  py: "payments",
  ch: "payments",
  re: "refunds",
  dp: "disputes",
  du: "disputes",
  tr: "connect/transfers",
  po: "payouts",
  acct: "connect/accounts",
  evt: "events",
};

/**
 * The address of an object in the Stripe Dashboard (https://docs.stripe.com/stripe-apps/deep-links).
 * @param account the connected account that the object belongs to, `acct_…`; null: the platform's own
 */
export function dashboardAddress(mode: StripeDashboard, id: string, account: string | null = null): string {
  const prefix = id.slice(0, id.indexOf("_"));
  const page = Object.hasOwn(pages, prefix) ? pages[prefix] : null;
  const object = encodeURIComponent(id);
  const parts = [
    account,
    mode === "test" ? "test" : null,
    page ? `${page}/${object}` : `search?query=${object}`,
  ];
  return ["https://dashboard.stripe.com", ...parts.filter((part) => part !== null)].join("/");
}
