// Things that several motifs show, as SVG text: screens, sheets, people, tools. `p` is a palette.
import { text } from "./letters.mjs";
import { bars, C, cut, G, L, n, P, R, ring, stitch } from "./shapes.mjs";

export const times = (count, each) => Array.from({ length: count }, (_, i) => each(i)).join("");
export const at = (x, y, ...k) => G(`translate(${n(x)} ${n(y)})`, ...k);
export const turned = (degrees, x, y, ...k) => G(`rotate(${degrees} ${x} ${y})`, ...k);
export const faint = (svg, opacity = 0.3) => `<g opacity="${opacity}">${svg}</g>`;
export const clipped = (id, shape, ...k) =>
  `<clipPath id="${id}">${shape}</clipPath><g clip-path="url(#${id})">${k.join("")}</g>`;
export const E = (x, y, rx, ry, f) =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${f}"/>`;

/** The ground behind what floats: one of six, by the random function. */
export const ground = (p, r) => {
  const k = Math.floor(r() * 6);
  if (k === 0) return C(320, 250, 228, p.bg2);
  if (k === 1) return P("M0 480V330L640 190V480z", p.bg2);
  if (k === 2) return C(560, 430, 260, p.bg2);
  if (k === 3) return P("M110 480V250a210 210 0 0 1 420 0V480z", p.bg2);
  if (k === 4) return C(70, 60, 230, p.bg2) + C(600, 470, 90, p.bg2);
  return P("M0 300q160-70 320-20t320-40V480H0z", p.bg2);
};
/** The table that things stand on. */
export const table = (p, y = 372) => R(0, y, 640, 480 - y, p.bg2);

export const sheet = (p, x, y, w, h, rot = 0, f = p.l) => cut(p, R(x, y, w, h, f, 5, rot));
/** Written lines that nobody can read. */
export const lines = (x, y, w, widths, f, gap = 20, h = 7) => bars(x, y, w, widths, f, { gap, h });

/** A browser's window; `k` is drawn below its bar, from its top left corner. */
export const browser = (p, x, y, w, h, ...k) =>
  cut(p, R(x, y, w, h, p.l, 12)) +
  P(`M${x} ${y + 36}v-24a12 12 0 0 1 12-12h${w - 24}a12 12 0 0 1 12 12v24z`, p.d) +
  C(x + 22, y + 18, 5, p.a) +
  C(x + 40, y + 18, 5, p.c) +
  C(x + 58, y + 18, 5, p.b) +
  R(x + 84, y + 10, w - 108, 16, p.l, 8).replace("/>", ' opacity=".22"/>') +
  at(x, y + 36, ...k);
/** A phone; `k` is drawn on its screen of (w - 20) × (h - 36), from the screen's top left corner. */
export const phone = (p, x, y, w, h, ...k) =>
  cut(p, R(x, y, w, h, p.d, 26)) +
  R(x + 10, y + 18, w - 20, h - 36, p.l, 14) +
  R(x + w / 2 - 22, y + 7, 44, 5, p.l, 2.5).replace("/>", ' opacity=".4"/>') +
  at(x + 10, y + 18, ...k);
export const bubble = (p, x, y, w, h, f, right = false) =>
  cut(
    p,
    R(x, y, w, h, f, 18),
    right ? P(`M${x + w - 70} ${y + h - 6}h44l0 40z`, f) : P(`M${x + 26} ${y + h - 6}h44l-44 40z`, f),
  );
export const tick = (x, y, s, f, w = s * 0.26) =>
  L(`M${n(x - s * 0.5)} ${n(y)}l${n(s * 0.36)} ${n(s * 0.36)} ${n(s * 0.68)}-${n(s * 0.76)}`, f, n(w));
export const cross = (x, y, s, f, w = s * 0.26) =>
  L(
    `M${n(x - s * 0.4)} ${n(y - s * 0.4)}l${n(s * 0.8)} ${n(s * 0.8)}m0-${n(s * 0.8)}l-${n(s * 0.8)} ${n(s * 0.8)}`,
    f,
    n(w),
  );
export const badge = (p, x, y, r, f, mark = p.l) =>
  cut(p, C(x, y, r, f)) + tick(x - r * 0.06, y + r * 0.04, r * 0.9, mark);
export const play = (p, x, y, r, f = p.l, g = p.k) =>
  cut(p, C(x, y, r, f)) + P(`M${n(x - r * 0.3)} ${n(y - r * 0.5)}v${n(r)}l${n(r * 0.88)}-${n(r * 0.5)}z`, g);
export const star = (x, y, s, f) =>
  at(
    x,
    y,
    `<path transform="scale(${n(s / 40)})" d="M0-40l12 25 27 4-20 19 5 28-24-13-24 13 5-28-20-19 27-4z" fill="${f}"/>`,
  );
export const stars = (x, y, s, f, count = 5) => times(count, (i) => star(x + i * s * 1.15, y, s / 2, f));
export const heart = (x, y, s, f) =>
  at(
    x,
    y,
    `<path transform="scale(${+(s / 40).toFixed(2)})" d="M0 32C-44 2-36-34-14-32-4-31 0-22 0-18 0-22 4-31 14-32 36-34 44 2 0 32z" fill="${f}"/>`,
  );
export const cursor = (p, x, y, s = 1) =>
  cut(
    p,
    at(
      x,
      y,
      `<path transform="scale(${s})" d="M0 0v52l13-12 10 24 12-5-10-23h18z" fill="${p.l}" stroke="${p.d}" stroke-width="4" stroke-linejoin="round"/>`,
    ),
  );
export const hand = (p, x, y, s = 1) =>
  cut(
    p,
    at(
      x,
      y,
      `<path transform="scale(${s})" d="M0 0a10 10 0 0 1 20 0v34l32 8q14 4 12 18l-6 36H8L-18 58q-4-12 8-14l10 8z" fill="${p.l}" stroke="${p.d}" stroke-width="4" stroke-linejoin="round"/>`,
    ),
  );
export const arrow = (x1, y1, x2, y2, f, w = 8) => {
  const turn = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  const length = Math.hypot(x2 - x1, y2 - y1);
  return G(
    `translate(${n(x1)} ${n(y1)}) rotate(${n(turn)})`,
    L(
      `M0 0H${n(length - 2)}M${n(length - w * 2.2)} -${n(w * 1.9)}L${n(length)} 0l-${n(w * 2.2)} ${n(w * 1.9)}`,
      f,
      w,
    ),
  );
};
/** A pencil whose tip is at a point. */
export const pencil = (p, x, y, rot, length = 200, f = p.a) =>
  cut(
    p,
    G(
      `translate(${x} ${y}) rotate(${rot})`,
      R(-13, -length, 26, length - 38, f),
      R(-13, -length - 20, 26, 22, p.c, 5),
      P("M-13-38h26L0 0z", "#f2d9b4"),
      P("M-5-14h10L0 0z", p.d),
    ),
  );
export const brush = (p, x, y, rot, f = p.d) =>
  cut(
    p,
    G(
      `translate(${x} ${y}) rotate(${rot})`,
      R(-9, -230, 18, 150, p.c, 8),
      R(-13, -92, 26, 36, p.b, 3),
      P("M-13-56h26q4 30-13 56-17-26-13-56z", f),
    ),
  );
export const lens = (p, x, y, r, rot = 45) =>
  turned(rot, x, y, cut(p, R(x + r, y - 11, r * 1.1, 22, p.d, 11), ring(x, y, r, p.d, 14))) +
  faint(C(x, y, r - 6, p.l), 0.35);
export const gear = (x, y, r, f, hole) =>
  times(8, (i) =>
    R(x - r * 0.2, y - r * 1.22, r * 0.4, r * 0.6, f, r * 0.08, i * 45).replace(
      /rotate\((\d+) [^)]*\)/,
      `rotate($1 ${n(x)} ${n(y)})`,
    ),
  ) +
  C(x, y, r, f) +
  C(x, y, r * 0.42, hole);
export const pin = (p, x, y, s, f) =>
  cut(
    p,
    at(
      x,
      y,
      `<path transform="scale(${n(s / 100)})" d="M0 0C-10-28-46-52-46-92a46 46 0 0 1 92 0C46-52 10-28 0 0z" fill="${f}"/>`,
    ),
  ) + C(x, y - s * 0.92, s * 0.18, p.l);
/** A row of bars of sound around the line `y`. */
export const wave = (x, y, w, h, count, r, f) =>
  times(count, (i) => {
    const envelope = Math.sin(((i + 0.5) / count) * Math.PI) ** 0.6;
    const size = Math.max(8, h * envelope * (0.35 + 0.65 * Math.abs(Math.sin(i * 1.7 + r() * 1.4))));
    return R(
      x + (i * w) / count,
      y - size / 2,
      (w / count) * 0.56,
      size,
      Array.isArray(f) ? f[i % f.length] : f,
      w / count / 4,
    );
  });
export const envelope = (p, x, y, w, h, f = p.l, flap = p.c) =>
  cut(p, R(x, y, w, h, f, 8)) +
  P(`M${x + 4} ${y + 4}L${x + w / 2} ${n(y + h * 0.6)}L${x + w - 4} ${y + 4}z`, flap) +
  L(`M${x + 6} ${y + 6}L${x + w / 2} ${n(y + h * 0.6)}L${x + w - 6} ${y + 6}`, p.d, 3);
/** Rows with a box each, the first `done` of them ticked. */
export const checklist = (p, x, y, w, widths, done, gap = 44) =>
  widths
    .map(
      (k, i) =>
        R(x, y + i * gap, 26, 26, i < done ? p.k : p.m, 6) +
        (i < done ? tick(x + 13, y + i * gap + 13, 14, p.l, 4) : "") +
        R(x + 40, y + i * gap + 9, (w - 40) * k, 8, i < done ? p.d : p.g, 4),
    )
    .join("");
const skins = ["#8a5638", "#d39a72", "#ecc4a0", "#6b402a", "#b87a52"];
const hairs = ["#2a1c15", "#3b2418", "#7a4424", "#1d1714", "#a9742f"];
/** Head and shoulders in a square of size `s`, cut at the bottom. `k` picks skin, hair and its shape. */
export const person = (x, y, s, k, shirt) => {
  const skin = skins[k % 5];
  const hair = hairs[(k * 2 + 1) % 5];
  return at(
    x,
    y,
    `<g transform="scale(${+(s / 100).toFixed(3)})">${
      (k % 3 === 0 ? P("M24 44a26 28 0 0 1 52 0v30H24z", hair) : "") +
      P("M8 100c0-26 20-34 42-34s42 8 42 34z", shirt) +
      P("M40 56h20v14q-10 10-20 0z", skin) +
      E(50, 42, 20, 24, skin) +
      (k % 3 === 1
        ? P("M28 40c-4-26 14-32 24-30 20 0 22 18 20 28-6-6-10-12-12-12-8 6-24 4-32 14z", hair)
        : k % 3 === 2
          ? C(50, 12, 11, hair) +
            P("M29 40c-2-22 12-26 21-26s23 4 21 26c-8-4-14-10-18-14-6 6-16 10-24 14z", hair)
          : P("M29 42c-2-24 12-28 21-28s23 4 21 28c-4-12-12-16-21-16s-17 4-21 16z", hair))
    }</g>`,
  );
};
/** A person in a round frame. */
export const portrait = (p, x, y, r, k, back = p.c, shirt = p.k) =>
  clipped(
    `m${Math.round(x)}-${Math.round(y)}`,
    `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}"/>`,
    C(x, y, r, back),
    person(x - r, y - r * 0.94, r * 2, k, shirt),
  );
export const button = (x, y, w, h, f, line, ink, face = "sans") =>
  R(x, y, w, h, f, h / 2) + text(face, x + w / 2, y + h * 0.68, h * 0.52, line, ink, { fit: w - 16 });
export const robot = (p, x, y, s, f = p.k) =>
  at(
    x,
    y,
    `<g transform="scale(${+(s / 100).toFixed(3)})">${
      L("M50 16V4", p.d, 5) +
      C(50, 2, 7, p.c) +
      R(8, 16, 84, 68, f, 22) +
      R(0, 40, 8, 24, p.d, 4) +
      R(92, 40, 8, 24, p.d, 4) +
      R(20, 30, 60, 34, p.l, 16) +
      C(38, 46, 7, p.d) +
      C(62, 46, 7, p.d) +
      L("M40 74h20", p.l, 5)
    }</g>`,
  );
export const loaf = (_p, x, y, s) =>
  at(
    x,
    y,
    `<g transform="scale(${+(s / 100).toFixed(3)})">${
      P("M4 62C-4 20 40 6 100 6s104 14 96 56c-2 14-20 20-96 20S6 76 4 62z", "#c98545") +
      L("M52 22q-12 14-10 34M96 18q-12 16-10 38M140 20q-12 14-10 36", "#f3d6a3", 8)
    }</g>`,
  );
export const cup = (_p, x, y, s, f, drink = "#6b3a1e") =>
  at(
    x,
    y,
    `<g transform="scale(${+(s / 100).toFixed(3)})">${
      L("M92 34q30-6 30 18t-36 22", f, 11) +
      P("M0 20h100v34q0 46-50 46T0 54z", f) +
      E(50, 20, 50, 12, drink) +
      E(50, 20, 50, 12, "none").replace("/>", ` stroke="${f}" stroke-width="5"/>`)
    }</g>`,
  );
export const wheat = (x, y, s, f) =>
  at(
    x,
    y,
    `<g transform="scale(${+(s / 100).toFixed(3)})">${
      L("M0 0V-96", f, 5) +
      times(4, (i) =>
        P(`M0 ${-20 - i * 20}q-26-2-26-26 24 0 26 26zM0 ${-20 - i * 20}q26-2 26-26-24 0-26 26z`, f),
      ) +
      P("M0-90q-12-14 0-34 12 20 0 34z", f)
    }</g>`,
  );
/** A jar with a label; `k` is drawn on the label of 120 × 84. */
export const jar = (p, x, y, f, ...k) =>
  cut(p, R(x, y + 30, 150, 190, f, 26)) +
  cut(p, R(x + 8, y, 134, 40, p.d, 9)) +
  R(x + 15, y + 88, 120, 84, p.l, 3) +
  at(x + 15, y + 88, ...k);
export const swatches = (_p, x, y, s, colours) =>
  colours.map((f, i) => C(x + i * s * 1.25, y, s / 2, f)).join("");
export { bars, C, cut, G, L, n, P, R, ring, stitch, text };
