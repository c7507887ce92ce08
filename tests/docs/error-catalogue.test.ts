import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * What can fail, and what people read then (docs/specification.md#error-catalogue). Where a sentence has a
 * place for a detail, only its beginning. Each situation has one test in tests/errors/, which causes it.
 */
const catalogue: Record<string, readonly string[]> = {
  "Categories load": ["Could not load categories", "Failed to load categories"],
  "Featured load": ["Failed to load featured services"],
  "Sign-in failure": ["Failed to sign in", "Failed to sign in. Please check your credentials."],
  "Sign-up failure": ["Failed to sign up", "Failed to create account. Please try again."],
  "Sign-up success": ["Registration successful! Please check your email to verify your account."],
  "Sign-out failure": ["Failed to sign out"],
  Payment: [
    "Failed to process payment: ",
    "Payment processing failed",
    "Payment failed: ",
    "Could not process payment",
  ],
  Placeholders: [
    "Failed to create placeholder images. Some images may not display properly.",
    "Network error while setting up images. Please refresh the page.",
  ],
  Orders: [
    "You must be logged in to view your orders",
    "Failed to load your purchase orders",
    "Failed to load your selling orders",
  ],
  "Order update": ["Failed to update order status", "Something went wrong"],
  Messages: ["Failed to load conversations", "Could not create conversation", "Failed to send message"],
  "Seller flow": [
    "Please sign in to become a seller",
    "Please sign in to continue",
    "Failed to submit application. Please try again.",
  ],
  "AI assistant": [
    "Failed to load services",
    "I'm sorry, I encountered an error while searching for services. Please try again.",
  ],
  "Category fetch": ["Failed to load category: "],
  "Subcategory fetch": ["Failed to load subcategory: "],
  "Gig list": ["Failed to load services: ", "Failed to load services. Please try again."],
  "Gig page": ["Error fetching service: ", "Service not found"],
  "Global uncaught error": ["Something went wrong. We're working on it!"],
  "Error boundary": ["Something went wrong"],
};

const source = ["catalogue", "fallbacks"]
  .map((name) => readFileSync(`tests/errors/${name}.test.ts`, "utf8"))
  .join("\n");
/** Each test with its name, its code, and the files that the comments above it name. */
const tests = [...source.matchAll(/((?:^\/\/ Also: .+\n)*)^test\("([^"]+)"([\s\S]*?)^\}\);$/gm)].map(
  ([, above = "", name = "", code = ""]) => ({
    name,
    code,
    also: [...above.matchAll(/Also: (\S+)$/gm)].map(([, file = ""]) => file),
  }),
);

test("Each situation has one test, in this order, and those without a sentence follow", () => {
  expect(tests.map(({ name }) => name)).toEqual([
    ...Object.keys(catalogue),
    "Silent fallbacks",
    "Authentication library errors",
  ]);
});

test("Test files that the catalogue names exist", () => {
  const named = tests.flatMap(({ also }) => also);
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});

test("Each sentence is in the test of its situation, or in a file that this test names", () => {
  const missing = Object.entries(catalogue).flatMap(([situation, sentences]) => {
    const row = tests.find(({ name }) => name === situation);
    const texts = [row?.code ?? "", ...(row?.also ?? []).map((file) => readFileSync(file, "utf8"))];
    // In a regular expression a full stop has a backslash. The detail of a sentence begins after its colon.
    const text = texts.join("\n").replaceAll(/\\+\./g, ".");
    return sentences
      .filter((sentence) => !text.includes(sentence.replace(/: $/, "")))
      .map((sentence) => `${situation}: ${sentence}`);
  });
  expect(missing).toEqual([]);
});
