import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { browserPackages, startDevServer } from "#scripts/local/dev/server.ts";
import { startRuntime } from "#scripts/local/runtime.ts";
import { findFreePort } from "#scripts/ports.ts";
import { root } from "#scripts/processes.ts";

import manifest from "../../package.json" with { type: "json" };

const prefix = "/-/dev/";

/** Runs a copy of the small app in dev-app/ as `npm run dev` runs the product. */
async function startApp() {
  // Inside the project, for its packages.
  mkdirSync(join(root, "dist"), { recursive: true });
  const folder = mkdtempSync(join(root, "dist/dev-app-"));
  cpSync(join(import.meta.dirname, "dev-app"), folder, { recursive: true });
  const said: string[] = [];
  const port = await findFreePort();
  const dev = await startDevServer(folder, (sentence) => void said.push(sentence));
  const worker = { name: "app", compatibilityDate: "2026-08-01", compatibilityFlags: ["nodejs_compat"] };
  const workers = [await dev.replace({ ...worker, modules: true, script: "" })];
  const runtime = await startRuntime({ port, workers, sink: (_level, line) => void said.push(line) });
  onTestFinished(async () => {
    await Promise.all([runtime.dispose(), dev.stop()]);
    rmSync(folder, { recursive: true });
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    said,
    get: (path: string) => fetch(url + path),
    page: async () => (await fetch(url)).text(),
    edit(file: string, from: string, to: string) {
      const text = readFileSync(join(folder, file), "utf8");
      expect(text).toContain(from);
      writeFileSync(join(folder, file), text.replace(from, to));
    },
  };
}

/** A browser's socket: what the page is told about edits, in order. */
async function listen(
  url: string,
): Promise<{ type: string; event?: string; updates?: { path: string }[] }[]> {
  const client = await (await fetch(`${url}${prefix}@vite/client`)).text();
  const token = /wsToken = "([^"]+)"/.exec(client)?.[1];
  const socket = new WebSocket(`${url.replace("http", "ws")}${prefix}?token=${token}`, "vite-hmr");
  const told: Awaited<ReturnType<typeof listen>> = [];
  socket.addEventListener("message", ({ data }) => void told.push(JSON.parse(data)));
  await new Promise((done, fail) => {
    socket.addEventListener("open", done);
    socket.addEventListener("error", fail);
  });
  onTestFinished(() => socket.close());
  return told;
}

test("npm run dev shows each edit, through the worker's own request handling, and survives a broken one", async () => {
  const app = await startApp();
  const first = await app.get("/");
  const page = await first.text();
  expect(page).toContain("Soup of the day");
  expect(page).toContain("color: green");
  expect(page).toContain(
    `<script type="module" src="${prefix}scripts/local/dev/browser.ts"></script></body>`,
  );
  // The worker's output about the page stays.
  expect(first.headers.get("Content-Security-Policy")).toBe("script-src 'self'");

  // The browser gets its modules and news of edits from the same host.
  const component = await (await app.get(`${prefix}app/soup.tsx`)).text();
  expect(component).toContain("Soup of the day");
  const told = await listen(app.url);
  const heard = (type: string) => expect.poll(() => told.map((one) => one.event ?? one.type)).toContain(type);

  app.edit("app/soup.tsx", "Soup of the day", "Stew of the day");
  await expect.poll(app.page).toContain("Stew of the day");
  await heard("update");
  await heard("handiwork:styles");
  expect(told.map(({ type }) => type)).not.toContain("full-reload");

  app.edit("app/page.css", "green", "blue");
  await expect.poll(app.page).toContain("color: blue");
  expect(told.map(({ type }) => type)).not.toContain("full-reload");

  app.edit("app/prices.server.ts", "4", "5");
  await expect.poll(app.page).toContain("5 dollars");
  await heard("full-reload");

  // A separate build: pages cached under the old build's name are not shown.
  const build = (text: string) => /build (\S+)/.exec(text)?.[1];
  expect(build(await app.page())).not.toBe(build(page));

  app.edit("app/prices.server.ts", "price =", "price = =");
  await expect.poll(app.page).toContain("app/prices.server.ts:2:");
  expect((await app.get("/")).status).toBe(500);
  await heard("error");
  await expect.poll(() => app.said.join("\n")).toContain("app/prices.server.ts:2:");
  app.edit("app/prices.server.ts", "= =", "=");
  await expect.poll(app.page).toContain("5 dollars");

  app.edit("app/prices.server.ts", "5", "missing()");
  await expect.poll(app.page).toContain("missing is not defined");
  app.edit("app/prices.server.ts", "missing()", "6");
  await expect.poll(app.page).toContain("6 dollars");

  app.edit("vite.config.ts", "export default", "\nexport default");
  await expect.poll(() => app.said.join("\n")).toContain("The configuration has changed");
});

test("The packages that are prepared for the browser are the project's own", () => {
  const names = browserPackages.map((path) =>
    path
      .split("/")
      .slice(0, path.startsWith("@") ? 2 : 1)
      .join("/"),
  );
  expect(Object.keys(manifest.dependencies)).toEqual(expect.arrayContaining(names));
});
