import { control, stripe } from "./sandbox-client.ts";

const changed = async (path: string, body: object): Promise<void> => {
  const response = await control(path, body);
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
};

/** Sets the capability of an account to receive transfers. */
export const setTransfers = (id: string, status: string) =>
  changed(`accounts/${id}/status`, { capability: "stripe_transfers", status });

/** Changes the bank account of an account. */
export const setBank = (id: string, number: string, currency = "usd") =>
  changed(`accounts/${id}/bank`, { number, currency });

/** An account that is ready for transfers and payouts, as after onboarding. @returns its id */
export const connectedAccount = async ({
  number = "000123456789",
  country = "US",
  currency = "usd",
} = {}): Promise<string> => {
  const { id } = await stripe.v2.core.accounts.create({
    configuration: {
      recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
    },
    dashboard: "express",
    identity: { country },
  });
  await changed(`accounts/${id}/requirements`, { entries: [] });
  await changed(`accounts/${id}/status`, { status: "active" });
  await setBank(id, number, currency);
  return id;
};

/** A transfer in US cents. */
export const transfer = (destination: string, amount: number, order = "order-1") =>
  stripe.transfers.create({
    amount,
    currency: "usd",
    destination,
    transfer_group: order,
    metadata: { call: order },
  });
