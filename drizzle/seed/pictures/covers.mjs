// Draws the pictures of gigs as SVG, without dependencies. Each kind has two compositions; the seed varies
// the details. The pictures contain no letters, because generated text would be gibberish.
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
];

const hash = (s) => {
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
const n = (v) => +v.toFixed(1);
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
const bars = (x, y, w, rows, f, o = {}) =>
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
const pick = (r, list) => list[Math.floor(r() * list.length)];

function motif(x, y, s, p, r, ground) {
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
const landscape = (x, y, w, h, p, r, id) =>
  `<clipPath id="${id}"><rect x="${x}" y="${y}" width="${w}" height="${h}" rx="4"/></clipPath><g clip-path="url(#${id})">${R(x, y, w, h, p.c)}${C(x + w * (0.3 + r() * 0.4), y + h * 0.42, h * 0.2, p.b)}${P(`M${x} ${y + h * 0.72}q${w * 0.25} ${-h * 0.34} ${w * 0.5} ${-h * 0.06}t${w * 0.5} ${-h * 0.12}v${h}h${-w}z`, p.a)}${P(`M${x} ${y + h * 0.9}q${w * 0.3} ${-h * 0.26} ${w * 0.6} ${-h * 0.06}t${w * 0.4} ${-h * 0.02}v${h}h${-w}z`, p.d)}</g>`;

const scenes = {
  logo: [
    (p, r) => {
      const s = 92,
        x0 = 182,
        y0 = 102,
        cells = [];
      for (let j = 0; j < 3; j++)
        for (let i = 0; i < 3; i++) cells.push(motif(x0 + i * s, y0 + j * s, s, p, r, p.l));
      return (
        C(320, 240, 300, p.bg2) +
        cut(p, R(142, 62, 356, 356, p.l, 10)) +
        cells.join("") +
        [0, 1, 2, 3]
          .map((i) => L(`M${x0 + i * s} 24V456M98 ${y0 + i * s}H542`, p.d, 1.5, ' opacity=".35"'))
          .join("") +
        ring(320, 240, 195, p.d, 1.5).replace("/>", ' opacity=".35"/>')
      );
    },
    (p, r) => {
      const s = 112,
        out = [R(0, 0, 640, 480, p.bg2)];
      for (let j = 0; j < 4; j++)
        for (let i = 0; i < 5; i++) {
          const g = pick(r, [p.bg, p.bg, p.l, p.bg2, p.a, p.b]),
            x = 18 + i * 122,
            y = 2 + j * 120;
          out.push(R(x, y, s, s, g, 8), G(`translate(${x + 22} ${y + 22})`, motif(0, 0, s - 44, p, r, g)));
        }
      return out.join("");
    },
  ],
  web: [
    (p, r) => {
      const k = r() > 0.5;
      return (
        P(`M0 330L640 ${k ? 150 : 230}V480H0z`, p.bg2) +
        cut(p, R(206, 58, 360, 270, p.c, 12)) +
        R(206, 58, 360, 36, p.d, 12) +
        cut(p, R(82, 112, 400, 300, p.l, 12)) +
        P("M82 148v-24a12 12 0 0 1 12-12h376a12 12 0 0 1 12 12v24z", p.a) +
        C(106, 130, 6, p.l) +
        C(126, 130, 6, p.l) +
        C(146, 130, 6, p.l) +
        R(106, 172, 160, 108, p.b, 6) +
        C(222, 218, 30, p.c) +
        P("M106 280l56-62 44 42 22-20 38 40z", p.d) +
        bars(290, 180, 168, [1, 0.8, 0.92], p.d, { gap: 24, h: 11 }) +
        R(290, 256, 84, 26, p.a, 13) +
        [0, 1, 2]
          .map(
            (i) =>
              R(106 + i * 120, 304, 112, 84, [p.c, p.bg2, p.bg][i], 6) +
              C(130 + i * 120, 330, 11, [p.a, p.b, p.d][i]) +
              bars(118 + i * 120, 356, 84, [0.9, 0.6], p.d, { gap: 14, h: 6 }),
          )
          .join("") +
        cut(p, L("M520 330l-40 44 40 44M584 330l40 44-40 44", p.d, 18))
      );
    },
    (p, r) => {
      const ind = [0, 30, 60, 60, 90, 60, 30, 0],
        wid = ind.map(() => 0.35 + r() * 0.5);
      return (
        C(520, 110, 170, p.bg2) +
        cut(p, R(70, 72, 420, 330, p.d, 14)) +
        C(98, 98, 6, p.a) +
        C(118, 98, 6, p.c) +
        C(138, 98, 6, p.b) +
        ind
          .map(
            (o, i) =>
              R(104 + o, 134 + i * 31, 250 * wid[i], 12, [p.a, p.l, p.c, p.b][i % 4], 6) +
              (i % 3 === 1 ? R(116 + o + 250 * wid[i], 134 + i * 31, 46, 12, p.b, 6) : ""),
          )
          .join("") +
        cut(p, R(402, 150, 158, 292, p.l, 22)) +
        R(416, 176, 130, 96, p.a, 8) +
        C(481, 224, 28, p.c) +
        bars(416, 290, 130, [0.9, 0.7], p.d, { gap: 20, h: 9 }) +
        R(416, 340, 60, 60, p.b, 8) +
        R(486, 340, 60, 60, p.c, 8) +
        R(461, 418, 40, 6, p.d, 3)
      );
    },
  ],
  writing: [
    (p, r) =>
      C(150, 380, 210, p.bg2) +
      cut(p, R(196, 66, 268, 350, p.c, 6, 8)) +
      cut(p, R(180, 58, 276, 364, p.l, 6, -4)) +
      G(
        "rotate(-4 318 240)",
        R(210, 92, 130, 18, p.a, 3),
        bars(210, 136, 214, [1, 0.94, 1, 0.72], p.d, { gap: 21, h: 7 }),
        bars(210, 236, 214, [1, 0.88, 0.97, 1, 0.5], p.d, { gap: 21, h: 7 }),
        R(210, 360, 74, 7, p.b, 3),
      ) +
      cut(
        p,
        G(
          `translate(398 372) rotate(${n(38 + r() * 8)})`,
          P("M-17 -60h34v-210a17 17 0 0 0-34 0z", p.a),
          R(-17, -84, 34, 14, p.c),
          P("M-17 -60h34L4 4h-8z", p.b),
          P("M-6 -14L0 18 6 -14z", p.d),
        ),
      ),
    (p, r) =>
      P("M0 360q160-60 320-30t320-40v190H0z", p.bg2) +
      cut(
        p,
        P("M320 148C262 108 158 106 74 128v250c84-22 188-20 246 20z", p.l),
        P("M320 148c58-40 162-42 246-20v250c-84-22-188-20-246 20z", p.l),
      ) +
      P("M320 148c58-40 162-42 246-20v250c-84-22-188-20-246 20z", p.c, ' opacity=".35"') +
      [0, 1, 2, 3, 4, 5]
        .map((i) => L(`M112 ${180 + i * 28}q90-22 ${i === 5 ? 80 : 172} 12`, p.d, 6))
        .join("") +
      [0, 1, 2, 3]
        .map((i) => L(`M${356} ${192 + i * 28}q${80} -34 ${i === 3 ? 100 : 172} -12`, p.d, 6))
        .join("") +
      R(364, 304, 160, 56, p.b, 4, -3) +
      cut(
        p,
        P("M250 40a40 40 0 1 0 14 66c0 26-10 40-30 52 46-8 66-44 66-80a44 44 0 0 0-50-38z", p.a),
        P("M356 40a40 40 0 1 0 14 66c0 26-10 40-30 52 46-8 66-44 66-80a44 44 0 0 0-50-38z", p.a),
      ) +
      (r() > 0.5 ? C(560, 70, 26, p.c) : C(90, 70, 26, p.c)),
  ],
  marketing: [
    (p) =>
      P("M0 0H640L0 420z", p.bg2) +
      cut(p, C(286, 254, 176, p.l)) +
      C(286, 254, 138, p.a) +
      C(286, 254, 100, p.l) +
      C(286, 254, 62, p.b) +
      C(286, 254, 24, p.l) +
      cut(
        p,
        L("M290 250L520 92", p.d, 12),
        P("M486 92l12-52 44 28-2 38 42 14-40 36-50-16z", p.c),
        P("M278 258l14-26 18 24z", p.d),
      ) +
      stitch("M60 440Q330 470 590 330", p.d),
    (p, r) =>
      R(0, 330, 640, 150, p.bg2) +
      [0, 1, 2, 3, 4]
        .map((i) => {
          const h = 60 + i * 46 + r() * 24;
          return cut(p, R(74 + i * 84, 410 - h, 58, h, [p.c, p.b, p.l, p.c, p.a][i], 4));
        })
        .join("") +
      R(40, 410, 560, 8, p.d, 4) +
      cut(p, L("M70 268L190 208 276 232 420 100", p.d, 10), P("M384 86l58-12-14 58z", p.d)) +
      cut(p, ring(470, 250, 74, p.d, 22), L("M526 308l66 70", p.d, 26)) +
      C(470, 250, 63, p.l).replace("/>", ' opacity=".55"/>') +
      L("M432 226a46 46 0 0 1 34-24", p.l, 8),
  ],
  video: [
    (p, r) => {
      const holes = (y) => Array.from({ length: 11 }, (_, i) => R(22 + i * 57, y, 30, 22, p.bg, 5)).join("");
      return (
        R(0, 40, 640, 400, p.d) +
        holes(54) +
        holes(404) +
        landscape(60, 96, 520, 288, p, r, "v0") +
        cut(p, C(320, 240, 66, p.l)) +
        P("M300 204v72l62-36z", p.a)
      );
    },
    (p, r) =>
      C(500, 400, 220, p.bg2) +
      cut(p, G("rotate(5 320 260)", R(120, 178, 400, 248, p.l, 10))) +
      G("rotate(5 320 260)", landscape(146, 204, 348, 196, p, r, "v1")) +
      cut(
        p,
        G(
          "rotate(5 320 260)",
          R(120, 126, 400, 52, p.d, 6),
          [0, 1, 2, 3].map((i) => P(`M${150 + i * 100} 126h44l-30 52h-44z`, p.l)).join(""),
        ),
        G(
          "translate(120 118) rotate(-13)",
          R(0, -52, 400, 50, p.d, 6),
          [0, 1, 2, 3].map((i) => P(`M${24 + i * 100} -52h44l30 50h-44z`, p.a)).join(""),
        ),
      ) +
      cut(p, C(470, 356, 46, p.a)) +
      P("M457 332v48l40-24z", p.l),
  ],
  music: [
    (p, r) =>
      C(250, 240, 290, p.bg2) +
      cut(p, C(250, 240, 178, p.d)) +
      [150, 128, 106, 84].map((k) => ring(250, 240, k, p.l, 2).replace("/>", ' opacity=".28"/>')).join("") +
      C(250, 240, 62, p.a) +
      P("M250 178a62 62 0 0 1 62 62h-62z", p.c) +
      C(250, 240, 10, p.l) +
      Array.from({ length: 9 }, (_, i) => {
        const h = 40 + Math.abs(Math.sin(i * 1.3 + r() * 2)) * 200;
        return cut(p, R(424 + i * 22, 240 - h / 2, 12, h, [p.l, p.c, p.b][i % 3], 6));
      }).join(""),
    (p, r) => {
      const w = (y, a, f, k) =>
        P(
          `M0 ${y}${Array.from({ length: 8 }, (_, i) => `q40 ${i % 2 ? a * k : -a * k} 80 0`).join("")}V480H0z`,
          f,
        );
      return (
        C(500, 96, 58, p.c) +
        cut(p, w(190, 90, p.bg2, 1)) +
        cut(p, w(240, 76, p.b, -1)) +
        cut(p, w(290, 60, p.a, 1)) +
        R(0, 350, 640, 130, p.d) +
        Array.from({ length: 11 }, (_, i) => R(4 + i * 58, 350, 54, 126, p.l, 5)).join("") +
        [0, 1, 3, 4, 5, 7, 8].map((i) => R(42 + i * 58, 350, 34, 78, p.d, 4)).join("") +
        R(4 + 58 * Math.floor(2 + r() * 6), 432, 54, 44, p.c, 5)
      );
    },
  ],
  data: [
    (p, r) =>
      P("M640 0v480H200z", p.bg2) +
      cut(p, R(64, 62, 312, 222, p.l, 10)) +
      [0, 1, 2, 3, 4, 5]
        .map((i) => {
          const h = 40 + r() * 120;
          return R(92 + i * 44, 258 - h, 26, h, [p.a, p.b, p.c][i % 3], 3);
        })
        .join("") +
      cut(p, R(402, 62, 176, 176, p.d, 10)) +
      ring(490, 150, 50, p.c, 26) +
      `<circle cx="490" cy="150" r="50" fill="none" stroke="${p.a}" stroke-width="26" stroke-dasharray="${n(90 + r() * 90)} 400" transform="rotate(-90 490 150)"/>` +
      cut(p, R(64, 312, 312, 108, p.b, 10)) +
      L("M88 392l58-34 50 16 62-50 56 22 40-34", p.l, 7) +
      C(258, 324, 9, p.c) +
      cut(p, R(402, 266, 176, 154, p.l, 10)) +
      bars(424, 290, 132, [1, 0.7, 0.86, 0.4], [p.a, p.b, p.c, p.d], { gap: 30, h: 14 }),
    (p, r) => {
      const ar = (b, f, k) =>
        P(
          `M40 400${Array.from({ length: 8 }, (_, i) => `L${40 + i * 80} ${n(b - r() * 70 - i * k)}`).join("")}V400z`,
          f,
        );
      return (
        [120, 190, 260, 330].map((y) => L(`M40 ${y}H600`, p.d, 1.5, ' opacity=".3"')).join("") +
        cut(p, ar(250, p.c, 16)) +
        cut(p, ar(310, p.b, 12)) +
        cut(p, ar(370, p.a, 9)) +
        R(36, 398, 568, 10, p.d, 5) +
        cut(p, C(150, 130, 74, p.l)) +
        P("M150 130V56a74 74 0 0 1 70 98z", p.a) +
        P("M150 130l70 24a74 74 0 0 1-96 45z", p.d) +
        stitch("M60 440H580", p.d)
      );
    },
  ],
  translation: [
    (p, r) => {
      const glyph = (x, y, s, f) => {
        const k = Math.floor(r() * 6);
        return [
          C(x + s / 2, y + s / 2, s / 2, f),
          R(x, y, s, s, f, 5),
          quarter(x, y, s, Math.floor(r() * 4), f),
          P(`M${x} ${y + s}l${s / 2} ${-s} ${s / 2} ${s}z`, f),
          R(x, y, s, s * 0.4, f, 4) + R(x, y + s * 0.6, s, s * 0.4, f, 4),
          ring(x + s / 2, y + s / 2, s / 2 - 5, f, 10),
        ][k];
      };
      const row = (x, y, c, f) => Array.from({ length: c }, (_, i) => glyph(x + i * 44, y, 32, f)).join("");
      return (
        R(0, 0, 640, 210, p.bg2) +
        cut(
          p,
          P(
            "M64 78a16 16 0 0 1 16-16h260a16 16 0 0 1 16 16v136a16 16 0 0 1-16 16H150l-48 44v-44H80a16 16 0 0 1-16-16z",
            p.l,
          ),
        ) +
        row(96, 92, 5, p.a) +
        row(96, 140, 4, p.d) +
        row(96, 188, 2, p.d) +
        cut(
          p,
          P(
            "M576 262a16 16 0 0 0-16-16H300a16 16 0 0 0-16 16v136a16 16 0 0 0 16 16h190l48 44v-44h22a16 16 0 0 0 16-16z",
            p.a,
          ),
        ) +
        row(318, 276, 5, p.l) +
        row(318, 324, 3, p.c) +
        stitch("M400 90Q540 100 520 214", p.d, 5) +
        P("M504 204h32l-16 26z", p.d)
      );
    },
    (p, r) =>
      C(320, 250, 290, p.bg2) +
      cut(p, C(320, 246, 160, p.b)) +
      P("M210 170q60-50 110-10t-10 80-90 30-10-100z", p.c) +
      P("M350 300q40-40 90-20t-20 90-90-10 20-60z", p.c) +
      [70, 130]
        .map(
          (k) =>
            `<ellipse cx="320" cy="246" rx="${k}" ry="160" fill="none" stroke="${p.l}" stroke-width="3" opacity=".7"/>`,
        )
        .join("") +
      L("M320 86V406M160 246H480M184 160H456M184 332H456", p.l, 3, ' opacity=".7"') +
      cut(
        p,
        P(
          "M70 96h132a10 10 0 0 1 10 10v64a10 10 0 0 1-10 10h-70l-28 26v-26H70a10 10 0 0 1-10-10v-64a10 10 0 0 1 10-10z",
          p.l,
        ),
      ) +
      C(96, 138, 14, p.a) +
      R(122, 124, 28, 28, p.d, 4) +
      quarter(162, 124, 28, Math.floor(r() * 4), p.a) +
      cut(
        p,
        P(
          "M442 316h132a10 10 0 0 1 10 10v64a10 10 0 0 1-10 10h-32v26l-28-26h-72a10 10 0 0 1-10-10v-64a10 10 0 0 1 10-10z",
          p.a,
        ),
      ) +
      P("M458 372l16-28 16 28z", p.l) +
      ring(518, 358, 11, p.l, 7) +
      R(544, 344, 28, 28, p.c, 4),
  ],
  photo: [
    (p, r) => {
      const bl = Array.from({ length: 6 }, (_, i) =>
        G(
          `rotate(${i * 60 + r() * 8} 320 262)`,
          P("M320 262m-50 -28l118 -40a92 92 0 0 1 20 78z", [p.a, p.c, p.b][i % 3]),
        ),
      ).join("");
      return (
        R(0, 300, 640, 180, p.bg2) +
        cut(
          p,
          P(
            "M112 140h112l26-48h140l26 48h112a18 18 0 0 1 18 18v224a18 18 0 0 1-18 18H112a18 18 0 0 1-18-18V158a18 18 0 0 1 18-18z",
            p.d,
          ),
        ) +
        R(94, 200, 452, 22, p.a) +
        R(138, 118, 54, 22, p.c, 6) +
        C(494, 172, 12, p.c) +
        C(320, 262, 128, p.l) +
        C(320, 262, 112, p.d) +
        `<clipPath id="ph"><circle cx="320" cy="262" r="100"/></clipPath><g clip-path="url(#ph)">${bl}</g>` +
        C(320, 262, 40, p.d) +
        C(306, 248, 12, p.l)
      );
    },
    (p, r) =>
      C(120, 90, 190, p.bg2) +
      [
        [96, 96, -9],
        [250, 66, 4],
        [386, 122, 12],
      ]
        .map(
          ([x, y, a], i) =>
            cut(p, G(`rotate(${a} ${x + 90} ${y + 120})`, R(x, y, 190, 240, p.l, 4))) +
            G(
              `rotate(${a} ${x + 90} ${y + 120})`,
              landscape(x + 16, y + 16, 158, 166, i === 1 ? { ...p, c: p.b, b: p.c } : p, r, `p${i}`),
            ),
        )
        .join("") +
      stitch("M30 60Q320 10 610 70", p.d) +
      [
        [186, 82],
        [342, 56],
        [486, 96],
      ]
        .map(([x, y]) => R(x, y - 12, 16, 40, p.a, 4))
        .join("") +
      P("M0 430q320-50 640 0v50H0z", p.bg2),
  ],
  illustration: [
    (p, r) => {
      const st = [
        [-46, 150],
        [-22, 196],
        [0, 236],
        [24, 204],
        [48, 158],
      ];
      return (
        R(0, 372, 640, 108, p.bg2) +
        C(456, 132, 82, p.c) +
        st
          .map(([a, len], i) =>
            leaf(
              320 + a * 0.6,
              300,
              len + r() * 20,
              34 + r() * 14,
              a * 1.05,
              [p.b, p.a, p.b, p.c, p.a][i] === p.c ? p.d : [p.b, p.a, p.b, p.c, p.a][i],
              p.l,
            ),
          )
          .join("") +
        cut(
          p,
          P("M252 286h136c-4 24 42 46 42 92 0 38-30 66-60 66h-100c-30 0-60-28-60-66 0-46 46-68 42-92z", p.l),
        ) +
        P("M216 352q104 40 208 0l4 22q-108 42-216 0z", p.a) +
        [0, 1, 2, 3, 4, 5].map((i) => C(240 + i * 32, 412 - Math.abs(i - 2.5) * 4, 7, p.b)).join("") +
        R(248, 278, 144, 14, p.d, 7) +
        C(110, 404, 34, p.a) +
        L("M110 372q4-18 18-24", p.d, 5)
      );
    },
    (p, r) =>
      C(n(380 + r() * 120), 150, 92, p.c) +
      cut(p, P("M-10 330L130 150 240 270 330 130 520 340z", p.bg2)) +
      P("M330 130l-42 64 34-10 22 20 26-24z", p.l) +
      cut(p, P("M0 340q160-90 320-10t330-40v200H0z", p.a)) +
      cut(p, P("M0 400q180-60 340 0t310-20v110H0z", p.b)) +
      [0, 1, 2]
        .map((i) => leaf(72 + i * 30, 452, 120 - i * 14 + r() * 20, 22, -14 + i * 16, [p.d, p.c, p.l][i]))
        .join("") +
      L("M180 96q22-24 40 0q18-24 40 0M90 140q14-16 26 0q12-16 26 0", p.d, 6) +
      cut(
        p,
        G(
          "translate(520 430) rotate(28)",
          R(-15, -210, 30, 170, p.l),
          R(-15, -232, 30, 24, p.a, 6),
          P("M-15 -40h30L0 4z", p.c),
          P("M-6 -14h12L0 4z", p.d),
        ),
      ),
  ],
  voice: [
    (p, r) =>
      [250, 205, 160, 115]
        .map((k, i) =>
          ring(320, 220, k, i % 2 ? p.bg2 : p.c, 12).replace("/>", ` opacity="${0.35 + i * 0.18}"/>`),
        )
        .join("") +
      cut(
        p,
        R(264, 82, 112, 216, p.a, 56),
        L("M214 224a106 106 0 0 0 212 0", p.d, 16),
        R(312, 326, 16, 90, p.d),
        R(238, 410, 164, 18, p.d, 9),
      ) +
      [0, 1, 2, 3, 4].map((i) => L(`M284 ${134 + i * 26}h72`, p.l, 6, ' opacity=".8"')).join("") +
      R(264, 214, 112, 14, p.d) +
      Array.from({ length: 4 }, (_, i) => {
        const h = 40 + r() * 90;
        return R(60 + i * 30, 240 - h / 2, 13, h, p.b, 6) + R(480 + i * 30, 240 - h / 2, 13, h, p.b, 6);
      }).join(""),
    (p, r) =>
      C(320, 250, 200, p.bg2) +
      Array.from({ length: 36 }, (_, i) => {
        const h = 18 + Math.abs(Math.sin(i * 0.7)) * 50 + r() * 16;
        return G(`rotate(${i * 10} 320 250)`, R(315, 250 - 118 - h, 10, h, [p.a, p.b, p.c][i % 3], 5));
      }).join("") +
      cut(p, C(320, 250, 104, p.l)) +
      L("M258 262v-14a62 62 0 0 1 124 0v14", p.d, 14) +
      R(244, 254, 34, 62, p.a, 14) +
      R(362, 254, 34, 62, p.a, 14),
  ],
  business: [
    (p, r) =>
      C(500, 120, 84, p.c) +
      P("M0 480V420L640 250v230z", p.bg2) +
      [0, 1, 2, 3, 4]
        .map((i) =>
          cut(
            p,
            R(
              70 + i * 100,
              380 - i * 58,
              100,
              100 + i * 58,
              [p.l, p.b, p.c, p.a, p.d][i] === p.c ? p.bg2 : [p.l, p.b, p.c, p.a, p.d][i],
            ),
          ),
        )
        .join("") +
      cut(p, L("M520 148V44", p.d, 9), P("M520 44h82l-22 28 22 28h-82z", p.a)) +
      stitch(`M40 ${n(330 + r() * 20)}L460 96`, p.d),
    (p, r) =>
      C(560, 420, 200, p.bg2) +
      cut(p, R(112, 72, 270, 350, p.a, 12)) +
      R(132, 100, 230, 302, p.l, 4) +
      R(196, 54, 102, 40, p.d, 10) +
      [0, 1, 2, 3, 4]
        .map(
          (i) =>
            R(154, 130 + i * 52, 28, 28, i < 3 + Math.round(r()) ? p.b : p.c, 5) +
            (i < 3 ? L(`M160 ${144 + i * 52}l6 7 12-14`, p.l, 4) : "") +
            R(198, 139 + i * 52, 90 + r() * 50, 10, p.d, 5),
        )
        .join("") +
      cut(p, C(480, 178, 82, p.l)) +
      C(480, 178, 62, p.d) +
      C(480, 178, 50, p.c).replace("/>", ' opacity=".9"/>') +
      L("M552 146a36 36 0 0 1 26 60", p.l, 16) +
      cut(p, G("translate(450 300) rotate(18)", R(0, 0, 22, 130, p.b, 3), P("M0 130h22l-11 30z", p.c))) +
      R(512, 318, 70, 70, p.a, 4, -10),
  ],
};

/** What each composition shows, for the alternative text. */
const motifs = {
  logo: ["a mark of nine shapes on a construction grid", "a wall of twenty small marks"],
  web: ["two browser windows with a picture and three cards", "an editor with lines of code beside a phone"],
  writing: ["a written sheet and a pen", "an open book under two quotation marks"],
  marketing: ["a target with an arrow in its centre", "rising bars, an arrow and a magnifying glass"],
  video: ["a strip of film with a play button", "a clapperboard over a picture of hills"],
  music: ["a record and a row of sound bars", "waves of sound above piano keys"],
  data: ["a dashboard of bars, a ring and a line", "layers of a chart and a pie"],
  translation: ["two speech bubbles, one turning into the other", "a globe between two speech bubbles"],
  photo: ["a camera seen from the front", "three prints of hills hanging on a line"],
  illustration: ["leaves growing out of a patterned pot", "hills, two birds and a pencil"],
  voice: ["a microphone with rings of sound", "headphones in a circle of sound bars"],
  business: ["steps that lead up to a flag", "a clipboard with ticked items beside a cup"],
};
/** The names of the palettes' background colours, in the order of the palettes. */
const grounds = ["sand", "teal", "clay", "pale green", "ochre", "dark brown", "vermilion", "pale blue"];

/** The number of compositions of each kind. */
export const compositionCount = 2;
export const paletteCount = palettes.length;

/**
 * Draws a picture. `kind` is one of `categories`; `palette` and `composition` are indexes; `seed` varies the
 * details.
 */
export function draw({ kind, composition, palette, seed }) {
  const p = palettes[palette];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 480" width="640" height="480"><clipPath id="all"><path d="M0 0h640v480H0z"/></clipPath><g clip-path="url(#all)">${R(0, 0, 640, 480, p.bg)}${scenes[kind][composition](p, random(`${kind}/${seed}`))}</g></svg>`;
}

/** The background colour of a drawing. */
export function groundOf({ palette }) {
  return palettes[palette].bg;
}

/** The alternative text of a drawing, without a full stop. */
export function altOf({ kind, composition, palette }) {
  return `Cut paper on ${grounds[palette]}: ${motifs[kind][composition]}`;
}
