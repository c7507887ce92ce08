import { describe, expect, it } from "vitest";
import { asksOnce } from "#app/orders/page/transition-labels.ts";
import { type TransitionName, transitionOf, transitions } from "#app/orders/transitions.ts";
import { paidOrder } from "../../support/purchase.ts";
import { deliveries } from "../../support/stripe.ts";
import { deliveredOrder, read, startedOrder, toastOf, versionOn } from "../started-order.ts";

await deliveries("off");

describe("confirmation", { timeout: 30_000 }, () => {
  it("A page asks before every transition of a party that ends, pays or refunds an order", () => {
    for (const name of Object.keys(transitions) as TransitionName[]) {
      const { by, to, refunds } = transitionOf(name);
      const ends = to === "completed" || to === "cancelled" || refunds === true;
      if (by !== "product" && by !== "operator" && ends) expect([name, asksOnce(name)]).toEqual([name, true]);
    }
  });

  it("'Mark as complete' opens a page that asks once, and changes nothing until its form is sent", async () => {
    const { ann, path, order } = await deliveredOrder();
    const page = await ann.get(path);
    expect(page.html).toMatch(/class="btn go" name="confirm" value="complete"/);
    expect(page.html).not.toMatch(/name="intent" value="complete"/);
    const asked = await ann.get(`${path}?confirm=complete&version=${versionOn(page)}`);
    expect(asked.text).toContain("Complete this order?");
    expect(asked.text).toMatch(
      /gets paid, and you can no longer ask for changes\. Yes, mark as complete Not yet/,
    );
    expect(asked.links).toContain(path);
    expect((await read(order.id))?.status).toBe("in progress");
    const done = await ann.submit(path, { intent: "complete", version: versionOn(asked) });
    expect(await toastOf(ann, done)).toContain("Order status updated to completed");
  });

  it("Before a delivery, completing is an inconspicuous link, and its page says that nothing was delivered", async () => {
    const { ann, path } = await startedOrder();
    const page = await ann.get(path);
    expect(page.text).toContain("Complete without a delivery");
    expect(page.html).not.toMatch(/name="confirm" value="complete"/);
    const link = page.links.find((to) => to.includes("confirm=complete")) ?? "";
    expect((await ann.get(link)).text).toContain("has not delivered anything yet");
  });

  it("The cancellation page says what is refunded, and a request without a reason is asked again", async () => {
    const { ann, path } = await startedOrder();
    const asked = await ann.get(`${path}?confirm=request-cancel`);
    expect(asked.text).toContain("If they accept, $80.00 goes back to you.");
    const short = await ann.submit(path, {
      intent: "request-cancel",
      note: "ill",
      version: versionOn(asked),
    });
    expect([short.status, short.field("note")]).toEqual([400, "ill"]);
    expect(short.text).toContain("Ask to cancel this order?");
    const paid = await paidOrder();
    const cancel = await paid.ann.get(`/orders/${paid.order.id}?confirm=cancel`);
    expect(cancel.text).toContain("We refund $80.00 to your card in 5–10 days.");
    expect(cancel.html).toMatch(/name="intent" value="cancel"/);
  });

  it("A confirmation page that does not fit the order or the viewer shows the order and the reason", async () => {
    const { ann, bob, path } = await startedOrder();
    const late = await ann.get(`${path}?confirm=cancel`);
    expect(late.status).toBe(200);
    expect(late.text).toContain("Work on this order has already started");
    expect(late.text).toContain("Timeline");
    expect((await bob.get(`${path}?confirm=complete`)).text).toContain(
      "Only the buyer can mark an order as completed",
    );
    expect((await ann.get(`${path}?confirm=nothing`)).text).toContain("Timeline");
  });
});
