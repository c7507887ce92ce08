import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * For each package that we depend on, the first version without a known, fixable vulnerability that affects
 * us (docs/security.md#advisories).
 */
const firstWithoutHole = {
  "@remix-run/router": "1.23.4",
  "react-router": "6.30.6",
  "react-router-dom": "6.30.6",
  "@remix-run/react": "2.17.5",
  "@remix-run/server-runtime": "2.17.5",
};

type Lock = { packages: Record<string, { version?: string }> };
const { packages }: Lock = JSON.parse(readFileSync("package-lock.json", "utf8"));

test.each(Object.entries(firstWithoutHole))("Every copy of %s is at least %s", (name, least) => {
  const versions = Object.entries(packages)
    .filter(([path]) => path.endsWith(`node_modules/${name}`))
    .map(([, { version = "0" }]) => version);
  expect(versions.length).toBeGreaterThan(0);
  const older = versions.filter((version) => version.localeCompare(least, "en", { numeric: true }) < 0);
  expect(older).toEqual([]);
});

test("The server decodes no stream: neither Remix's server nor our own code asks for it", () => {
  const sources = globSync([
    "node_modules/@remix-run/server-runtime/dist/*.js",
    "{app,workers}/**/*.{ts,tsx}",
  ]);
  const withStreams = sources.filter((file) => readFileSync(file, "utf8").includes("turbo-stream"));
  expect(withStreams).toEqual(["node_modules/@remix-run/server-runtime/dist/single-fetch.js"]);
  for (const file of withStreams)
    expect(readFileSync(file, "utf8").match(/turboStream\.\w+/g)).toEqual(["turboStream.encode"]);
});
