import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { hasPreview, kindOfFile } from "#app/uploads/private-file.ts";
import { orders } from "#drizzle/schema.ts";
import { drawn } from "../../support/pictures.ts";
import { paidOrder } from "../../support/purchase.ts";
import { deliveries } from "../../support/stripe.ts";
import { db, visitor } from "../../support/visitor.ts";
import { deliveredOrder, pdf, sendFiles, startedOrder } from "../started-order.ts";

await deliveries("off");

const questions = [
  { question: "What do you sell?", type: "text" as const, required: true },
  { question: "Which colours?", type: "text" as const, required: true },
];

describe("the page of a delivered order", { timeout: 30_000 }, () => {
  it("Shows the next step first, then the delivery with its answer, requirements, timeline and summary", async () => {
    const { ann, bob, order, path } = await deliveredOrder();
    await db.update(orders).set({ requirements: "Forty cups, please" }).where(eq(orders.id, order.id));
    const { text, html } = await ann.get(path);
    const parts = [
      "Review it, then accept it or ask for changes",
      "Here is all that you have asked for.",
      "Mark as complete",
      "Ask for changes (1 left)",
      "Forty cups, please",
      "Order placed",
      "See the delivery",
      "Summary",
      "Is something wrong?",
    ];
    const places = parts.map((words) => text.indexOf(words));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(html).toMatch(/class="tag ok">Delivered</);
    expect(html).not.toMatch(/class="tag ok">In progress</);
    // There is nothing to do but to answer the delivery, so no heading without anything below it.
    expect(text).not.toContain("What you can do next");
    expect((await bob.get(path)).text).not.toContain("Mark as complete");
  });

  it("Questions that are still open after the delivery are collapsed below it, and opened by their errors", async () => {
    const { ann, path } = await deliveredOrder({ questions });
    const { html } = await ann.get(path);
    const [delivery, folded] = [html.indexOf('id="delivery"'), html.indexOf('<details class="mb-10"')];
    expect(delivery).toBeGreaterThan(0);
    expect(folded).toBeGreaterThan(delivery);
    expect(html.indexOf('name="answer-0"')).toBeGreaterThan(folded);
    const half = await sendFiles(ann, path, { intent: "answer", "answer-0": "Bread", "answer-1": "" }, []);
    expect(half.html).toMatch(/<details class="mb-10" open/);
    expect(half.field("answer-0")).toBe("Bread");
  });

  it("A completed order shows no questions that were never answered, and a cancelled one no refund window", async () => {
    const { ann, bob, path } = await deliveredOrder({ questions });
    expect((await bob.get(path)).text.match(/Not answered yet/g)).toHaveLength(1);
    await ann.submit(path, { intent: "complete" });
    for (const { text } of [await ann.get(path), await bob.get(path)]) {
      expect(text).not.toContain("Not answered");
      expect(text).toContain("Refund window: until");
    }
    const paid = await paidOrder();
    const cancelled = `/orders/${paid.order.id}`;
    expect((await paid.ann.get(cancelled)).text).toContain("Refund window");
    await paid.ann.submit(cancelled, { intent: "cancel" });
    expect((await paid.ann.get(cancelled)).text).not.toContain("Refund window");
  });

  it("A request for changes is shown next to the form that answers it", async () => {
    const { ann, bob, path } = await deliveredOrder();
    await ann.submit(path, { intent: "revise", note: "Please make it a little bluer" });
    const { text, html } = await bob.get(path);
    // On paper there are no buttons, and no heading over them.
    expect(html).toMatch(/<section class="[^"]*\bunprinted"><h2>What you can do next/);
    const [asked, form] = [
      text.indexOf("Please make it a little bluer"),
      text.indexOf("What are you delivering?"),
    ];
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThan(form);
  });
});

describe("files of a delivery", { timeout: 30_000 }, () => {
  it("Each file has the icon of its kind", () => {
    const kinds = ["a.PNG", "a.pdf", "a.zip", "a.mp3", "a.mov", "a"].map(kindOfFile);
    expect(kinds).toEqual(["picture", "document", "archive", "sound", "film", "document"]);
    expect(["a.JPG", "a.webp", "a.gif", "a.psd", "a.pdf"].map(hasPreview)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it("A picture has a small version for the parties only, which is not encoded again for a browser that has it", async () => {
    const { ann, bob, path } = await startedOrder();
    const files: [string, Blob, string][] = [
      ["files", new Blob([await drawn("image/png", { width: 1600, height: 1200 })]), "look.png"],
      ["files", pdf(), "sheet.pdf"],
    ];
    await sendFiles(bob, path, { intent: "deliver", note: "Both files, as we agreed." }, files);
    const page = await ann.get(path);
    const sources = [...page.html.matchAll(/<img src="([^"]*preview=1)"/g)].map(([, src]) => src ?? "");
    expect(sources).toHaveLength(1);
    const [src = ""] = sources;
    const preview = await ann.fetch(src);
    expect([preview.status, preview.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
    expect(preview.headers.get("Cache-Control")).toBe("private, no-cache");
    expect((await preview.arrayBuffer()).byteLength).toBeLessThan(100_000);
    const again = await ann.fetch(src, { headers: { "If-None-Match": preview.headers.get("ETag") ?? "" } });
    expect(again.status).toBe(304);
    const eve = await visitor.signedIn();
    const headers = { "If-None-Match": preview.headers.get("ETag") ?? "" };
    expect((await eve.fetch(src, { headers })).status).toBe(302);
    const sheet = page.links.find((link) => link.includes("/files/") && !src.startsWith(link));
    expect((await ann.fetch(`${sheet}?preview=1`)).status).toBe(404);
  });
});
