import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { expect, it } from "vitest";
import { AssistantBanner, PromoCards, SellBanner } from "#app/home/offers.tsx";
import { expectErrorLog } from "../support/bindings/error-log.ts";

/** The links of what a component shows. */
function linksOf(element: ReactElement): string[] {
  // React's development build remarks on the router's effect; the product's build does not.
  expectErrorLog("useLayoutEffect does nothing on the server");
  const html = renderToStaticMarkup(createElement(MemoryRouter, null, element));
  return [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(?:<svg.*?<\/svg>)?([^<]*)/g)].map(
    ([, href, words]) => `${words}: ${href}`,
  );
}

const assistant = { to: "/ai-assistant" };
const sell = { to: "/services/sell" };

it("promo cards for the AI assistant and for selling lead there once those places are built, and nowhere before", () => {
  expect(linksOf(createElement(PromoCards, { assistant, sell }))).toEqual([
    "Ask the assistant: /ai-assistant",
    "Become a seller: /services/sell",
  ]);
  expect(linksOf(createElement(PromoCards, { assistant: null, sell: null }))).toEqual([]);
});

it("large AI assistant banner: its button appears with its place", () => {
  expect(linksOf(createElement(AssistantBanner, { assistant }))).toEqual([
    "Try the AI assistant: /ai-assistant",
  ]);
  expect(linksOf(createElement(AssistantBanner, { assistant: null }))).toEqual([]);
});

it("'Start Selling Your Services Today' call to action: its button appears with its place", () => {
  expect(linksOf(createElement(SellBanner, { sell }))).toEqual(["Become a Seller: /services/sell"]);
  expect(linksOf(createElement(SellBanner, { sell: null }))).toEqual([]);
});
