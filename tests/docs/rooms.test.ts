import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { expect, test } from "vitest";

const code = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => existsSync(file) && /\.(ts|tsx|mjs)$/.test(file));

test("No two files of a folder have names that differ only by an s; a noun and its store may", () => {
  const names = (folder: string) =>
    code.filter((file) => dirname(file) === folder).map((file) => basename(file));
  const alike = [...new Set(code.map(dirname))].flatMap((folder) => {
    const all = new Set(names(folder));
    return [...all]
      .map((name) => name.replace(/^([\w-]+)/, "$1s"))
      .filter((plural) => all.has(plural))
      .map((plural) => `${folder}/${plural}`);
  });
  expect(alike).toEqual([]);
});

test("No two shared reads have the same name: they would get each other's answers (docs/architecture.md#data-cache)", () => {
  const names = code
    .filter((file) => file.startsWith("app/"))
    .flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/\bname: "([^"]+)",\s*ttl\b/g)].map(([, name]) => name),
    );
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});
