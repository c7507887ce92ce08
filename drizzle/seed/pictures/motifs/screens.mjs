// Motifs of web pages and apps as people see them.
import {
  arrow,
  at,
  browser,
  C,
  clipped,
  cup,
  cursor,
  cut,
  E,
  faint,
  G,
  ground,
  hand,
  heart,
  L,
  lines,
  loaf,
  P,
  phone,
  pin,
  play,
  portrait,
  R,
  ring,
  stars,
  stitch,
  table,
  text,
  tick,
  times,
  turned,
} from "../parts.mjs";
import { dark, leaf } from "../shapes.mjs";

const bowl = (p, x, y, s) =>
  at(
    x,
    y,
    `<g transform="scale(${s / 100})">${C(50, 50, 50, p.l) + C(50, 50, 42, "#c96f35") + P("M20 44q18-26 44-20-6 30-44 20z", "#5d8a52") + C(66, 58, 12, "#f6e3b4") + C(66, 58, 5, "#e8a23b") + C(38, 66, 8, "#a8382a") + L("M24 74q20 12 44 4", "#f3d6a3", 4)}</g>`,
  );
const tiles = (x, y, w, h, count, fills, gap = 10) =>
  times(count, (i) => R(x + i * (w + gap), y, w, h, fills[i % fills.length], 5));

export const screens = {
  "phone first": {
    alt: "a sketched phone layout growing into a finished landing page",
    draw: (p, r) =>
      ground(p, r) +
      browser(
        p,
        196,
        56,
        404,
        320,
        R(0, 0, 404, 150, p.k),
        text("serif", 60, 70, 38, "Fresh air.", p.l, { align: 0 }),
        lines(62, 90, 150, [1, 0.7], p.l, 18, 7),
        R(62, 122, 84, 20, p.c, 10),
        C(330, 76, 46, p.c),
        P("M284 76a46 46 0 0 1 92 0z", p.k2),
        times(
          3,
          (i) =>
            R(28 + i * 122, 172, 106, 60, [p.m, p.c, p.m][i], 5) +
            lines(28 + i * 122, 244, 100, [0.8, 0.6], p.g, 14, 6),
        ),
      ) +
      cut(p, R(56, 120, 176, 320, p.l, 24)) +
      L(
        "M56 144a24 24 0 0 1 24-24h128a24 24 0 0 1 24 24v272a24 24 0 0 1-24 24H80a24 24 0 0 1-24-24z",
        p.d,
        5,
      ) +
      L(
        "M78 152h132v96H78zM78 152l132 96M210 152l-132 96M78 270h110M78 288h80M78 312h60v28H78zM78 362h60v52H78zM150 362h60v52h-60z",
        p.k2,
        4,
      ),
  },
  "page tree": {
    alt: "five pages of one website, joined as a tree",
    draw: (p, r) => {
      const page = (x, y, f, k) =>
        cut(p, R(x, y, 112, 142, p.l, 6)) +
        R(x, y, 112, 46, f, 6) +
        R(x + 12, y + 60, 42, 34, p.m, 4) +
        lines(x + 62, y + 62, 38, [1, 0.7, 0.9], p.g, 12, 5) +
        lines(x + 12, y + 106, 88, [1, k], p.g, 14, 5);
      return (
        ground(p, r) +
        L("M320 190v60M96 290v-40h448v40M246 250v40M394 250v40", p.o, 5) +
        cut(p, R(226, 34, 188, 170, p.l, 8)) +
        R(226, 34, 188, 74, p.k, 8) +
        C(370, 72, 22, p.c) +
        lines(242, 58, 80, [1, 0.6], p.l, 18, 8) +
        tiles(242, 124, 44, 34, 3, [p.m, p.c, p.m], 14) +
        lines(242, 172, 150, [1, 0.6], p.g, 14, 6) +
        page(40, 290, p.k2, 0.5) +
        page(190, 290, p.c, 0.8) +
        page(338, 290, p.k, 0.6) +
        page(488, 290, p.k2, 0.7)
      );
    },
  },
  "home page review": {
    alt: "a home page with numbered notes and a recording bar below",
    draw: (p, r) =>
      ground(p, r) +
      browser(
        p,
        70,
        36,
        500,
        340,
        R(0, 0, 500, 136, p.m),
        lines(30, 34, 190, [1, 0.8], p.d, 28, 14),
        R(30, 96, 96, 26, p.k2, 13),
        R(300, 24, 160, 96, p.c, 6),
        tiles(30, 160, 136, 70, 3, [p.m, p.m, p.m], 16),
        lines(30, 250, 440, [0.9, 0.6], p.g, 18, 8),
      ) +
      L("M88 92c40-26 240-24 236 30s-230 50-246 10 40-56 80-54", p.k, 6) +
      [
        [344, 84, 1],
        [562, 150, 2],
        [238, 226, 3],
      ]
        .map(([x, y, k]) => cut(p, C(x, y, 25, p.k)) + text("sans", x, y + 11, 32, String(k), p.l))
        .join("") +
      cut(p, R(120, 396, 400, 54, p.d, 27)) +
      C(152, 423, 14, "#e2503a") +
      R(184, 419, 230, 8, p.l, 4).replace("/>", ' opacity=".35"/>') +
      R(184, 419, 120, 8, p.l, 4) +
      text("sans", 462, 432, 24, "10:00", p.l),
  },
  "restaurant page": {
    alt: "a one-page restaurant website with a bowl, a menu and hours",
    draw: (p, _r, [name = "Noodle Row"]) =>
      table(p) +
      browser(
        p,
        66,
        34,
        508,
        410,
        R(0, 0, 508, 206, p.k),
        bowl(p, 318, 24, 158),
        text("serif", 28, 88, 48, name, p.l, { align: 0, fit: 270 }),
        lines(28, 112, 170, [1, 0.7], p.l, 18, 7),
        R(28, 154, 110, 30, p.c, 15),
        times(
          3,
          (i) =>
            R(28 + i * 158, 232, 140, 116, p.m, 6) +
            C(62 + i * 158, 268, 22, [p.k2, p.c, p.k][i]) +
            lines(94 + i * 158, 258, 62, [1, 0.6], p.d, 16, 7) +
            lines(42 + i * 158, 308, 112, [1, 0.7], p.g, 16, 6),
        ),
      ),
  },
  "admin screen": {
    alt: "a dark admin screen with a menu, a table and a chart",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(46, 50, 548, 380, p.l, 12)) +
      R(46, 50, 120, 380, p.d, 12) +
      C(84, 88, 16, p.c) +
      times(
        5,
        (i) =>
          R(66, 130 + i * 44, 80, 26, i === 1 ? p.k : "none", 8) +
          C(80, 143 + i * 44, 6, p.l) +
          lines(96, 139 + i * 44, 40, [1], p.l, 1, 7),
      ) +
      times(
        3,
        (i) =>
          R(186 + i * 132, 74, 118, 76, i ? p.m : p.k, 8) +
          R(200 + i * 132, 92, 50, 8, i ? p.g : p.c, 4) +
          R(200 + i * 132, 114, 74, 18, i ? p.d : p.l, 5),
      ) +
      R(186, 168, 382, 106, p.m, 8) +
      L("M202 250l50-30 44 12 56-46 58 26 60-34 80 20", p.k2, 7) +
      times(
        4,
        (i) =>
          R(186, 290 + i * 32, 382, 26, i % 2 ? p.l : p.m, 4) +
          C(204, 303 + i * 32, 8, [p.k, p.c, p.k2, p.k][i]) +
          lines(224, 299 + i * 32, 120, [[0.9, 0.7, 1, 0.8][i]], p.g, 1, 8) +
          R(500, 296 + i * 32, 54, 14, i === 2 ? p.k : p.k2, 7),
      ),
  },
  components: {
    alt: "a sheet of interface components: buttons, switches, colours, a card",
    draw: (p, _r) =>
      R(0, 0, 640, 480, p.bg2) +
      cut(p, R(40, 36, 270, 130, p.l, 10)) +
      R(62, 60, 106, 38, p.k, 19) +
      R(182, 60, 106, 38, p.m, 19) +
      R(62, 112, 106, 38, p.k2, 8) +
      R(182, 112, 106, 38, p.l, 8).replace("/>", ` stroke="${p.k2}" stroke-width="4"/>`) +
      text("sans", 115, 87, 22, "Save", p.l) +
      text("sans", 235, 87, 22, "Cancel", p.d) +
      text("sans", 115, 139, 22, "Book", p.l) +
      text("sans", 235, 139, 22, "More", p.k2) +
      cut(p, R(330, 36, 270, 130, p.l, 10)) +
      times(
        2,
        (i) => R(354, 60 + i * 48, 76, 38, i ? p.g : p.k, 19) + C(i ? 373 : 411, 79 + i * 48, 14, p.l),
      ) +
      R(460, 60, 34, 34, p.k, 8) +
      tick(477, 77, 20, p.l, 5) +
      R(460, 112, 34, 34, p.m, 8) +
      ring(540, 77, 15, p.k, 6) +
      C(540, 77, 7, p.k) +
      ring(540, 129, 15, p.g, 6) +
      cut(p, R(40, 186, 170, 258, p.l, 10)) +
      times(8, (i) =>
        R(
          62 + (i % 2) * 66,
          208 + Math.floor(i / 2) * 56,
          58,
          46,
          [p.k, p.k2, p.c, p.d, p.g, p.m, p.bg, p.bg2][i],
          8,
        ),
      ) +
      cut(p, R(230, 186, 370, 258, p.l, 10)) +
      R(252, 208, 150, 214, p.c, 8) +
      C(327, 300, 44, p.k) +
      text("serif", 426, 250, 48, "Aa", p.d, { align: 0 }) +
      lines(426, 276, 150, [1, 0.8, 0.9], p.g, 20, 8) +
      R(426, 350, 150, 34, p.m, 8) +
      L("M440 360v14", p.k, 4) +
      R(426, 396, 70, 26, p.k, 13),
  },
  "three app screens": {
    alt: "three phones with screens of one app: welcome, list, detail",
    draw: (p, r) =>
      ground(p, r) +
      phone(
        p,
        40,
        96,
        170,
        320,
        R(0, 0, 150, 284, p.k, 14),
        leaf(75, 160, 110, 44, 0, p.c, p.k),
        text("serif", 75, 206, 30, "Plant", p.l),
        R(25, 226, 100, 34, p.l, 17),
      ) +
      phone(
        p,
        430,
        96,
        170,
        320,
        R(0, 0, 150, 130, p.c, 14),
        leaf(58, 122, 84, 34, -20, p.k2, p.l),
        leaf(88, 122, 94, 36, 16, p.k, p.l),
        lines(16, 150, 118, [0.7, 0, 1, 0.9, 0.6], p.g, 18, 7),
        R(16, 236, 118, 30, p.k2, 15),
      ) +
      phone(
        p,
        228,
        44,
        184,
        392,
        lines(18, 26, 90, [1], p.d, 1, 12),
        times(
          4,
          (i) =>
            R(14, 60 + i * 72, 136, 62, p.m, 10) +
            R(22, 68 + i * 72, 46, 46, [p.k, p.c, p.k2, p.k][i], 8) +
            leaf(45, 110 + i * 72, 36, 14, 0, p.l) +
            lines(78, 80 + i * 72, 62, [1, 0.6], p.g, 16, 7),
        ),
      ),
  },
  "page of blocks": {
    alt: "a block carried into its place on a half-built page",
    draw: (p, r) =>
      ground(p, r) +
      browser(
        p,
        60,
        44,
        420,
        386,
        R(24, 22, 372, 96, p.k, 6),
        lines(48, 46, 150, [1, 0.6], p.l, 24, 10),
        R(24, 132, 180, 98, p.m, 6),
        R(24, 244, 372, 84, p.m, 6),
        lines(44, 266, 300, [1, 0.8, 0.5], p.g, 18, 7),
        R(216, 132, 180, 98, "none", 6).replace(
          "/>",
          ` stroke="${p.k}" stroke-width="4" stroke-dasharray="10 8"/>`,
        ),
        C(72, 180, 24, p.c),
        lines(110, 166, 74, [1, 0.7], p.g, 18, 7),
      ) +
      cut(p, R(380, 226, 204, 118, p.k2, 8, 7)) +
      turned(7, 482, 285, P("M400 324l52-50 34 30 22-18 54 38z", p.l), C(540, 258, 16, p.c)) +
      hand(p, 520, 306, 1.2),
  },
  "code and page": {
    alt: "a short file of code and the finished page beside it",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(44, 58, 270, 350, p.d, 12)) +
      text("sans", 66, 106, 26, "<main>", "#e8a23b", { align: 0 }) +
      times(7, (i) =>
        R(
          90 + [0, 24, 24, 0, 24, 0, 0][i],
          132 + i * 30,
          [120, 150, 90, 140, 110, 80, 0.1][i],
          10,
          ["#e8a23b", "#f6efe1", "#8fc0c0"][i % 3],
          5,
        ),
      ) +
      text("sans", 66, 368, 26, "</main>", "#e8a23b", { align: 0 }) +
      browser(
        p,
        290,
        100,
        310,
        300,
        R(0, 0, 310, 108, p.k2),
        text("serif", 22, 66, 36, "Hello.", p.l, { align: 0 }),
        C(250, 54, 32, p.c),
        lines(22, 132, 266, [1, 0.9, 0.7], p.g, 20, 8),
        R(22, 204, 126, 40, p.k, 20),
        R(160, 204, 126, 40, p.m, 20),
      ),
  },
  "broken layout": {
    alt: "a page with a fallen box and a wrench that puts it back",
    draw: (p, r) =>
      ground(p, r) +
      browser(
        p,
        70,
        46,
        500,
        370,
        lines(30, 30, 190, [1, 0.7], p.d, 26, 12),
        R(30, 96, 140, 150, p.m, 6),
        R(186, 96, 130, 150, "none", 6).replace(
          "/>",
          ` stroke="${p.k}" stroke-width="4" stroke-dasharray="10 8"/>`,
        ),
        R(332, 96, 138, 150, p.m, 6),
        C(100, 150, 30, p.k2),
        C(401, 150, 30, p.k2),
        lines(50, 204, 100, [1, 0.6], p.g, 16, 7),
        lines(352, 204, 100, [1, 0.6], p.g, 16, 7),
      ) +
      cut(p, R(238, 256, 140, 158, p.c, 6, 16)) +
      turned(16, 308, 335, C(308, 312, 30, p.k2), lines(258, 366, 100, [1, 0.6], p.d, 16, 7)) +
      cut(
        p,
        G(
          "translate(500 330) rotate(-38)",
          P("M-18 0h36v150a18 18 0 0 1-36 0z", p.k),
          P("M-18 10c-34-14-44-60-18-88v46l36 16 36-16v-46c26 28 16 74-18 88z", p.k),
        ),
      ),
  },
  "browser on guard": {
    not: dark,
    alt: "a website behind a shield, a beetle kept outside",
    draw: (p, r) =>
      ground(p, r) +
      browser(
        p,
        60,
        60,
        440,
        330,
        R(24, 24, 392, 110, p.m, 6),
        lines(24, 156, 390, [1, 0.9, 0.7, 0.95], p.g, 26, 10),
        R(24, 262, 90, 22, p.k2, 11),
      ) +
      cut(p, P("M280 120l120 44v96c0 84-60 126-120 154-60-28-120-70-120-154v-96z", p.k)) +
      P("M280 120l120 44v96c0 84-60 126-120 154z", p.k2) +
      R(234, 248, 92, 78, p.l, 10) +
      L("M252 248v-26a28 28 0 0 1 56 0v26", p.l, 12) +
      C(280, 282, 10, p.d) +
      L("M280 286v20", p.d, 7) +
      cut(
        p,
        G(
          "translate(546 356) rotate(-30)",
          L("M-40-26l24 12M-44 4h26M-38 34l22-14M40-26L16-14M44 4H18M38 34L16 20", p.d, 6),
          E(0, 6, 26, 36, p.d),
          C(0, -34, 16, p.d),
        ),
      ) +
      L("M546 334v52", p.bg, 3),
  },
  "school page": {
    alt: "the website of a small school with its building and news",
    draw: (p, r) =>
      ground(p, r) +
      browser(
        p,
        56,
        40,
        528,
        400,
        R(0, 0, 528, 210, "#cfe0da"),
        C(440, 56, 30, p.c),
        P("M0 210q130-60 264-20t264-30v50z", "#8fae84"),
        R(170, 92, 190, 108, p.l),
        P("M156 96l109-58 109 58z", p.k),
        R(244, 148, 42, 52, p.k2),
        times(4, (i) => R(186 + [0, 36, 104, 140][i], 118, 22, 30, p.k2)),
        L("M265 38V10", p.d, 4) + P("M265 10h36l-10 10 10 10h-36z", p.c),
        times(
          3,
          (i) =>
            R(28 + i * 164, 232, 144, 104, p.m, 6) +
            R(40 + i * 164, 246, 44, 10, [p.k, p.k2, p.c][i], 5) +
            lines(40 + i * 164, 272, 118, [1, 0.9, 0.6], p.g, 18, 7),
        ),
      ),
  },
  "online shop": {
    alt: "an online shop as a shopfront: products under an awning, a cart",
    draw: (p, r) =>
      ground(p, r) +
      browser(
        p,
        66,
        72,
        508,
        366,
        times(
          3,
          (i) =>
            R(26 + i * 156, 96, 142, 142, p.m, 8) +
            lines(26 + i * 156, 256, 90, [1], p.d, 1, 9) +
            R(26 + i * 156, 280, 64, 30, p.k, 15),
        ),
        P("M66 210c0-40 10-60 30-60s30 20 30 60z", p.k2),
        cup(p, 218, 128, 76, p.k),
        R(374, 140, 70, 80, p.c, 8),
        R(392, 120, 34, 24, p.d, 5),
      ) +
      cut(
        p,
        times(10, (i) => P(`M${56 + i * 52.8} 96h52.8v50a26.4 26.4 0 0 1-52.8 0z`, i % 2 ? p.l : p.k)),
      ) +
      R(56, 84, 528, 16, p.d, 4) +
      cut(p, C(546, 396, 56, p.c)) +
      L("M518 374h12l8 34h32l8-24h-40", p.d, 6) +
      C(544, 422, 6, p.d) +
      C(566, 422, 6, p.d),
  },
  "moving shop": {
    alt: "boxes that travel from one shop's page to another's",
    draw: (p, _r) => {
      const shop = (x, y, f) =>
        browser(
          p,
          x,
          y,
          214,
          210,
          R(16, 16, 182, 60, f, 6),
          R(16, 90, 84, 66, p.m, 6),
          R(114, 90, 84, 66, p.m, 6),
        );
      const box = (x, y, f) => cut(p, R(x, y, 66, 56, f, 4)) + R(x + 26, y, 14, 24, p.l);
      return (
        table(p, 390) +
        shop(34, 70, p.g) +
        shop(392, 134, p.k) +
        stitch("M150 330C220 440 380 450 470 376", p.o, 5) +
        box(180, 320, p.c) +
        box(272, 372, p.k2) +
        box(366, 358, p.c) +
        arrow(262, 150, 370, 190, p.a, 10)
      );
    },
  },
  "checkout on a phone": {
    alt: "a phone with a paid checkout beside a bank card",
    draw: (p, r) =>
      ground(p, r) +
      phone(
        p,
        120,
        30,
        220,
        420,
        text("sans", 100, 58, 30, "$24.00", p.d),
        lines(22, 86, 156, [1], p.g, 1, 3),
        times(
          2,
          (i) =>
            R(22, 104 + i * 58, 44, 44, [p.k2, p.c][i], 8) +
            lines(80, 114 + i * 58, 90, [1, 0.6], p.g, 16, 7),
        ),
        C(100, 274, 42, p.k),
        tick(98, 276, 38, p.l, 9),
        R(22, 334, 156, 34, p.k2, 17),
        text("sans", 100, 358, 22, "Paid", p.l),
      ) +
      cut(p, R(304, 236, 280, 170, p.c, 16, -10)) +
      turned(
        -10,
        444,
        321,
        R(304, 262, 280, 32, p.d),
        R(328, 320, 52, 38, p.l, 7),
        lines(328, 374, 150, [1], p.d, 1, 10),
        C(532, 366, 20, p.k),
        faint(C(556, 366, 20, p.k2), 0.85),
      ),
  },
  "search result": {
    alt: "a results page with one title that stands out",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(70, 36, 500, 60, p.l, 30)) +
      ring(112, 62, 13, p.d, 6) +
      L("M122 74l12 12", p.d, 6) +
      lines(152, 62, 190, [1], p.d, 1, 10) +
      times(
        3,
        (i) =>
          cut(p, R(70, 118 + i * 112, 500, 94, p.l, 8)) +
          R(94, 136 + i * 112, i === 0 ? 330 : 210, 16, i === 0 ? p.k : p.g, 8) +
          lines(94, 166 + i * 112, 420, i === 0 ? [1, 0.8] : [0.9, 0.5], p.g, 18, 8),
      ) +
      cut(p, R(54, 106, 532, 118, "none", 12)).replace(
        /fill="[^"]*" *\/>/g,
        `fill="none" stroke="${p.k2}" stroke-width="6"/>`,
      ) +
      cursor(p, 420, 150, 1.2),
  },
  "place on the map": {
    alt: "a pin on a street map and the card of a shop with five stars",
    draw: (p, _r) =>
      R(0, 0, 640, 480, p.m) +
      P("M0 320q160-60 300 0t340-60v220H0z", "#bcd6d8") +
      L("M-10 140L660 60M120-10L220 490M380-10L340 330 480 490M-10 250L640 210", "#fff", 20) +
      R(420, 100, 150, 90, "#c4d6b4", 10) +
      R(20, 30, 80, 80, p.g, 6) +
      R(176, 150, 140, 60, p.g, 6) +
      pin(p, 250, 262, 170, p.k) +
      cut(p, R(306, 268, 300, 172, p.l, 12)) +
      R(326, 288, 84, 84, p.c, 8) +
      loaf(p, 334, 306, 34) +
      text("serif", 428, 318, 32, "Corner", p.d, { align: 0 }) +
      stars(438, 344, 24, p.k) +
      R(326, 388, 110, 34, p.k2, 17) +
      R(448, 388, 110, 34, p.m, 17),
  },
  "about page": {
    alt: "an about page with a portrait and a founder's story",
    draw: (p, r) =>
      ground(p, r) +
      browser(
        p,
        60,
        44,
        520,
        390,
        R(28, 28, 190, 230, p.c, 8),
        clipped(
          "abp",
          "<rect x='28' y='28' width='190' height='230' rx='8'/>",
          at(18, 60, `<g transform="scale(2.1)">${portraitOnly(p)}</g>`),
        ),
        text("serif", 246, 76, 44, "Our story", p.d, { align: 0 }),
        lines(246, 100, 238, [1, 0.94, 1, 0.9, 0.6, 0, 1, 0.96, 0.5], p.g, 20, 8),
        lines(28, 284, 450, [1, 0.7], p.g, 20, 8),
        text("brush", 40, 344, 34, "Ada", p.k, { align: 0 }),
      ),
  },
  "feed ad": {
    alt: "a phone with an advertisement for a pair of shoes in a feed",
    draw: (p, r) =>
      ground(p, r) +
      phone(
        p,
        190,
        22,
        260,
        436,
        C(34, 40, 18, p.k),
        lines(62, 30, 100, [1, 0.6], p.g, 16, 7),
        R(0, 72, 240, 200, p.c),
        P("M40 200c20 4 40-10 50-46 24 20 50 40 86 44 20 4 26 14 24 34H40z", p.k),
        R(38, 226, 164, 14, p.l, 7),
        L("M96 172l16-12M112 184l16-12", p.l, 5),
        R(0, 272, 240, 48, p.k2),
        text("sans", 18, 304, 26, "Shop now", p.l, { align: 0 }),
        L("M204 286l12 10-12 10", p.l, 5),
        heart(28, 348, 15, p.k),
        C(70, 348, 13, "none").replace("/>", ` stroke="${p.d}" stroke-width="4"/>`),
        lines(20, 378, 170, [1], p.g, 1, 8),
      ) +
      cut(p, C(510, 130, 56, p.l)) +
      text("sans", 510, 146, 44, "$15", p.d) +
      arrow(90, 330, 168, 300, p.a, 10),
  },
  "vertical clips": {
    alt: "five vertical video clips in a fan, the middle one playing",
    draw: (p, r) =>
      ground(p, r) +
      [-2, 2, -1, 1, 0]
        .map((k) =>
          turned(
            k * 11,
            320,
            620,
            cut(p, R(236, 60 + Math.abs(k) * 6, 168, 300, [p.k, p.k2, p.c][(k + 3) % 3], 18)),
            k === 0 ? person0(p) : C(320, 190, 40, p.l).replace("/>", ' opacity=".35"/>'),
          ),
        )
        .join("") +
      play(p, 372, 150, 18) +
      heart(376, 290, 14, p.l) +
      lines(258, 322, 90, [1, 0.6], p.l, 14, 7),
  },
  "keyboard focus": {
    alt: "a button in focus, and the Tab key that moved it there",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(60, 220, 520, 200, p.d, 18)) +
      times(2, (j) => times(7, (i) => R(84 + i * 68, 244 + j * 66, 56, 54, p.l, 9))) +
      R(84, 376, 124, 28, p.l, 8) +
      R(222, 376, 196, 28, p.l, 8) +
      R(432, 376, 124, 28, p.l, 8) +
      cut(p, R(74, 234, 144, 74, p.k, 12)) +
      R(84, 244, 124, 54, p.l, 9) +
      text("sans", 146, 282, 32, "Tab", p.d) +
      cut(p, R(84, 52, 472, 130, p.l, 14)) +
      R(110, 82, 150, 70, p.k2, 12) +
      text("sans", 185, 128, 34, "Buy", p.l) +
      L("M98 70h174v94H98z", p.k, 6) +
      lines(300, 84, 220, [1, 0.8, 0.9, 0.5], p.g, 20, 9),
  },
};

function portraitOnly(p) {
  return portrait(p, 50, 60, 60, 4, "none", p.k2);
}
function person0(p) {
  return portrait(p, 320, 210, 66, 1, p.l, p.k2);
}
