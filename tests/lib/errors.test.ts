import { DrizzleQueryError } from "drizzle-orm";
import { expect, it } from "vitest";
import { errorStack, loggedPath } from "#app/lib/errors.ts";

it("A failed statement is logged without its values, with D1's reason", () => {
  const reason = new Error("D1_ERROR: UNIQUE constraint failed: users.email: SQLITE_CONSTRAINT");
  const sql = 'insert into "users" ("email") values (?)';
  const text = errorStack(new DrizzleQueryError(sql, ["ann@example.test"], reason));
  expect(text).toContain(sql);
  expect(text).toContain(
    "caused by Error: D1_ERROR: UNIQUE constraint failed: users.email: SQLITE_CONSTRAINT",
  );
  expect(text).toContain("errors.test.ts");
  expect(text).not.toContain("ann@");
});

it("Personal data in an error message is left out; ids and constants stay", () => {
  for (const [message, logged] of [
    ["could not send to Ann.Lee@example.test", "could not send to …"],
    ['fts5: syntax error near "Ann Lee"', "fts5: syntax error near …"],
    ["no session for eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhbm4ifQ", "no session for …"],
    ["https://api.example/?token=abc answers 500", "… answers 500"],
    [
      "Order 7230c2b9-c561-4dfd-8b79-4b5e76a23fc8 is gone",
      "Order 7230c2b9-c561-4dfd-8b79-4b5e76a23fc8 is gone",
    ],
    ["first line\nAnn Lee", "first line"],
  ])
    expect(errorStack(new Error(message)).split("\n")[0]).toBe(`Error: ${logged}`);
});

it("A library's error is logged with its type and code; a thrown string without its text", () => {
  class StripeCardError extends Error {
    override name = "StripeCardError";
    code = "card_declined";
  }
  const text = errorStack(new StripeCardError("The card of Ann Lee was declined"));
  expect(text).toMatch(/^StripeCardError card_declined: …\n\s+at /);
  expect(errorStack(JSON.parse.bind(null, "Ann"))).toBe("thrown function");
  expect(errorStack("Ann Lee")).toBe("thrown string");
  try {
    JSON.parse("Ann Lee");
  } catch (error) {
    expect(errorStack(error)).not.toContain("Ann");
  }
});

it("A path is logged without usernames", () => {
  expect(loggedPath("/@ann-lee/a-bowl")).toBe("/@…/a-bowl");
  expect(loggedPath("/appeal/0b1c.data")).toBe("/appeal/….data");
  expect(loggedPath(`/${"x".repeat(1000)}`)).toHaveLength(500);
});
