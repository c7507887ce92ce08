// Compositions for video, music, data and translation. Each gets a palette and a random function.
import { bars, C, cut, G, L, landscape, n, P, quarter, R, ring, stitch } from "./shapes.mjs";

export const mediaScenes = {
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
};
