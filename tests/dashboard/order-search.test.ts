import { expect, it } from "vitest";
import { matches, orderSearchOf, ordersPath } from "#app/dashboard/order-search.ts";

it("An address keeps what differs from the default, and drops what is unknown", () => {
  for (const path of ["/orders", "/orders?tab=selling&status=in+progress&q=%231a&before=x"])
    expect(ordersPath(orderSearchOf(new URL(path, "http://a").searchParams))).toBe(path);
  expect(ordersPath(orderSearchOf(new URLSearchParams("tab=x&status=y&q=+&before=")))).toBe("/orders");
});

it.each(["#1A2b", "1a2b3c4d-5", "ÖL", "bild auf"])("%s finds the order", (q) =>
  expect(matches(q, { id: "1a2b3c4d-5e", title: "Ein Ölbild auf Holz" })).toBe(true),
);
it.each(["2b3c", "#Öl", "holz auf"])("%s does not find the order", (q) =>
  expect(matches(q, { id: "1a2b3c4d-5e", title: "Ein Ölbild auf Holz" })).toBe(false),
);
