import { globSync, readFileSync } from "node:fs";
import ts from "typescript";

/** A regular expression of the product, and where it is: `app/lib/errors.ts:42`. */
export type Literal = { place: string; source: string; flags: string };

/**
 * Every regular expression of `app/` and `workers/`, each once, extracted from the source. Almost all of them
 * run on what people or their programs send.
 * @returns `made`: where one is built from a string, which nothing can check
 */
export function regexpsOfProduct(): { literals: Literal[]; made: string[] } {
  const literals = new Map<string, Literal>();
  const made: string[] = [];
  for (const path of globSync(["app/**/*.{ts,tsx}", "workers/**/*.ts"])) {
    const text = readFileSync(path, "utf8");
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      const place = `${path.replaceAll("\\", "/")}:${line}`;
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf("/");
        literals.set(node.text, { place, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
      } else if (ts.isIdentifier(node) && node.text === "RegExp" && !ts.isTypeNode(node.parent)) {
        const isMade = ts.isNewExpression(node.parent) || ts.isCallExpression(node.parent);
        if (isMade && node.parent.expression === node) made.push(place);
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return { literals: [...literals.values()], made };
}
