// The palettes and shapes that the pictures of gigs are drawn with, as SVG text.
export const palettes = [
  { bg: "#f0e4cf", bg2: "#e4d0ad", a: "#c4432a", b: "#125b58", c: "#dfa23a", l: "#fffaf0", d: "#231d18" }, // kraft
  { bg: "#145c59", bg2: "#0e4748", a: "#e8a23b", b: "#ea7f5f", c: "#bcd7cf", l: "#fff6e6", d: "#08292b" }, // teal
  { bg: "#e8a78f", bg2: "#dd9176", a: "#8f2f1c", b: "#fbe3c6", c: "#125b58", l: "#fffaf0", d: "#3b160c" }, // clay
  { bg: "#c9dcd5", bg2: "#adcac2", a: "#125b58", b: "#c4432a", c: "#e0ad4f", l: "#fffaf0", d: "#12302f" }, // mist
  { bg: "#e0a741", bg2: "#d0912b", a: "#2b221a", b: "#c4432a", c: "#fbe3b6", l: "#fffaf0", d: "#3a2404" }, // ochre
  { bg: "#2b2620", bg2: "#3b342b", a: "#ea7f5f", b: "#7fb8ae", c: "#dfa23a", l: "#f6efe1", d: "#14110e" }, // ink
  { bg: "#c4432a", bg2: "#aa371f", a: "#fbe3c6", b: "#2b1b16", c: "#f0b567", l: "#fff6e6", d: "#4f160a" }, // vermilion
  { bg: "#bccfd7", bg2: "#9fbac5", a: "#2f4a5c", b: "#c4432a", c: "#f0d9a8", l: "#fffaf0", d: "#1a2c38" }, // sky
];
export const categories = [
  "logo",
  "web",
  "writing",
  "marketing",
  "video",
  "music",
  "data",
  "translation",
  "photo",
  "illustration",
  "voice",
  "business",
  "package",
  "phone",
  "letter",
  "travel",
  "health",
  "accounts",
  "play",
];

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
export const pick = (r, list) => list[Math.floor(r() * list.length)];

export function motif(x, y, s, p, r, ground) {
  const cs = [p.a, p.b, p.c, p.l, p.d].filter((c) => c !== ground),
    f = pick(r, cs),
    g = pick(
      r,
      cs.filter((c) => c !== f),
    ),
    k = Math.floor(r() * 7),
    q = Math.floor(r() * 4);
  if (k === 0) return quarter(x, y, s, q, f);
  if (k === 1)
    return (
      quarter(x, y, s / 2, 0, f) +
      quarter(x + s / 2, y + s / 2, s / 2, 0, f) +
      quarter(x + s / 2, y, s / 2, 2, g) +
      quarter(x, y + s / 2, s / 2, 2, g)
    );
  if (k === 2) return C(x + s / 2, y + s / 2, s * 0.38, f) + C(x + s / 2, y + s / 2, s * 0.16, g);
  if (k === 3)
    return (
      P(`M${x} ${y + s / 2}a${s / 2} ${s / 2} 0 0 1 ${s} 0z`, f) +
      P(`M${x} ${y + s}a${s / 2} ${s / 2} 0 0 1 ${s} 0z`, g)
    );
  if (k === 4) return P(`M${x} ${y}h${s}l${-s} ${s}z`, f);
  if (k === 5) return quarter(x, y, s, q, f) + quarter(x, y, s, (q + 2) % 4, g);
  return P(
    `M${x} ${y + s / 2}a${s / 2} ${s / 2} 0 0 0 ${s / 2} ${-s / 2}a${s / 2} ${s / 2} 0 0 0 ${s / 2} ${s / 2}a${s / 2} ${s / 2} 0 0 0 ${-s / 2} ${s / 2}a${s / 2} ${s / 2} 0 0 0 ${-s / 2} ${-s / 2}z`,
    f,
  );
}
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
