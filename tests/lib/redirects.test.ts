import { expect, it } from "vitest";
import { localTarget, movedPermanently, redirect, seeOther } from "#app/lib/replies.ts";

const sources = import.meta.glob(["/app/**/*.{ts,tsx}", "/workers/**/*.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
}) as Record<string, string>;

/** Targets that a browser reads as another site, or that a header cannot carry. */
const hostile = [
  "//evil.example/x",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/%09/evil.example",
  "/.//evil.example",
  "/a/..//evil.example",
  "/%2e%2e//evil.example",
  "/%2Fevil.example",
  "/%252Fevil.example",
  "/%5Cevil.example",
  "/%0d%0aSet-Cookie:a=b",
  "https://evil.example/",
  "javascript:alert(1)",
  "evil.example",
  "",
];

it("Every redirect stays on this site, whatever its target", () => {
  for (const reply of [redirect, seeOther, movedPermanently])
    for (const to of hostile) expect([to, reply(to).headers.get("Location")]).toEqual([to, "/"]);
});

it("A path on this site is kept as it is, with any query", () => {
  for (const to of [
    "/",
    "/orders/1?again=1#review",
    "/search?q=a%5Cb%0Ac&page=2",
    "/sign-in?redirectTo=%2F%2Fevil.example",
    "/@ann%C3%A9/a-bowl",
    "/categories/a%2Fb",
  ])
    expect(localTarget(to)).toBe(to);
});

it("Redirects are made in one file", () => {
  const makers = Object.entries(sources)
    .filter(([, text]) =>
      /\{[^}]*\bredirect(Document)?\b[^}]*\} from "@remix-run|Response\.redirect|headers\.set\("Location"|\bLocation:/.test(
        text,
      ),
    )
    .map(([file]) => file);
  expect(makers).toEqual(["/app/lib/replies.ts"]);
});
