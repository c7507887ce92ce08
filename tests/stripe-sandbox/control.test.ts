import { afterEach, beforeAll, expect, test } from "vitest";
import { deliveries, faults, settleRefund, settleSession } from "../support/stripe.ts";
import { control, eventsAbout, paid, sessionParams, stripe } from "./sandbox-client.ts";

// The product must not receive these events: it has no orders for them.
beforeAll(() => deliveries("off"));
afterEach(() => faults([]));

test("Control requests pay and expire sessions", async () => {
  const one = await stripe.checkout.sessions.create(sessionParams());
  expect(await (await control(`sessions/${one.id}/pay`)).json()).toMatchObject({
    id: one.id,
    payment_status: "paid",
  });
  const two = await stripe.checkout.sessions.create(sessionParams());
  expect((await control(`sessions/${two.id}/pay`, { card: "4000000000000002" })).status).toBe(402);
  expect(await (await control(`sessions/${two.id}/expire`)).json()).toMatchObject({ status: "expired" });
  expect((await control(`sessions/${two.id}/pay`)).status).toBe(400);
  expect((await control("sessions/cs_test_none/pay")).status).toBe(404);
});

test("Events are not delivered while delivery is off", async () => {
  const { session } = await paid();
  await scheduler.wait(300);
  const [event] = await eventsAbout(session.id);
  expect(event).toMatchObject({ delivered: false, attempts: 0 });
  expect((await control("delivery", { mode: "sometimes" })).status).toBe(400);
});

test("Invalid control requests are refused with a reason", async () => {
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  await expect(settleSession(id, "succeeded")).rejects.toThrow("is not being processed");
  await expect(settleSession(id, "maybe" as "failed")).rejects.toThrow("must be one of succeeded, failed");
  await expect(settleRefund("re_none", "failed")).rejects.toThrow("No such refund");
  for (const status of [404, 500.5, "500" as "cut"])
    await expect(faults([{ path: "/v1/refunds", status }])).rejects.toThrow("500 to 599, cut or slow");
});
