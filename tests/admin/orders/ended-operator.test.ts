import { expect, it } from "vitest";
import * as operatorActions from "#app/admin/orders/operator-actions.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import * as orders from "#app/orders/orders.server.ts";
import { operator } from "../../support/accounts/operator.ts";
import { deps, now } from "../../support/clock.ts";
import { paidOrder } from "../../support/purchase.ts";
import { deliveries } from "../../support/stripe.ts";
import { db } from "../../support/visitor.ts";
import { reason, stateOf } from "./operator-order.ts";

await deliveries("off");

it("An operator whose session has ended cannot change an order, even if the order has changed since", async () => {
  const { ann } = await operator();
  const [session] = await sessions.listAlive(db, ann.id, now());
  await sessions.ended(db, ann.id, session?.id ?? "", now());
  const viewer = { id: ann.id, sessionId: session?.id ?? "", aal: "aal2", roles: ["operator"] } as const;
  const decision = { reason, operator: { ...viewer, roles: [...viewer.roles] } };
  const { order: placed } = await paidOrder();
  const order = await orders.find(db, placed.id);
  if (!order) throw new Error("The order is missing");
  const before = await stateOf(order.id);
  for (const read of [order, { ...order, version: order.version - 1 }]) {
    const kindOf = ({ kind }: Refusal) => kind;
    expect(await operatorActions.applyTransition(deps, read, "cancel", decision).catch(kindOf)).toBe("gone");
    expect(await operatorActions.refund(deps, read, 100, "seller", decision).catch(kindOf)).toBe("gone");
  }
  expect(await stateOf(order.id)).toEqual(before);
});
