import { describe, expect, it } from "vitest";
import { day } from "#app/lib/dates.ts";
import {
  changesByExtra,
  choicesFor,
  isPayable,
  refusalToAdd,
  refusalToRaise,
} from "#app/orders/extras/extra.ts";
import { delivered, paid, start, working } from "./order-states.ts";

const extras = {
  list: [
    { id: "source-file", title: "Source file", priceCents: 2000, days: 0 },
    { id: "print-version", title: "Print version", priceCents: 3000, days: 2 },
  ],
  faster: {},
  several: false,
};

describe("Added extras (docs/specification.md#added-extras)", () => {
  it("can be added after the payment and before the first delivery, without a hold or a refund", () => {
    for (const order of [
      paid(),
      paid({ stage: "awaiting_requirements" }),
      working(),
      working({ askedDays: 3 }),
    ])
      expect(refusalToAdd(order)).toBeNull();
    const refused = [
      paid({ paymentStatus: "pending", stage: "awaiting_payment", paidAt: null }),
      paid({ status: "cancelled", stage: "closed" }),
      working({ status: "completed", stage: "closed" }),
      working({ hold: "cancellation", heldBy: "seller" }),
      working({ hold: "refund", heldBy: "buyer" }),
      working({ hold: "dispute" }),
      working({ refundedCashCents: 1 }),
      working({ refundedCreditCents: 1 }),
      delivered(),
      delivered({ stage: "in_revision" }),
    ];
    expect(new Set(refused.map(refusalToAdd)).size).toBe(8);
    expect(refused.map(refusalToAdd)).not.toContain(null);
  });

  it("can be paid while they are offered or chosen, and the order can take them", () => {
    const states = ["offered", "chosen", "added", "closed"] as const;
    expect(states.filter((state) => isPayable({ state }, working()))).toEqual(["offered", "chosen"]);
    expect(states.filter((state) => isPayable({ state }, delivered()))).toEqual([]);
  });

  it("are the gig's that the order does not have, while the gig can be ordered, up to $10,000 in total", () => {
    const gig = { sellerId: "bob", state: "active" as const, listed: true, extras };
    const ids = (order: { priceCents: number; lines: { id: string }[] | null }, of = gig) =>
      choicesFor({ buyerId: "ann", ...order } as Parameters<typeof choicesFor>[0], of).map(({ id }) => id);
    expect(ids({ priceCents: 8000, lines: null })).toEqual(["source-file", "print-version"]);
    expect(ids({ priceCents: 8000, lines: [{ id: "package" }, { id: "source-file" }] })).toEqual([
      "print-version",
    ]);
    expect(ids({ priceCents: 998_000, lines: null })).toEqual(["source-file"]);
    expect(ids({ priceCents: 8000, lines: null }, { ...gig, listed: false })).toEqual([]);
    expect(refusalToRaise({ priceCents: 998_000 }, 2000)).toBeNull();
    expect(refusalToRaise({ priceCents: 998_000 }, 2001)).toBe("An order can cost at most $10,000");
  });

  it("raise price, fee, days and date, and add a line below the package or the lines that are there", () => {
    const agreed = {
      feeCents: 1600,
      packageId: "pro" as const,
      packageTitle: "A portrait",
      offerId: null,
      lines: null,
    };
    const extra = { id: "x", gigExtraId: null, title: "A frame", priceCents: 2000, days: 2 };
    const once = changesByExtra({ ...working(), ...agreed }, extra, 400);
    expect(once).toEqual({
      priceCents: 10_000,
      feeCents: 2000,
      deliveryDays: 5,
      deliveryDate: start + 5 * day,
      lines: [
        { id: "package", title: "Standard: A portrait", priceCents: 8000, quantity: 1 },
        { id: "x", title: "A frame", priceCents: 2000, quantity: 1 },
      ],
    });
    const twice = changesByExtra(
      { ...paid(), ...agreed, ...once, deliveryDate: null },
      { ...extra, gigExtraId: "mount" },
      400,
    );
    const ofOffer = { ...working(), ...agreed, packageTitle: "Custom offer", offerId: "o" };
    expect(changesByExtra(ofOffer, extra, 0).lines[0]?.title).toBe("Custom offer");
    expect(twice).toMatchObject({ priceCents: 12_000, deliveryDate: null, lines: [{}, {}, { id: "mount" }] });
  });
});
