import { expect, it } from "vitest";
import { inlineScript } from "#app/layout/inline-script.ts";
import { visitor } from "../support/visitor.ts";

async function compressed(text: string): Promise<number> {
  const stream = new Response(text).body?.pipeThrough(new CompressionStream("gzip"));
  return (await new Response(stream).arrayBuffer()).byteLength;
}

it("the stylesheet of public pages stands in the page and weighs at most 6.5 KB compressed (design.md section 6)", async () => {
  const page = await visitor.signedOut().get("/no/such/page");
  const css = /<style id="css"[^>]*>([\s\S]*?)<\/style>/.exec(page.html)?.[1] ?? "";
  expect(css).toContain("--paper:");
  expect(await compressed(css)).toBeLessThanOrEqual(6.5 * 1024);
});

it("the inline script is small and speaks the language of old browsers", async () => {
  expect(await compressed(inlineScript)).toBeLessThan(1024);
  expect(inlineScript).not.toMatch(/=>|\?\.|\?\?|\b(const|let|async|await)\b|<\/script/);
});
