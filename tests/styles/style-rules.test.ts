import { expect, it } from "vitest";
import { parseStyles, stylesFor } from "#app/styles/style-rules.ts";

const used = (css: string, ...classes: string[]) => stylesFor(parseStyles(css), new Set(classes));

it("A rule stays if the page has all classes of one of its selectors", () => {
  const css = ".a .b,.c>a,p{color:red}.d{margin:0}";
  expect(used(css)).toBe("p{color:red}");
  expect(used(css, "a", "c")).toBe(".c>a,p{color:red}");
  expect(used(css, "a", "b", "d")).toBe(".a .b,p{color:red}.d{margin:0}");
});

it("States, attributes, elements and classes in brackets need no class", () => {
  const css =
    "a:hover{x:1}[data-said]>span{x:2}[hidden]{x:3}p:not(.a){x:4}:is(.a,.b) p{x:5}:where(.a) a,i:has(~.a):after{x:6}";
  expect(used(css)).toBe(css);
  expect(used(".a:not(.b,[c]).d{x:1}", "a")).toBe("");
  expect(used(".a:not(.b,[c]).d{x:1}", "a", "d")).toBe(".a:not(.b,[c]).d{x:1}");
});

it("A condition goes when none of its rules stays, and what else begins with @ stays", () => {
  const css =
    "@layer theme,base;@layer base{@media (min-width:9px){.a{x:1}.b{x:2}}@supports (x:y){.c{x:3}}}@keyframes k{to{x:4}}@media print{.c{x:5}}";
  expect(used(css, "b")).toBe(
    "@layer theme,base;@layer base{@media (min-width:9px){.b{x:2}}}@keyframes k{to{x:4}}",
  );
});

it("Signs within strings, brackets and escapes are no syntax", () => {
  const css = `.a:before{content:"}{;"}.b{background:url(data:x;y,{)}[title="a,{b}"] .c{x:1}.mt-1\\.5{x:2}.\\36 0{x:3}`;
  expect(used(css, "a", "b", "c", "mt-1.5")).toBe(css.replace(".\\36 0{x:3}", ""));
});

it("A block that is not closed is refused", () => {
  expect(() => parseStyles("a{b{c:d}")).toThrow("not closed");
});
