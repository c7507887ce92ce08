import { Failure } from "../api/failure.ts";
import { type Fields, invalidField } from "../api/fields.ts";
import * as events from "../delivery/events.ts";
import type { Store } from "../store.ts";
import {
  type Account,
  type Capability,
  type CapabilityName,
  capabilityNames,
  fromFields,
  type Requirements,
  stripeBalanceOf,
  updated,
  withCapabilities,
} from "./account.ts";
import { accountBalances } from "./account-balances.ts";

/** `POST /v2/core/accounts` */
export function create(store: Store, fields: Fields, cause: events.Cause): Account {
  const account = fromFields(fields, store.now());
  store.save("v2.core.account", account);
  events.recordThin(store, "v2.core.account.created", account.id, cause);
  return account;
}

/** @throws Failure (404) if no account has this id */
export function require(store: Store, id: string): Account {
  const account = store.find("v2.core.account", id);
  if (account) return account;
  throw new Failure(404, {
    type: "invalid_request_error",
    code: "not_found",
    message: `No such account: '${id}'`,
  });
}

/** @throws Failure if there is no such account, or it is closed */
export function requireOpen(store: Store, id: string): Account {
  const account = require(store, id);
  if (!account.closed) return account;
  throw new Failure(400, {
    type: "invalid_request_error",
    code: "account_closed",
    message: `The account '${id}' is closed.`,
  });
}

/** `POST /v2/core/accounts/:id` */
export function update(store: Store, id: string, fields: Fields, cause: events.Cause): Account {
  const before = requireOpen(store, id);
  const account = updated(before, fields);
  store.save("v2.core.account", account);
  events.recordThin(store, "v2.core.account.updated", id, cause);
  recordCapabilities(store, before, account, cause);
  return account;
}

/** `POST /v2/core/accounts/:id/close` */
export function closeByRequest(store: Store, id: string, fields: Fields, cause: events.Cause): Account {
  fields.allowOnly("applied_configurations");
  const account = requireOpen(store, id);
  const named = fields.texts("applied_configurations");
  if (named.join() !== account.applied_configurations.join())
    throw invalidField(
      `applied_configurations must name those of the account: ${account.applied_configurations.join(", ")}.`,
      "applied_configurations",
    );
  return close(store, account, cause);
}

/** Closes an account. @throws Failure if it has a balance */
export function close(store: Store, account: Account, cause: events.Cause): Account {
  if (accountBalances(store, account.id).some(({ amount }) => amount !== 0))
    throw new Failure(400, {
      type: "invalid_request_error",
      code: "account_balance_not_zero",
      message: `The account '${account.id}' has a balance. It can be closed when its balance is zero.`,
    });
  const closed: Account = { ...account, applied_configurations: [], closed: true };
  store.save("v2.core.account", closed);
  events.recordThin(store, "v2.core.account.closed", account.id, cause);
  return closed;
}

/** Sets capabilities of an account, and records an event for each whose status changes. */
export function setCapabilities(
  store: Store,
  id: string,
  capabilities: Partial<Record<CapabilityName, Capability>>,
): Account {
  const before = require(store, id);
  const account = withCapabilities(before, capabilities);
  store.save("v2.core.account", account);
  recordCapabilities(store, before, account, null);
  return account;
}

/** Sets what Stripe asks of an account, now or later. */
export function setRequirements(
  store: Store,
  id: string,
  name: "requirements" | "future_requirements",
  requirements: Requirements,
): Account {
  const account = { ...require(store, id), [name]: requirements };
  store.save("v2.core.account", account);
  events.recordThin(store, `v2.core.account[${name}].updated`, id, null);
  return account;
}

function recordCapabilities(store: Store, before: Account, after: Account, cause: events.Cause): void {
  for (const name of capabilityNames) {
    if (stripeBalanceOf(before)[name]?.status === stripeBalanceOf(after)[name]?.status) continue;
    events.recordThin(
      store,
      "v2.core.account[configuration.recipient].capability_status_updated",
      after.id,
      cause,
      { updated_capability: `stripe_balance.${name}` },
    );
  }
}
