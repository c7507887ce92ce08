import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && existsSync(file));
const textOf = (file: string) => readFileSync(file, "utf8");

const documents = files.filter((file) => file.endsWith(".md"));
/** Without migrations: a released one never changes, so what it cites may be gone. */
const isSource = (file: string) =>
  /\.(ts|tsx|mjs|mts|cjs|css|sql|toml)$/.test(file) && !file.startsWith("drizzle/migrations/");
const sources = files.filter(isSource);

/**
 * The anchors of a document: the explicit ones, and those that GitHub makes of headings.
 */
function anchorsOf(document: string): Set<string> {
  const text = textOf(document);
  const explicit = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id ?? "");
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replace(/\s/g, "-"),
  );
  return new Set([...explicit, ...headings]);
}
const anchors = new Map(documents.map((document) => [document, anchorsOf(document)]));

/** Why a reference to a document does not resolve; null if it resolves. */
function brokenReference(path: string, anchor: string | undefined): string | null {
  if (!files.includes(path) && !files.some((file) => file.startsWith(`${path.replace(/\/$/, "")}/`)))
    return `${path} does not exist`;
  if (anchor && !anchors.get(path)?.has(anchor)) return `${path} has no anchor #${anchor}`;
  return null;
}

function broken(found: { from: string; path: string; anchor: string | undefined }[]): string[] {
  return found.flatMap(({ from, path, anchor }) => {
    const why = brokenReference(path, anchor);
    return why ? [`${from}: ${why}`] : [];
  });
}

test("Every citation in code and tests names an existing document and anchor", () => {
  const citation = /\b((?:docs\/[\w./-]+|stripe-sandbox\/README|CONTRIBUTING|README)\.md)(?:#([\w-]+))?/g;
  const found = sources.flatMap((file) =>
    [...textOf(file).matchAll(citation)].map(([, path = "", anchor]) => ({ from: file, path, anchor })),
  );
  expect(found.length).toBeGreaterThan(300);
  expect(broken(found)).toEqual([]);
});

test("Code and tests cite no document that is not in the repository", () => {
  const cited = sources.flatMap((file) =>
    [...textOf(file).matchAll(/[\w/.-]+\.md\b/g)]
      .map(([path]) => path)
      .filter((path) => !files.includes(path))
      .map((path) => `${file}: ${path}`),
  );
  expect(cited).toEqual([]);
});

test("Every link between documents resolves", () => {
  const found = documents.flatMap((from) =>
    [...textOf(from).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !/^[a-z]+:/.test(target))
      .map((target) => {
        const [path = "", anchor] = target.split("#");
        return { from, path: path === "" ? from : normalize(join(dirname(from), path)), anchor };
      }),
  );
  expect(found.length).toBeGreaterThan(100);
  expect(broken(found)).toEqual([]);
});

/** The texts in backticks in a document's prose, without code blocks: those are commands and examples. */
function namesIn(document: string): string[] {
  const prose = textOf(document).replace(/^```[\s\S]*?^```/gm, "");
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, name = ""]) => name);
}

/** `app/{a,b}/c.ts` names two files. */
function expanded(path: string): string[] {
  const braces = /^(.*)\{([^{}]*,[^{}]*)\}(.*)$/.exec(path);
  if (!braces) return [path];
  const [, before = "", choices = "", after = ""] = braces;
  return choices.split(",").flatMap((choice) => expanded(before + choice.trim() + after));
}

test("Every file that a document names exists", () => {
  const top = /^(?:app|docs|drizzle|public|scripts|stripe-sandbox|tests|workers)\//;
  const fileName = /^\.?[\w.-]+\.(?:ts|tsx|mjs|cjs|css|sql|toml|md|json|webp)$/;
  const missing = documents.flatMap((document) =>
    namesIn(document)
      .filter((name) => (top.test(name) || fileName.test(name)) && !/[<>*…]|NNNN/.test(name))
      .flatMap(expanded)
      .filter((name) =>
        top.test(name)
          ? brokenReference(name.replace(/#.*/, ""), undefined) !== null
          : !files.some((file) => basename(file) === name),
      )
      .map((name) => `${document}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test("Every function that a document names exists", () => {
  const code = new Set(
    sources
      .filter((file) => !file.startsWith("tests/docs/"))
      .flatMap((file) => textOf(file).match(/[A-Za-z_]\w*/g) ?? []),
  );
  const isFunction = (name: string) => /^[a-z]\w*(?:\.[a-z]\w*)*\(\)$|^[a-z]+[a-z0-9]*[A-Z]\w*$/.test(name);
  const missing = documents.flatMap((document) =>
    namesIn(document)
      .filter(isFunction)
      .filter((name) =>
        name
          .replace("()", "")
          .split(".")
          .some((part) => !code.has(part)),
      )
      .map((name) => `${document}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test("No comment line is longer than 110 columns", () => {
  const long = sources
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
    .flatMap((file) =>
      textOf(file)
        .split("\n")
        .map((line, index) => ({ line, at: `${file}:${index + 1}` }))
        .filter(
          ({ line }) =>
            /^\s*(?:\/\/|\/\*|\*)/.test(line) && line.length > 110 && !/https?:\/\/\S{60}/.test(line),
        ),
    )
    .map(({ at }) => at);
  expect(long).toEqual([]);
});
