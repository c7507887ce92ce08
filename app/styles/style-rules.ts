/** What a stylesheet consists of. */
export type StyleRule =
  /** `declarations` of elements that match one of the selectors. */
  | { selectors: Selector[]; declarations: string }
  /** `@media`, `@layer` and the like, around other rules. */
  | { condition: string; rules: StyleRule[] }
  /** Anything else, such as `@keyframes`. */
  | { text: string };

/** `classes`: an element must be in a page with all of them before the selector can match. */
type Selector = { text: string; classes: string[] };

/** Reads a stylesheet without comments, as the build has minified it. */
export function parseStyles(css: string): StyleRule[] {
  const rules: StyleRule[] = [];
  let from = 0;
  while (from < css.length) {
    const at = find(css, from, ";{");
    const head = css.slice(from, at).trim();
    if (css[at] !== "{") {
      if (head) rules.push({ text: `${head};` });
      from = at + 1;
      continue;
    }
    const end = endOfBlock(css, at);
    const block = css.slice(at + 1, end - 1);
    if (/^@(media|layer|supports)\b/.test(head)) rules.push({ condition: head, rules: parseStyles(block) });
    else if (head.startsWith("@")) rules.push({ text: css.slice(from, end) });
    else rules.push({ selectors: splitSelectors(head).map(selectorOf), declarations: block });
    from = end;
  }
  return rules;
}

/** The text of the rules that can apply in a page with these classes, in the same order. */
export function stylesFor(rules: StyleRule[], classes: ReadonlySet<string>): string {
  return rules
    .map((rule) => {
      if ("text" in rule) return rule.text;
      if ("condition" in rule) {
        const inner = stylesFor(rule.rules, classes);
        return inner && `${rule.condition}{${inner}}`;
      }
      const known = rule.selectors.filter((selector) => selector.classes.every((name) => classes.has(name)));
      return known.length > 0 ? `${known.map(({ text }) => text).join()}{${rule.declarations}}` : "";
    })
    .join("");
}

/** Where one of the signs comes next, outside of strings and brackets; the text's length if it does not. */
function find(css: string, from: number, signs: string): number {
  let depth = 0;
  for (let i = from; i < css.length; i++) {
    const sign = css[i] ?? "";
    if (depth === 0 && signs.includes(sign)) return i;
    if (sign === "\\") i++;
    else if (sign === '"' || sign === "'") i = endOfString(css, i);
    else if ("([".includes(sign)) depth++;
    else if (")]".includes(sign)) depth--;
  }
  return css.length;
}

/** Behind the `}` that closes the block at `open`. */
function endOfBlock(css: string, open: number): number {
  let depth = 0;
  for (let i = open; i < css.length; i = find(css, i + 1, "{}")) {
    depth += css[i] === "{" ? 1 : -1;
    if (depth === 0) return i + 1;
  }
  throw new Error(`A block of a stylesheet is not closed: ${css.slice(open, open + 80)}`);
}

/** The position of the quote that closes the string at `open`. */
function endOfString(css: string, open: number): number {
  let i = open + 1;
  while (i < css.length && css[i] !== css[open]) i += css[i] === "\\" ? 2 : 1;
  return i;
}

function splitSelectors(head: string): string[] {
  const selectors: string[] = [];
  for (let from = 0; from < head.length; ) {
    const end = find(head, from, ",");
    selectors.push(head.slice(from, end).trim());
    from = end + 1;
  }
  return selectors;
}

/**
 * A class in brackets is not needed: `:not(.a)` matches without it, and `:is(.a, .b)` with another. An
 * escaped sign (`.mt-1\.5`) belongs to the name.
 */
function selectorOf(text: string): Selector {
  let outside = "";
  for (let i = 0; i < text.length; ) {
    const open = find(text, i, "([");
    outside += `${text.slice(i, open)} `;
    // What `find` looks for is at depth 0, so the bracket's own end is found from inside.
    i = open < text.length ? find(text, open + 1, ")]") + 1 : open;
  }
  const classes = [...outside.matchAll(/\.((?:[\w-]|\\.)+)/g)].map(([, name = ""]) =>
    name.replaceAll("\\", ""),
  );
  return { text, classes };
}
