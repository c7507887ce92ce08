import { expect, test } from "vitest";
import type { Gig } from "#app/gigs/gigs.server.ts";
import { gigPage } from "#app/gigs/page/gig-page.ts";

const gig: Gig = {
  id: "g1",
  slug: "a-logo",
  title: "A logo",
  description: `Drawn by hand. ${"word ".repeat(60)}`,
  priceCents: 3500,
  deliveryDays: 3,
  revisions: 1,
  features: [],
  packageDetails: null,
  extras: null,
  imageUrl: null,
  imageAlt: null,
  furtherImages: [],
  faqs: [],
  ratingSum: 0,
  reviewCount: 0,
  completedOrders: 0,
  questions: [],
  metaTitle: null,
  metaDescription: null,
  metaKeywords: null,
  sellerId: "ann",
  state: "active",
  listed: true,
  version: 1,
  seller: null,
  sellerHasPage: false,
  sellerCountry: null,
  sellerTimeZone: null,
  backAt: null,
  sellerLanguages: null,
  category: { name: "Design", slug: "design" },
  subcategory: { name: "Logos", slug: "logos" },
};
const visitor = {
  viewerId: null,
  token: null,
  creditCents: 0,
  packageKey: null,
  requirements: "",
};

test("The order form starts with the chosen package and the typed text; an unknown package means the first", () => {
  const page = gigPage(gig, { ...visitor, packageKey: "elite", requirements: "A blue logo" });
  expect(page.chosen).toBe("elite");
  expect(page.requirements).toBe("A blue logo");
  expect(gigPage(gig, { ...visitor, packageKey: "gold" }).chosen).toBe("starter");
});

test("The breadcrumb links category and subcategory and ends with the title", () => {
  expect(gigPage(gig, visitor).crumbs).toEqual([
    { label: "Home", to: "/" },
    { label: "Design", to: "/categories/design" },
    { label: "Logos", to: "/categories/design/logos" },
    { label: "A logo" },
  ]);
});

test("The head falls back to the title and the first 160 characters; its address is the slug route", () => {
  const { meta } = gigPage(gig, visitor);
  expect(meta.title).toBe("A logo");
  expect(meta.description).toHaveLength(160);
  expect(meta.description.startsWith("Drawn by hand. word")).toBe(true);
  expect(meta.path).toBe("/services/s/a-logo");
});

test("A long text of the seller ends at a space, or without one after 160 characters, never inside a character", () => {
  const seller = { username: "ann", fullName: "Ann", avatarUrl: null, sellerLevel: null, since: 0 };
  const shown = (about: string) => gigPage({ ...gig, seller: { ...seller, about } }, visitor).seller?.about;
  expect(shown("日".repeat(160))).toBe("日".repeat(160));
  expect(shown(`${"a".repeat(150)} ${"b".repeat(20)}`)).toBe(`${"a".repeat(150)} …`);
  expect(shown("日".repeat(300))).toBe(`${"日".repeat(160)} …`);
  expect(shown(`a${"😀".repeat(200)}`)).toBe(`a${"😀".repeat(159)} …`);
});
