// The palettes and shapes that the pictures of gigs are drawn with, as SVG text.
const paper = { m: "#f1e8d8", g: "#d8cbb7" };
/**
 * The palettes. `bg` and `bg2`: the ground and its second tone; `a`, `b`, `c`: colours on it; `l`: paper;
 * `d`: dark ink; `k`, `k2`: two strong colours on paper; `m`, `g`: paper's tint and its grey; `o`: ink on the
 * ground.
 */
export const palettes = {
  kraft: {
    bg: "#f0e4cf",
    bg2: "#e4d0ad",
    a: "#c4432a",
    b: "#125b58",
    c: "#dfa23a",
    l: "#fffaf0",
    d: "#231d18",
    k: "#c4432a",
    k2: "#125b58",
  },
  teal: {
    bg: "#145c59",
    bg2: "#0e4748",
    a: "#e8a23b",
    b: "#ea7f5f",
    c: "#bcd7cf",
    l: "#fff6e6",
    d: "#08292b",
    k: "#176b66",
    k2: "#d4643f",
  },
  clay: {
    bg: "#e8a78f",
    bg2: "#dd9176",
    a: "#8f2f1c",
    b: "#fbe3c6",
    c: "#125b58",
    l: "#fffaf0",
    d: "#3b160c",
    k: "#9c3420",
    k2: "#125b58",
  },
  mist: {
    bg: "#c9dcd5",
    bg2: "#adcac2",
    a: "#125b58",
    b: "#c4432a",
    c: "#e0ad4f",
    l: "#fffaf0",
    d: "#12302f",
    k: "#125b58",
    k2: "#c4432a",
  },
  ochre: {
    bg: "#e0a741",
    bg2: "#d0912b",
    a: "#2b221a",
    b: "#c4432a",
    c: "#fbe3b6",
    l: "#fffaf0",
    d: "#3a2404",
    k: "#c4432a",
    k2: "#2b6a66",
  },
  ink: {
    bg: "#2b2620",
    bg2: "#3b342b",
    a: "#ea7f5f",
    b: "#7fb8ae",
    c: "#dfa23a",
    l: "#f6efe1",
    d: "#14110e",
    k: "#d05a39",
    k2: "#3f8177",
  },
  vermilion: {
    bg: "#c4432a",
    bg2: "#aa371f",
    a: "#fbe3c6",
    b: "#2b1b16",
    c: "#f0b567",
    l: "#fff6e6",
    d: "#4f160a",
    k: "#c4432a",
    k2: "#7a4a12",
  },
  sky: {
    bg: "#bccfd7",
    bg2: "#9fbac5",
    a: "#2f4a5c",
    b: "#c4432a",
    c: "#f0d9a8",
    l: "#fffaf0",
    d: "#1a2c38",
    k: "#2f4a5c",
    k2: "#c4432a",
  },
  sage: {
    bg: "#bcc7a5",
    bg2: "#a5b48b",
    a: "#2f5440",
    b: "#c4532f",
    c: "#f3dda6",
    l: "#fffaf0",
    d: "#1f2e22",
    k: "#2f5f47",
    k2: "#c4532f",
  },
  blush: {
    bg: "#f2d8cd",
    bg2: "#e7c3b4",
    a: "#a5382a",
    b: "#1d5c5a",
    c: "#e3a646",
    l: "#fffaf3",
    d: "#33160f",
    k: "#a5382a",
    k2: "#1d5c5a",
  },
  night: {
    bg: "#22394d",
    bg2: "#1a2c3d",
    a: "#ea8a5f",
    b: "#8fc0c0",
    c: "#e6b353",
    l: "#f8f1e2",
    d: "#0d1722",
    k: "#2a5273",
    k2: "#d9703f",
  },
  plum: {
    bg: "#6b3a4c",
    bg2: "#592e3f",
    a: "#f0b085",
    b: "#9fc7b8",
    c: "#eac167",
    l: "#fff3e8",
    d: "#2a111b",
    k: "#8a3f58",
    k2: "#4f8a76",
  },
  stone: {
    bg: "#d9d2c5",
    bg2: "#c7beae",
    a: "#b5432c",
    b: "#2b5c63",
    c: "#d99c3c",
    l: "#fffdf7",
    d: "#26221d",
    k: "#b5432c",
    k2: "#2b5c63",
  },
};
/** The palettes with a dark ground, and those whose ground is like their strong colour `k`. */
export const dark = ["teal", "ink", "vermilion", "night", "plum"];
export const strong = ["teal", "vermilion", "night", "plum"];
for (const [name, palette] of Object.entries(palettes))
  Object.assign(palette, paper, { o: dark.includes(name) ? palette.l : palette.d });

export const hash = (s) => {
  let h = 2166136261;
  for (const c of s) h = Math.imul(h ^ c.charCodeAt(0), 16777619);
  return h >>> 0;
};
export function random(text) {
  // mulberry32
  let a = hash(text);
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
export const n = (v) => +v.toFixed(1);
export const R = (x, y, w, h, f, r = 0, rot = 0) =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}"${r ? ` rx="${n(r)}"` : ""} fill="${f}"${rot ? ` transform="rotate(${rot} ${n(x + w / 2)} ${n(y + h / 2)})"` : ""}/>`;
export const C = (x, y, r, f) => `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${f}"/>`;
export const P = (d, f, t = "") => `<path d="${d}" fill="${f}"${t}/>`;
export const L = (d, s, w = 4, t = "") =>
  `<path d="${d}" fill="none" stroke="${s}" stroke-width="${w}" stroke-linecap="round" stroke-linejoin="round"${t}/>`;
export const ring = (x, y, r, s, w) =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="none" stroke="${s}" stroke-width="${w}"/>`;
export const G = (t, ...k) => `<g transform="${t}">${k.join("")}</g>`;
export const stitch = (d, s, w = 4) => L(d, s, w, ' stroke-dasharray="14 12"');
// The paper-cut effect: a darker copy of the shape, as its shadow.
export const cut = (p, ...k) => {
  const s = k.join("");
  return `<g transform="translate(6 8)" opacity=".2">${s.replace(/(fill|stroke)="(?!none)[^"]*"/g, `$1="${p.d}"`)}</g>${s}`;
};
export const quarter = (x, y, s, q, f) => {
  const X = x + (q === 1 || q === 2 ? s : 0),
    Y = y + (q > 1 ? s : 0),
    e = [
      [s, 0, 0, s],
      [0, s, -s, 0],
      [-s, 0, 0, -s],
      [0, -s, s, 0],
    ][q];
  return P(`M${X} ${Y}l${e[0]} ${e[1]}A${s} ${s} 0 0 1 ${X + e[2]} ${Y + e[3]}z`, f);
};
export const bars = (x, y, w, rows, f, o = {}) =>
  rows
    .map((k, i) =>
      R(
        x + (o.indent?.[i] ?? 0),
        y + i * (o.gap ?? 22),
        w * k,
        o.h ?? 9,
        Array.isArray(f) ? f[i % f.length] : f,
        (o.h ?? 9) / 2,
      ),
    )
    .join("");
export const leaf = (x, y, len, wid, rot, f, vein) =>
  G(
    `translate(${n(x)} ${n(y)}) rotate(${n(rot)})`,
    P(
      `M0 0C${n(-wid)} ${n(-len * 0.35)} ${n(-wid * 0.7)} ${n(-len * 0.8)} 0 ${-len}C${n(wid * 0.7)} ${n(-len * 0.8)} ${n(wid)} ${n(-len * 0.35)} 0 0z`,
      f,
    ),
    vein ? L(`M0 ${n(-len * 0.1)}V${n(-len * 0.8)}`, vein, 3) : "",
  );
export const landscape = (x, y, w, h, p, r, id) =>
  `<clipPath id="${id}"><rect x="${x}" y="${y}" width="${w}" height="${h}" rx="4"/></clipPath><g clip-path="url(#${id})">${R(x, y, w, h, p.c)}${C(x + w * (0.3 + r() * 0.4), y + h * 0.42, h * 0.2, p.b)}${P(`M${x} ${y + h * 0.72}q${w * 0.25} ${-h * 0.34} ${w * 0.5} ${-h * 0.06}t${w * 0.5} ${-h * 0.12}v${h}h${-w}z`, p.a)}${P(`M${x} ${y + h * 0.9}q${w * 0.3} ${-h * 0.26} ${w * 0.6} ${-h * 0.06}t${w * 0.4} ${-h * 0.02}v${h}h${-w}z`, p.d)}</g>`;
