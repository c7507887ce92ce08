import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import * as ts from "typescript";
import { expect, test } from "vitest";

/** Every piece of text in a source: literals, the fixed parts of templates, and text between tags. */
function textsOf(file: string): string[] {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, false, kind);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node))
      texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

/** Words that CONTRIBUTING.md#english replaces. */
const unwanted =
  /\b(e-mails?|somebody|nobody|whoever|anew|by itself|by themselves|looked into|at this moment|in the meantime)\b/i;

test("No text of the product uses a word that plain English avoids", () => {
  const files = execFileSync("git", ["ls-files", "app", "workers"], { encoding: "utf8" })
    .split("\n")
    .filter((file) => /\.tsx?$/.test(file));
  const texts = files.flatMap((file) => textsOf(file).map((text) => ({ file, text })));
  expect(texts.length).toBeGreaterThan(5000);
  // A single word is a key, not a text.
  expect(texts.filter(({ text }) => text.includes(" ") && unwanted.test(text))).toEqual([]);
});
