import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { withHashes } from "#workers/render/inline-hashes.ts";

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

it("Everything with a nonce is listed by its hash, once, and the nonce is removed", () => {
  const page = [
    '<style id="css" nonce="n-1">a{}\nb{}</style>',
    '<script nonce="n-1" type="text/boot">import "é";</script>',
    '<script id="first" nonce="n-1">1 < 2</script><script nonce="n-1">1 < 2</script>',
  ].join("");
  expect(withHashes(page, "n-1")).toEqual({
    html: page.replaceAll(' nonce="n-1"', ""),
    inline: {
      styles: [hashOf("a{}\nb{}")],
      scripts: [hashOf('import "é";'), hashOf("1 < 2")],
    },
  });
});

it("A script that got into the page in another way is not listed, whatever it contains", () => {
  const foreign = [
    "<script>steal()</script>",
    '<script nonce="n-2">steal()</script>',
    '<style nonce="">a{}</style>',
    '<script type="application/ld+json">[]</script>',
    '<p>nonce="n-2"</p>',
  ].join("");
  expect(withHashes(foreign, "n-1")).toEqual({ html: foreign, inline: { styles: [], scripts: [] } });
});
