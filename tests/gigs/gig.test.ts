import { expect, test } from "vitest";
import { daysText, refusalToOrder, slugOf } from "#app/gigs/gig.ts";
import { revisionsText } from "#app/gigs/packages/package.ts";
import { packageOf, packagesOf } from "#app/gigs/packages/packages-of.ts";

const gig = { priceCents: 3500, deliveryDays: 3, revisions: 1, features: ["One page"], packageDetails: null };
const written = {
  starter: {
    title: "Mark only",
    description: "One direction",
    price: 180,
    delivery_time: 6,
    revisions: 2,
    features: ["Vector"],
  },
  pro: {
    title: "Mark and letters",
    description: "Two",
    price: 290,
    delivery_time: 9,
    revisions: 3,
    features: ["Vector", "Letters"],
  },
  elite: {
    title: "All",
    description: "All of it",
    price: 440,
    delivery_time: 14,
    revisions: -1,
    features: [],
  },
};

test("A gig without package details gets three tiers, rounded half up to whole dollars", () => {
  expect(packagesOf(gig)).toEqual([
    {
      key: "starter",
      name: "Basic",
      title: "Basic",
      description: "",
      priceCents: 3500,
      deliveryDays: 3,
      revisions: 1,
      features: ["One page"],
    },
    {
      key: "pro",
      name: "Standard",
      title: "Standard",
      description: "",
      priceCents: 5300,
      deliveryDays: 2,
      revisions: 2,
      features: ["One page", "Priority Support"],
    },
    {
      key: "elite",
      name: "Premium",
      title: "Premium",
      description: "",
      priceCents: 7000,
      deliveryDays: 1,
      revisions: 3,
      features: ["One page", "Priority Support", "Premium Features", "24/7 Customer Service"],
    },
  ]);
});

test("Derived delivery is at least one day, unlimited revisions stay unlimited, and only derived prices are rounded", () => {
  const tiers = packagesOf({ ...gig, priceCents: 999, deliveryDays: 1, revisions: -1 });
  expect(tiers.map((p) => p.deliveryDays)).toEqual([1, 1, 1]);
  expect(tiers.map((p) => p.revisions)).toEqual([-1, -1, -1]);
  expect(tiers.map((p) => p.priceCents)).toEqual([999, 1500, 2000]);
});

test.each([
  ["JSON", JSON.stringify(written)],
  ["text of JSON", JSON.stringify(JSON.stringify(written))],
  ["text of text of JSON", JSON.stringify(JSON.stringify(JSON.stringify(written)))],
])("Package details are read from %s", (_, packageDetails) => {
  const tiers = packagesOf({ ...gig, packageDetails });
  expect(tiers.map((p) => [p.name, p.title, p.priceCents, p.deliveryDays, p.revisions])).toEqual([
    ["Basic", "Mark only", 18000, 6, 2],
    ["Standard", "Mark and letters", 29000, 9, 3],
    ["Premium", "All", 44000, 14, -1],
  ]);
});

test("A seller's two packages stay two, and missing fields of a tier come from the gig", () => {
  const packageDetails = JSON.stringify({
    pro: { price: 90 },
    elite: { price: "free" },
    starter: written.starter,
  });
  const tiers = packagesOf({ ...gig, packageDetails });
  expect(tiers.map((p) => p.key)).toEqual(["starter", "pro"]);
  expect(tiers[1]).toEqual({
    key: "pro",
    name: "Standard",
    title: "Standard",
    description: "",
    priceCents: 9000,
    deliveryDays: 3,
    revisions: 1,
    features: ["One page"],
  });
});

test.each([
  "",
  "{",
  "null",
  "[]",
  "7",
  '"starter"',
  '{"starter":null}',
  '{"starter":{"price":0}}',
  '{"pro":{"price":-5}}',
  '{"pro":{"price":1e99}}',
])("Unusable package details (%s) count as none", (packageDetails) => {
  expect(packagesOf({ ...gig, packageDetails })).toEqual(packagesOf(gig));
});

test("A package is found by its key only", () => {
  expect(packageOf(gig, "pro")?.priceCents).toBe(5300);
  expect(packageOf(gig, "toString")).toBeNull();
  expect(packageOf({ ...gig, packageDetails: '{"starter":{"price":9}}' }, "pro")).toBeNull();
});

test("Revisions and days as text", () => {
  expect([-1, 0, 3].map(revisionsText)).toEqual(["Unlimited", "0", "3"]);
  expect([1, 6].map(daysText)).toEqual(["1 day", "6 days"]);
});

test("A missing slug is built from the title and the first 8 characters of the id", () => {
  const id = "12345678-9abc-def0-1234-56789abcdef0";
  expect(slugOf({ id, title: "Logo  & Brand -- Kit!", slug: null })).toBe("logo-brand-kit-12345678");
  expect(slugOf({ id, title: "Über Größe 2", slug: "" })).toBe("über-größe-2-12345678");
  expect(slugOf({ id, title: "???", slug: null })).toBe("12345678");
  expect(slugOf({ id, title: "Logo", slug: "my-own" })).toBe("my-own");
});

test("A seller may not buy their own gig; a visitor is not refused", () => {
  const open = { sellerId: "ann", state: "active", listed: true } as const;
  expect(refusalToOrder("ann", open)).toBe("You cannot purchase your own service");
  expect(refusalToOrder("bob", open)).toBeNull();
  expect(refusalToOrder(null, open)).toBeNull();
});
