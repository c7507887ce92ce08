import { resolve } from "node:path";
import { build, transform } from "esbuild";
import ts from "typescript";
import type { Plugin } from "vite";

const query = "?inline-script";

/**
 * `import text from "./page.script.ts?inline-script"` imports a script with its imports as minified text, for
 * a `<script>` in the page.
 */
export const inlineScripts: Plugin = {
  name: "inline-scripts",
  enforce: "pre",
  async load(id) {
    if (!id.endsWith(query)) return null;
    const { text, files } = await inlineScriptOf(id.slice(0, -query.length));
    for (const file of files) this.addWatchFile(resolve(file));
    return `export default ${JSON.stringify(text)};`;
  },
};

/** Without `"use strict"`, which costs each page 11 bytes. */
const sloppy = { compilerOptions: { alwaysStrict: false } };

/**
 * The text is ES5, because it also runs in browsers that are too old for the framework. esbuild bundles and
 * minifies but does not convert `const` to `var`; TypeScript does.
 * @param file its path
 */
export async function inlineScriptOf(file: string): Promise<{ text: string; files: string[] }> {
  const bundle = await build({
    entryPoints: [file],
    bundle: true,
    format: "iife",
    target: "es2022",
    metafile: true,
    write: false,
    tsconfigRaw: sloppy,
  });
  const modern = bundle.outputFiles[0]?.text ?? "";
  const { outputText } = ts.transpileModule(modern, {
    compilerOptions: { ...sloppy.compilerOptions, target: ts.ScriptTarget.ES5, removeComments: true },
  });
  const { code } = await transform(outputText, { minify: true, target: "es5" });
  return { text: code.trim(), files: Object.keys(bundle.metafile.inputs) };
}
