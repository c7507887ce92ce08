import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { expect, it } from "vitest";
import { AssistantBanner, PromoCards, SellBanner } from "#app/home/offers.tsx";
import { expectErrorLog } from "../support/bindings/error-log.ts";

/** The links in a rendered component. */
function linksOf(element: ReactElement): string[] {
  // React's development build logs a warning about the router's effect; the production build does not.
  expectErrorLog("useLayoutEffect does nothing on the server");
  const html = renderToStaticMarkup(createElement(MemoryRouter, null, element));
  return [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(?:<svg.*?<\/svg>)?([^<]*)/g)].map(
    ([, href, label]) => `${label}: ${href}`,
  );
}

const assistant = { to: "/ai-assistant" };
const sell = { to: "/services/sell" };

it("The promo cards link to the AI assistant and to selling", () => {
  expect(linksOf(createElement(PromoCards, { assistant, sell }))).toEqual([
    "Ask the assistant: /ai-assistant",
    "Become a seller: /services/sell",
  ]);
});

it("The AI assistant banner has a button", () => {
  expect(linksOf(createElement(AssistantBanner, { assistant }))).toEqual([
    "Try the AI assistant: /ai-assistant",
  ]);
});

it("The call to action for sellers has a button", () => {
  expect(linksOf(createElement(SellBanner, { sell }))).toEqual(["Become a Seller: /services/sell"]);
});
