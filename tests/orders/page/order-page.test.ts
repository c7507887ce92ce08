import { describe, expect, it } from "vitest";
import { checkoutMarkers } from "#app/inline-scripts/inline-scripts.ts";
import { day, hour } from "#app/lib/dates.ts";
import { attachment, safeFileName } from "#app/lib/file-names.ts";
import { deadlinesOf } from "#app/orders/deadline-texts.ts";
import { nextStep } from "#app/orders/next-step.ts";
import type { OrderState } from "#app/orders/order.ts";
import { typeOfFile } from "#app/orders/order-file.ts";
import { returnSentence } from "#app/orders/page/order-view.ts";
import { readTransition } from "#app/orders/page/transition.form.ts";
import { transitionDraft, transitionDraftPath } from "#app/orders/page/transition-draft.ts";
import { moneyBy, saidAfter } from "#app/orders/page/transition-words.ts";
import { receiptOf } from "#app/orders/receipt.ts";
import { isBeforeOurs } from "#app/payments/payment.ts";

const start = Date.UTC(2026, 9, 1);
const order = (state: Partial<OrderState> = {}): OrderState & { feeCents: number } => ({
  buyerId: "ann",
  sellerId: "bob",
  status: "in progress",
  paymentStatus: "paid",
  stage: "working",
  hold: "none",
  heldBy: null,
  suspendedHold: null,
  suspendedBy: null,
  priceCents: 8000,
  creditCents: 1000,
  feeCents: 1600,
  refundedCashCents: 0,
  refundedCreditCents: 0,
  deliveryDays: 3,
  revisions: 1,
  revisionsUsed: 0,
  questions: [],
  answers: null,
  refundDays: 14,
  createdAt: start,
  paidAt: start,
  deliveryDate: start + 3 * day,
  deliveredAt: null,
  firstDeliveredAt: null,
  completedAt: null,
  clockStoppedAt: null,
  heldSince: null,
  heldMs: 0,
  ...state,
});

describe("the four amounts", () => {
  it("card and credit are what seller and platform share", () => {
    expect(receiptOf(order())).toMatchObject({
      cardCents: 7000,
      creditCents: 1000,
      netCents: 6400,
      feeCents: 1600,
    });
  });

  it.each([1, 333, 6999, 7000, 7001, 7999, 8000])("stay equal when %i cents go back", (cents) => {
    const refundedCashCents = Math.min(cents, 7000);
    const amounts = receiptOf(order({ refundedCashCents, refundedCreditCents: cents - refundedCashCents }));
    expect(amounts.netCents + amounts.feeCents + amounts.refundedCents).toBe(8000);
    expect([amounts.cardCents + amounts.creditCents, amounts.refundedCents]).toEqual([8000, cents]);
    expect(Math.min(amounts.netCents, amounts.feeCents)).toBeGreaterThanOrEqual(0);
  });
});

describe("what a page says of a move", () => {
  it("its new status as specified, or that it was done", () => {
    expect(saidAfter("start", "pending")).toBe("Order status updated to in progress");
    expect(saidAfter("complete", "in progress")).toBe("Order status updated to completed");
    expect(saidAfter("cancel", "pending")).toBe("Order status updated to cancelled");
    expect(saidAfter("accept-cancel", "in progress")).toBe("Order status updated to cancelled");
    expect(saidAfter("deliver", "in progress")).toBe("Delivered");
  });

  it("where the money goes", () => {
    expect(moneyBy("cancel", order({ status: "pending" }))).toContain(
      "$80.00 go back to the buyer at once: $10.00 as credit, the rest to the card",
    );
    expect(moneyBy("cancel", order({ status: "pending", paymentStatus: "pending" }))).toContain(
      "Nothing was charged",
    );
    expect(moneyBy("start", order())).toBeNull();
  });

  it("that a review is wanted only while one can be written", () => {
    const said = (mayReview: boolean) =>
      nextStep(
        order({ status: "completed", stage: "closed", completedAt: start }),
        "buyer",
        { buyer: "Ann", seller: "Bob" },
        start,
        mayReview,
      );
    expect(said(true)).toBe("This order is completed. Bob would like to read a review.");
    expect(said(false)).toBe("This order is completed. There is nothing to do.");
  });

  it("why money that it did not take goes back, and how far that is", () => {
    const late = { cents: 8000, differs: false, refund: "due" } as const;
    expect(returnSentence(late)).toBe(
      "A payment of $80.00 came too late; it goes back to you. The refund is on its way.",
    );
    expect(returnSentence({ ...late, refund: "failed" })).toContain("did not go through at once");
    expect(returnSentence({ ...late, differs: true, refund: "confirmed" })).toBe(
      "A payment of $80.00 did not fit this order; it goes back to you. The refund was sent to your card.",
    );
  });

  it("when something is due or happens by itself", () => {
    const said = (state: Partial<OrderState>, at = start + hour) =>
      deadlinesOf(order(state), at).map(({ before, at }) => [before, (at - start) / day]);
    expect(said({})).toEqual([["Due on", 3]]);
    expect(said({}, start + 4 * day)).toEqual([["It was due on", 3]]);
    expect(said({ hold: "cancellation" })).toEqual([]);
    const delivered = {
      stage: "delivered",
      deliveredAt: start + day,
      firstDeliveredAt: start + day,
    } as const;
    expect(said(delivered)).toEqual([
      ["Without an answer it is completed by itself on", 8],
      ["A refund can be requested until", 15],
    ]);
    const whole = { refundedCashCents: 7000, refundedCreditCents: 1000, stage: "closed" } as const;
    expect(said({ ...whole, firstDeliveredAt: start })).toEqual([]);
    expect(said({ ...whole, status: "pending" })).toEqual([]);
    expect(said({ status: "pending", stage: "ready" })).toEqual([["If the work has not started by", 14]]);
  });
});

describe("what a form brings", () => {
  const form = (fields: Record<string, string>) => {
    const made = new FormData();
    for (const [name, value] of Object.entries(fields)) made.set(name, value);
    return made;
  };

  it("a note of 10 to 2,000 characters where words are asked, without the spaces around", () => {
    const errorsOf = (note: string) => readTransition("revise", [], form({ note })).errors;
    expect(errorsOf(`  ${"x".repeat(9)}  `)).not.toBeNull();
    expect(errorsOf("x".repeat(10))).toBeNull();
    expect(errorsOf("x".repeat(2000))).toBeNull();
    expect(errorsOf("x".repeat(2001))).not.toBeNull();
    expect(readTransition("complete", [], form({})).errors).toBeNull();
  });

  it("an answer to every question that must be answered, one of its options where it has some", () => {
    const questions = [
      { question: "A", type: "text" as const, required: true },
      { question: "B", type: "choice" as const, required: false, options: ["x", "y"] },
      { question: "C", type: "file" as const, required: true },
    ];
    const read = (fields: Record<string, string>) => readTransition("answer", questions, form(fields));
    expect(read({ "answer-0": " ", "answer-1": "z" }).errors).toEqual({
      "answer-0": ["Answer this question"],
      "answer-1": ["Choose one of these"],
      "answer-2": ["Choose a file"],
    });
    const whole = form({ "answer-0": " bread " });
    whole.set("answer-2", new File(["%PDF"], "logo.pdf"));
    expect(readTransition("answer", questions, whole)).toMatchObject({
      errors: null,
      answers: ["bread", "", "logo.pdf"],
    });
  });

  it("what was typed travels in an address and comes back", () => {
    const sent = form({ intent: "revise", note: "50 % \\o/\nbluer", version: "3" });
    const url = new URL(transitionDraftPath("id", sent), "http://x");
    expect(transitionDraft(url.searchParams)).toEqual({
      intent: "revise",
      kept: { note: "50 % \\o/\nbluer" },
    });
    expect(transitionDraftPath("id", form({ intent: "start" }))).toBe("/orders/id");
    expect(transitionDraft(new URLSearchParams())).toBeNull();
  });
});

describe("files", () => {
  it("have names without a way, and headers without a break", () => {
    expect(safeFileName("C:\\work\\..\\a%22b.PDF")).toBe("ab.pdf");
    expect(safeFileName("../../etc/passwd")).toBe("passwd");
    expect(safeFileName(`${"x".repeat(300)}.zip`)).toBe(`${"x".repeat(100)}.zip`);
    expect(safeFileName("\u202egnp.exe")).toBe("gnp.exe");
    expect(attachment('ü"\r\n.pdf')).toBe(
      "attachment; filename=\"____.pdf\"; filename*=UTF-8''%C3%BC%22%0D%0A.pdf",
    );
  });

  it("are what their names say, where that can be told", () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    expect(typeOfFile("a.PDF", bytes("%PDF-1.7"))).toBe("application/pdf");
    expect(typeOfFile("a.pdf", bytes("MZ.."))).toBeNull();
    expect(typeOfFile("a.txt", bytes("anything"))).toBe("text/plain");
    for (const name of ["a.exe", "a.html", "a", "pdf", "a.pdf.js"])
      expect(typeOfFile(name, bytes("%PDF"))).toBeNull();
  });
});

describe("the way to the card page", () => {
  /** A page with the script, and what it keeps. */
  function page(options: { clears?: boolean; typed?: boolean; stored?: Record<string, string> } = {}) {
    const stored = new Map(Object.entries(options.stored ?? {}));
    const heard = new Map<string, (event: unknown) => void>();
    const slabs: string[] = [];
    const seen = {
      stored,
      slabs,
      reloads: 0,
      say: (name: string, event: unknown) => heard.get(name)?.(event),
    };
    const listens = {
      addEventListener: (name: string, act: (event: unknown) => void) => heard.set(name, act),
    };
    const document = {
      ...listens,
      visibilityState: "visible",
      querySelector: () => (options.clears ? {} : null),
      querySelectorAll: () => (options.typed ? [{ type: "text", value: "a", defaultValue: "" }] : []),
      createElement: () => ({
        setAttribute: () => {},
        set textContent(text: string) {
          slabs.push(text);
        },
      }),
      body: { appendChild: () => {} },
    };
    const window = {
      ...listens,
      location: { reload: () => seen.reloads++ },
      localStorage: {
        getItem: (name: string) => stored.get(name) ?? null,
        setItem: (name: string, value: unknown) => stored.set(name, String(value)),
        removeItem: (name: string) => stored.delete(name),
      },
    };
    new Function("document", "window", checkoutMarkers)(document, window);
    return seen;
  }
  const order = { dataset: {}, elements: { token: {}, gigId: { value: "g1" }, package: { value: "pro" } } };
  const underway = () => ({ stripeRedirect: "true", lastVisitTimestamp: String(Date.now() - 60_000) });
  const welcome = "Welcome back! Processing your payment...";

  it("an order form and 'Complete Payment' leave four markers; a search leaves none", () => {
    const shop = page();
    shop.say("submit", { target: { dataset: {}, elements: {} } });
    shop.say("submit", { target: order, submitter: { formMethod: "dialog" } });
    expect([...shop.stored]).toEqual([]);
    shop.say("submit", { target: order, submitter: { formMethod: "post" } });
    expect(Object.fromEntries(shop.stored)).toEqual({
      stripeRedirect: "true",
      checkoutServiceId: "g1",
      checkoutPackage: "pro",
      lastVisitTimestamp: expect.stringMatching(/^\d{13}$/),
    });
    const desk = page();
    desk.say("submit", { target: { dataset: { checkout: "g2", package: "elite" }, elements: {} } });
    expect([desk.stored.get("checkoutServiceId"), desk.stored.get("checkoutPackage")]).toEqual([
      "g2",
      "elite",
    ]);
  });

  it("a page that says that nothing was paid clears them and welcomes nobody", () => {
    const ended = page({ clears: true, stored: underway() });
    expect([ended.stored.size, ended.slabs]).toEqual([0, []]);
  });

  it("'Try Again' of the canceled page steps back to a page of ours, never to the card page", () => {
    const shop = "https://handiwork.test";
    const isOurs = (state: unknown, from: string) => isBeforeOurs(state, from, shop);
    expect(isOurs({ idx: 2 }, "https://checkout.stripe.com/")).toBe(true);
    expect(isOurs({ idx: 0 }, `${shop}/orders/1`)).toBe(true);
    for (const from of ["", "https://checkout.stripe.com/", `${shop}.evil.test/`])
      expect([isOurs({ idx: 0 }, from), isOurs(null, from)]).toEqual([false, false]);
  });

  it("another page welcomes once; an hour later it does not", () => {
    const back = page({ stored: underway() });
    expect([back.slabs, back.stored.size]).toEqual([[welcome], 0]);
    const late = page({ stored: { ...underway(), lastVisitTimestamp: "1" } });
    expect([late.slabs, late.stored.size]).toEqual([[], 0]);
  });

  it("from the back cache, or as a tab that becomes visible, it is read anew; not over what was typed, nor while it is left", () => {
    for (const [name, event] of [
      ["pageshow", { persisted: true }],
      ["visibilitychange", {}],
    ] as const) {
      const plain = page();
      const typed = page({ typed: true });
      for (const one of [plain, typed]) {
        for (const [key, value] of Object.entries(underway())) one.stored.set(key, value);
        one.say(name, event);
      }
      expect([plain.reloads, plain.slabs, typed.reloads, typed.slabs]).toEqual([1, [], 0, [welcome]]);
    }
    const leaving = page();
    leaving.say("submit", { target: order });
    leaving.say("visibilitychange", {});
    expect([leaving.reloads, leaving.slabs]).toEqual([0, []]);
  });
});
