import { expect, it } from "vitest";
import { inlineScript } from "#app/layout/inline-script.ts";
import { category, gig } from "../support/factories.ts";
import { db, visitor } from "../support/visitor.ts";

async function compressed(text: string): Promise<number> {
  const stream = new Response(text).body?.pipeThrough(new CompressionStream("gzip"));
  return (await new Response(stream).arrayBuffer()).byteLength;
}

const pottery = await category(db, "Pottery", ["Bowls"]);
const bowl = await gig(db, { categoryId: pottery.id, subcategoryId: pottery.subcategories[0]?.id });

it.each([
  "/",
  "/search",
  "/categories/pottery",
  "/categories/pottery/bowls-pottery",
  `/services/s/${bowl.slug}`,
  "/sign-in",
  "/no/such/page",
])(
  "the styles of %s stand in the page, none is linked, and they weigh at most 6.5 KB compressed",
  async (path) => {
    const page = await visitor.signedOut().get(path);
    const css = /<style id="css"[^>]*>([\s\S]*?)<\/style>/.exec(page.html)?.[1] ?? "";
    expect(css).toContain("--paper:");
    expect(page.html).not.toMatch(/<link[^>]*rel="stylesheet"/);
    expect(await compressed(css)).toBeLessThanOrEqual(6.5 * 1024);
  },
);

it("paper is printed light: each of the two dark blocks is for screens only", async () => {
  const page = await visitor.signedOut().get("/no/such/page");
  const blocks = page.html.split("color-scheme:dark;--paper").slice(0, -1);
  expect(blocks).toHaveLength(2);
  for (const before of blocks)
    expect(before).toMatch(/@media screen( and \(prefers-color-scheme:\s*dark\))?\{[^{}]*\{$/);
});

it("the inline script is small and speaks the language of old browsers", async () => {
  expect(await compressed(inlineScript)).toBeLessThan(1024);
  expect(inlineScript).not.toMatch(/=>|\?\.|\?\?|\b(const|let|async|await)\b|<\/script/);
});
