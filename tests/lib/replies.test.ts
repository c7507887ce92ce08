import { expect, test } from "vitest";
import { returnPath } from "#app/lib/replies.ts";

const hostile = [
  // Another origin, or a scheme.
  "https://evil.example",
  "http:evil.example",
  "HTTPS://evil.example/orders",
  "https:/evil.example",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,hello",
  "vbscript:x",
  "mailto:ann@example.test",
  "blob:https://evil.example/1",
  // No leading slash, or something before it.
  "",
  "evil.example",
  "orders",
  " /orders",
  "?q=1",
  "#top",
  ".//evil.example",
  "%2Forders",
  // Two slashes, or what browsers read as such.
  "//evil.example",
  "///evil.example",
  "////evil.example",
  "//evil.example:443/orders",
  "//user@evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "\\/evil.example",
  "/\\/evil.example",
  "/orders\\..\\evil",
  // The same, percent-encoded, once and more often.
  "/%2fevil.example",
  "/%2Fevil.example",
  "/%5cevil.example",
  "/%5Cevil.example",
  "/%252fevil.example",
  "/%25252fevil.example",
  "/%2525252fevil.example",
  "/%25252525252525252fevil.example",
  "/%255cevil.example",
  // Next to a broken encoding.
  "/%2Fevil.example%zz",
  "/%2fevil.example%",
  "/%5Cevil.example%e0%a4",
  "/%0d%0aSet-Cookie:x=1%ff",
  // Control characters, which browsers drop or proxies read.
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r/evil.example",
  "/a\tb",
  "/a\u0000b",
  "/a\u007fb",
  "/a\u0085b",
  "/%09/evil.example",
  "/%0a/evil.example",
  "/%0d%0aLocation:https://evil.example",
  "/%00/evil.example",
  "/%7f",
  "/%c2%85",
  "/%250a/evil.example",
  "/orders?x=%0d%0aSet-Cookie:a=b",
  // Dot segments that leave two slashes.
  "/.//evil.example",
  "/..//evil.example",
  "/a/..//evil.example",
  "/%2e//evil.example",
  "/%2e%2e//evil.example",
  "/a/%2E%2E//evil.example",
  "/./\\evil.example",
  "/%252e//evil.example",
  // Too long for an address.
  `/${"a".repeat(20_000)}`,
];

test("at least 40 hostile return paths redirect to home", () => {
  expect(new Set(hostile).size).toBeGreaterThanOrEqual(40);
  for (const path of hostile) expect([path, returnPath(path)]).toEqual([path, "/"]);
  expect([returnPath(null), returnPath(undefined)]).toEqual(["/", "/"]);
  expect(returnPath("//evil.example", "/verify")).toBe("/verify");
});

test("a return path on this site is kept as it is", () => {
  for (const path of [
    "/",
    "/orders",
    "/orders?tab=selling",
    "/orders/1/#events",
    "/search?q=logo+design&page=2",
    "/search?q=100%25",
    "/search?q=50%25+off%3F",
    "/categories/caf%C3%A9",
    "/@ann/a-logo",
    "/messages?conversation=1#last",
    "/search?q=https%3A%2F%2Fexample.test",
  ])
    expect(returnPath(path)).toBe(path);
});

test("a deeply encoded return path is checked quickly", () => {
  const start = performance.now();
  expect(returnPath(`/%${"25".repeat(9_000)}2fevil`)).toBe("/");
  expect(performance.now() - start).toBeLessThan(200);
});
