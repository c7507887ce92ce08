import { describe, expect, test } from "vitest";
import { messagesOf, talk } from "../support/conversations.ts";
import { gig } from "../support/factories.ts";
import { orderRow } from "../support/orders.ts";
import { paidOrder } from "../support/purchase.ts";
import { db, visitor } from "../support/visitor.ts";

const aboutOf = async (id: string) =>
  (await messagesOf(id)).map(({ gigId, orderId }) => gigId ?? orderId ?? null);

describe("What a message is about", () => {
  test("The service page's link attaches the gig to the next message only", async () => {
    const { ann, bob, id } = await talk();
    const offer = await gig(db, { sellerId: bob.id, title: "A stamp of your cat" });
    const service = await ann.get(`/services/s/${offer.slug}`);
    const link = service.links.find((to) => to.startsWith("/messages?user=")) ?? "";
    const form = await ann.open(link);
    expect(form.text).toContain("A stamp of your cat From $80");
    expect([form.field("gig"), form.links.includes(`/messages?conversation=${id}`)]).toEqual([
      offer.id,
      true,
    ]);
    await ann.submit("/messages", {
      conversation: id,
      content: "Is it round?",
      gig: form.field("gig") ?? "",
    });
    await ann.submit("/messages", { conversation: id, content: "Or square?" });
    expect(await aboutOf(id)).toEqual([offer.id, null]);
    const read = await bob.get(`/messages?conversation=${id}`);
    expect(read.links).toContain(`/services/s/${offer.slug}`);
  });

  test("The order page's link does the same with the order", async () => {
    const { ann, bob, order } = await paidOrder();
    const page = await ann.get(`/orders/${order.id}`);
    const link = page.links.find((to) => to.startsWith("/messages?user=")) ?? "";
    const form = await ann.open(link);
    expect(form.field("order")).toBe(order.id);
    const conversation = form.field("conversation") ?? "";
    await ann.submit("/messages", { conversation, content: "When?", order: order.id });
    expect(await aboutOf(conversation)).toEqual([order.id]);
    expect((await bob.get(`/messages?conversation=${conversation}`)).links).toContain(`/orders/${order.id}`);
  });

  test("A gig or order that the sender may not see, or that is not between the two, is left out without a message", async () => {
    const { ann, bob, id } = await talk();
    const hidden = await gig(db, { sellerId: bob.id, listed: false });
    const others = await orderRow(db, { sellerId: bob.id });
    const mine = await orderRow(db, { buyerId: ann.id });
    for (const [name, value] of [
      ["gig", hidden.id],
      ["gig", "unknown"],
      ["order", others.id],
      ["order", mine.id],
    ] as const) {
      const form = await ann.get(`/messages?conversation=${id}&${name}=${value}`);
      expect([form.status, form.field(name)]).toEqual([200, undefined]);
      expect((await ann.submit("/messages", { conversation: id, content: "Hi", [name]: value })).status).toBe(
        303,
      );
    }
    expect(await aboutOf(id)).toEqual([null, null, null, null]);
    // Their seller sees an unlisted gig.
    await bob.submit("/messages", { conversation: id, content: "This one", gig: hidden.id });
    expect((await aboutOf(id)).at(-1)).toBe(hidden.id);
  });

  test("A refused message keeps it", async () => {
    const { ann, id } = await talk();
    const offer = await gig(db);
    const page = await ann.get(`/messages?conversation=${id}&gig=${offer.id}`);
    const [, action = ""] = /<form[^>]*action="([^"]*)"[^>]*class="send"/.exec(page.html) ?? [];
    const refused = await ann.submit(action.replaceAll("&amp;", "&"), { conversation: id, content: " " });
    expect([refused.status, refused.field("gig")]).toEqual([400, offer.id]);
  });

  test("It survives signing in", async () => {
    const { id } = await talk();
    const offer = await gig(db);
    const page = await visitor
      .signedOut()
      .submit("/messages", { conversation: id, content: "Hello", gig: offer.id });
    expect(decodeURIComponent(page.location ?? "")).toContain(`conversation=${id}&gig=${offer.id}`);
  });
});
