import { expect, test } from "vitest";
import { href } from "#app/lib/href.ts";

test("an address is its path with encoded parameters", () => {
  expect(href("/")).toBe("/");
  expect(href("/profile/factors/recovery-codes.txt")).toBe("/profile/factors/recovery-codes.txt");
  expect(href("/orders/:id", { id: "7f" })).toBe("/orders/7f");
  expect(href("/orders/:id/files/:file", { id: ":file", file: "a/b?c#d" })).toBe(
    "/orders/%3Afile/files/a%2Fb%3Fc%23d",
  );
  expect(href("/categories/:category", { category: "50% über" })).toBe("/categories/50%25%20%C3%BCber");
  expect(href("/services/s/:slug", { slug: "" })).toBe("/services/s/");
});

test("a handle begins with an @, which is not encoded", () => {
  expect(href("/:handle/:slug", { handle: "@ann", slug: "logo" })).toBe("/@ann/logo");
  expect(href("/:handle", { handle: "@a@b" })).toBe("/@a%40b");
});

test("a wrong path and wrong parameters are type errors", () => {
  // @ts-expect-error: no route has this path
  href("/order/:id", { id: "1" });
  // @ts-expect-error: not a page
  href("/*", { "*": "x" });
  // @ts-expect-error: a parameter is missing
  href("/orders/:id");
  // @ts-expect-error: one of two parameters is missing
  href("/orders/:id/files/:file", { id: "1" });
  // @ts-expect-error: the path has no such parameter
  href("/orders/:id", { id: "1", file: "2" });
  // @ts-expect-error: the path has no parameters
  href("/orders", { id: "1" });
  // @ts-expect-error: a parameter is a text
  href("/orders/:id", { id: null });
});
