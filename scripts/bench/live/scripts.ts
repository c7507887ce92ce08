import { gzipSync } from "node:zlib";
import { inlineScriptOf } from "../../vite/inline-scripts.ts";
import { atMost, type Figure } from "../figure.ts";
import { ask } from "../load/ask.ts";
import type { LoadAccount } from "../load/crowd.ts";

/** The limits in bytes: scripts of the messages, and of the live number on other pages. */
const most = { messages: 115 * 1024, inline: 1024 };

/** Measures the scripts of /messages, and what the live number in the header adds to any other page. */
export async function measureScripts(url: string, viewer: LoadAccount | undefined): Promise<Figure[]> {
  if (!viewer) throw new Error("The market has no account");
  const read = async (path: string, cookie = viewer.cookie) =>
    (await ask(url + path, "192.0.2.10", cookie)).text;
  // As tests/layout/bytes.test.ts reads them: what the page names, and what that imports.
  const named = (await read("/messages")).matchAll(
    /(?:rel="(?:dns-prefetch|modulepreload)" href|from|import\() ?=?"(\/assets\/[^"]+\.js)"/g,
  );
  const files = new Set([...named].map(([, file = ""]) => file));
  let bytes = 0;
  for (const file of files) {
    const text = await read(file);
    bytes += gzipSync(text).length;
    for (const [, other = ""] of text.matchAll(/(?:\bfrom|\bimport) ?"\.\/([^"]+\.js)"/g))
      files.add(`/assets/${other}`);
  }
  const { text } = await inlineScriptOf("app/inline-scripts/live.script.ts");
  const lite = await read("/orders", `${viewer.cookie}; lite=1`);
  return [
    atMost("scripts of /messages, compressed", bytes, "B", most.messages, `${files.size} files`),
    atMost("live number on other pages, inline, compressed", gzipSync(text).length, "B", most.inline),
    atMost("sockets that a page in Lite opens", lite.includes("WebSocket") ? 1 : 0, "", 0),
  ];
}
