// Motifs of business, numbers and data.
import {
  arrow,
  badge,
  browser,
  bubble,
  C,
  checklist,
  cup,
  cut,
  faint,
  G,
  ground,
  L,
  lines,
  P,
  pencil,
  pin,
  portrait,
  R,
  ring,
  sheet,
  stars,
  stitch,
  table,
  text,
  tick,
  times,
  turned,
} from "../parts.mjs";
import { strong } from "../shapes.mjs";

const grid = (p, x, y, w, h, columns, rows) =>
  R(x, y, w, h, p.l, 4) +
  R(x, y, w, h / rows, p.m) +
  times(columns - 1, (i) => L(`M${x + ((i + 1) * w) / columns} ${y}v${h}`, p.g, 2)) +
  times(rows - 1, (i) => L(`M${x} ${y + ((i + 1) * h) / rows}h${w}`, p.g, 2));
const ringShare = (x, y, radius, width, from, share, f) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${f}" stroke-width="${width}" stroke-dasharray="${(share * radius * 6.283).toFixed(1)} 999" transform="rotate(${from * 360 - 90} ${x} ${y})"/>`;
const receipt = (p, x, y, w, h, rot) =>
  turned(
    rot,
    x + w / 2,
    y + h / 2,
    cut(p, P(`M${x} ${y}h${w}v${h}${times(6, (_i) => `l-${w / 12} -12l-${w / 12} 12`)}z`, "#fffdf7")),
    lines(x + 14, y + 18, w - 28, [0.7, 0, 1, 0.8, 0.9, 0.6], p.g, 18, 7),
    R(x + w - 50, y + h - 46, 36, 12, p.k, 3),
  );

export const desks = {
  "tidy desk": {
    alt: "a planner, a list with ticks and a cup on a desk",
    draw: (p, _r) =>
      R(0, 0, 640, 480, p.bg2) +
      sheet(p, 60, 60, 260, 350, -3) +
      turned(
        -3,
        190,
        235,
        R(60, 60, 260, 54, p.k, 5),
        text("serif", 190, 100, 36, "Today", p.l),
        checklist(p, 88, 140, 204, [0.9, 0.7, 1, 0.6, 0.8], 3, 50),
      ) +
      cut(p, R(366, 60, 214, 170, p.l, 8, 3)) +
      turned(
        3,
        473,
        145,
        times(3, (j) =>
          times(5, (i) =>
            R(
              386 + i * 37,
              84 + j * 44,
              30,
              34,
              (i + j * 2) % 5 === 1 ? p.k2 : (i + j) % 4 === 3 ? p.c : p.m,
              5,
            ),
          ),
        ),
      ) +
      cut(p, cup(p, 420, 290, 110, p.k)) +
      pencil(p, 360, 440, 18, 170, p.k2),
  },
  "supplier list": {
    alt: "a list of suppliers with pins, phones and sources",
    draw: (p, r) =>
      ground(p, r) +
      sheet(p, 60, 50, 430, 380, -1) +
      turned(
        -1,
        275,
        240,
        R(60, 50, 430, 48, p.k, 5),
        lines(150, 70, 110, [1], p.l, 1, 9),
        R(330, 70, 60, 9, p.l, 4),
        times(
          6,
          (i) =>
            C(100, 130 + i * 52, 16, [p.k2, p.c, p.k][i % 3]) +
            lines(136, 122 + i * 52, 150, [[0.9, 0.7, 1, 0.8, 0.6, 0.9][i], 0.5], p.g, 15, 7) +
            R(330, 122 + i * 52, 80, 16, i % 2 ? p.m : p.c, 8) +
            tick(452, 130 + i * 52, 18, p.k2),
        ),
      ) +
      pin(p, 548, 230, 130, p.a) +
      cut(p, C(548, 330, 40, p.l)) +
      text("sans", 548, 346, 42, "40", p.d),
  },
  "open ledger": {
    alt: "an open ledger with two columns of sums that balance",
    draw: (p, _r) =>
      table(p, 330) +
      cut(p, R(60, 80, 520, 320, p.k2, 10)) +
      R(74, 92, 246, 292, p.l, 3) +
      R(320, 92, 246, 292, p.l, 3) +
      faint(R(308, 92, 24, 292, p.d), 0.12) +
      [96, 344]
        .map(
          (x, k) =>
            L(`M${x + 140} 100V376`, p.k, 3) +
            times(
              8,
              (i) =>
                L(`M${x} ${138 + i * 30}h200`, p.m, 3) +
                lines(
                  x,
                  122 + i * 30,
                  110,
                  [[0.8, 0.6, 1, 0.7, 0.9, 0.5, 0.8, 0.6][(i + k * 3) % 8]],
                  p.g,
                  1,
                  8,
                ) +
                R(x + 154, 122 + i * 30, [40, 30, 44, 36][(i + k) % 4], 8, p.d, 3),
            ) +
            L(`M${x + 148} 366h54M${x + 148} 374h54`, p.d, 3),
        )
        .join("") +
      pencil(p, 500, 390, 40, 190) +
      cut(p, C(110, 430, 26, p.c), C(152, 440, 26, p.c)) +
      text("sans", 152, 451, 30, "$", p.d),
  },
  "shoebox of receipts": {
    not: strong,
    alt: "receipts that go from a shoebox into a tidy folder",
    draw: (p, _r) =>
      table(p, 340) +
      receipt(p, 66, 90, 90, 190, -14) +
      receipt(p, 130, 60, 96, 220, 4) +
      receipt(p, 204, 110, 84, 170, 16) +
      cut(p, P("M40 250h270l-16 170H56z", p.k)) +
      R(32, 236, 286, 30, p.d, 4) +
      arrow(330, 220, 386, 220, p.o, 11) +
      cut(p, P("M400 120h70l18 24h110v270H400z", p.k2)) +
      cut(p, R(416, 96, 160, 180, p.l, 3)) +
      lines(436, 122, 120, [1, 0.8, 0.9, 0.6, 1], p.g, 22, 8) +
      cut(p, P("M386 220h220l-16 200H400z", p.c)) +
      text("serif", 496, 332, 42, "2025", p.d),
  },
  "business plan": {
    not: strong,
    alt: "a bound plan with a forecast of three rising years",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(200, 36, 280, 400, p.c, 6, 6)) +
      cut(p, R(150, 36, 300, 408, p.k, 8)) +
      times(9, (i) => R(136, 64 + i * 42, 30, 10, p.d, 5)) +
      text("serif", 196, 116, 50, "Plan", p.l, { align: 0 }) +
      text("sans", 196, 152, 26, "2026 – 2028", p.c, { align: 0 }) +
      R(190, 190, 232, 200, p.l, 6) +
      times(3, (i) => R(216 + i * 66, 366 - [60, 96, 140][i], 46, [60, 96, 140][i], [p.k2, p.k, p.c][i], 4)) +
      L("M214 300L282 264 406 214", p.d, 6) +
      C(406, 214, 9, p.d) +
      L("M206 368H408", p.d, 4),
  },
  "price tags compared": {
    not: strong,
    alt: "three price tags side by side, the middle one marked",
    draw: (p, r) =>
      ground(p, r) +
      [
        [60, "$12", p.l],
        [238, "$9", p.k],
        [416, "$14", p.l],
      ]
        .map(
          ([x, w, f], i) =>
            L(`M${x + 82} 20V${110 - (i === 1 ? 20 : 0)}`, p.o, 4) +
            cut(p, P(`M${x} ${150 - (i === 1 ? 20 : 0)}l52-60h60l52 60v250H${x}z`, f)) +
            C(x + 82, 128 - (i === 1 ? 20 : 0), 11, p.bg) +
            text("sans", x + 82, 250, 72, w, i === 1 ? p.l : p.d, { fit: 140 }) +
            lines(x + 30, 284, 104, [1, 0.7, 0.9], i === 1 ? p.l : p.g, 22, 8) +
            stars(x + 36, 370, 22, i === 1 ? p.c : p.k2, 4 + (i === 1 ? 1 : 0)),
        )
        .join(""),
  },
  survey: {
    alt: "a survey with three faces and a bar of answers for each question",
    draw: (p, r) =>
      ground(p, r) +
      sheet(p, 110, 36, 420, 408, 1) +
      turned(
        1,
        320,
        240,
        lines(146, 72, 230, [1], p.d, 1, 12),
        [
          ["#c4432a", -1],
          ["#dfa23a", 0],
          ["#3f8a5c", 1],
        ]
          .map(
            ([f, k], i) =>
              C(192 + i * 128, 160, 46, f) +
              C(176 + i * 128, 150, 6, "#fff") +
              C(208 + i * 128, 150, 6, "#fff") +
              L(`M${170 + i * 128} ${178 - k * 2}q22 ${k * 22} 44 0`, "#fff", 7),
          )
          .join(""),
        times(
          3,
          (i) =>
            R(146, 252 + i * 54, 348, 26, p.m, 13) +
            R(146, 252 + i * 54, [260, 150, 310][i], 26, [p.k, p.c, p.k2][i], 13),
        ),
      ) +
      badge(p, 520, 90, 36, p.k2),
  },
  "meeting notes": {
    alt: "a recording that becomes notes with tasks and owners",
    draw: (p, r) =>
      ground(p, r) +
      bubble(p, 36, 50, 180, 80, p.k) +
      lines(60, 76, 130, [1, 0.6], p.l, 20, 9) +
      bubble(p, 66, 176, 180, 76, p.c, true) +
      lines(90, 200, 130, [0.8, 1], p.d, 20, 9) +
      bubble(p, 36, 296, 180, 76, p.k2) +
      lines(60, 320, 130, [1, 0.5], p.l, 20, 9) +
      sheet(p, 284, 40, 310, 400, 2) +
      turned(
        2,
        439,
        240,
        text("serif", 312, 96, 40, "To do", p.d, { align: 0 }),
        times(
          4,
          (i) =>
            R(312, 128 + i * 74, 254, 58, p.m, 8) +
            portrait(p, 342, 157 + i * 74, 20, i, p.c, [p.k, p.k2][i % 2]) +
            lines(
              374,
              148 + i * 74,
              120,
              [
                [1, 0.6],
                [0.8, 0.9],
                [1, 0.5],
                [0.7, 0.8],
              ][i],
              p.g,
              17,
              8,
            ) +
            R(516, 147 + i * 74, 22, 22, i < 2 ? p.k2 : p.l, 5) +
            (i < 2 ? tick(527, 158 + i * 74, 13, p.l, 4) : ""),
        ),
      ),
  },
  "one formula": {
    alt: "a spreadsheet with a sum in its formula bar",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(50, 50, 540, 380, p.l, 10)) +
      R(50, 50, 540, 74, p.k2, 10) +
      R(74, 66, 60, 42, p.l, 6) +
      text("serif", 104, 97, 34, "fx", p.k2) +
      R(146, 66, 420, 42, p.l, 6) +
      text("sans", 164, 98, 30, "=SUM(B2:B9)", p.d, { align: 0 }) +
      grid(p, 50, 124, 540, 306, 4, 6) +
      times(
        5,
        (i) =>
          lines(70, 194 + i * 51, 92, [[0.9, 0.7, 1, 0.6, 0.8][i]], p.g, 1, 10) +
          R(240, 194 + i * 51, [60, 44, 70, 52, 64][i], 10, p.d, 5),
      ) +
      R(185, 175, 135, 204, p.k, 2).replace("/>", ' opacity=".16"/>') +
      L("M185 175h135v204H185z", p.k, 4) +
      R(185, 379, 135, 51, p.k, 2) +
      text("sans", 252, 415, 32, "4,820", p.l),
  },
  "price model": {
    alt: "a spreadsheet model with sliders and the curve they move",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(46, 60, 330, 360, p.l, 10)) +
      grid(p, 46, 60, 330, 360, 3, 9) +
      times(
        8,
        (i) =>
          lines(62, 114 + i * 40, 76, [[0.9, 0.6, 0.8, 1, 0.7, 0.9, 0.5, 0.8][i]], p.g, 1, 9) +
          R(178, 114 + i * 40, [50, 62, 40, 70, 56, 44, 66, 58][i], 9, p.d, 4) +
          R(290, 110 + i * 40, 60, 18, i % 3 === 0 ? p.c : p.m, 4),
      ) +
      cut(p, R(340, 96, 256, 160, p.l, 10)) +
      P("M362 236q60-6 100-60t110-56v116z", p.m) +
      L("M362 236q60-6 100-60t110-56", p.k, 8) +
      L("M362 236L572 160", p.k2, 5, ' stroke-dasharray="10 9"') +
      cut(p, R(340, 276, 256, 150, p.d, 10)) +
      times(
        3,
        (i) =>
          R(366, 308 + i * 40, 204, 8, p.l, 4).replace("/>", ' opacity=".35"/>') +
          R(366, 308 + i * 40, [120, 70, 160][i], 8, p.c, 4) +
          C(366 + [120, 70, 160][i], 312 + i * 40, 14, p.l),
      ),
  },
  "cards to rows": {
    alt: "a pile of filled-in cards typed into a table",
    draw: (p, r) =>
      ground(p, r) +
      [-12, 5, -4].map((a, i) => cut(p, R(40, 96 + i * 14, 230, 150, [p.c, p.m, p.l][i], 8, a))).join("") +
      turned(
        -4,
        155,
        200,
        text("brush", 66, 180, 38, "J. Marsh", p.k, { align: 0 }),
        L("M66 192H240M66 226H240", p.g, 3),
        text("brush", 66, 222, 32, "12 Elm St", p.k2, { align: 0 }),
      ) +
      arrow(256, 310, 312, 310, p.o, 10) +
      cut(p, R(300, 70, 300, 350, p.l, 8)) +
      grid(p, 300, 70, 300, 350, 3, 8) +
      R(300, 70, 300, 44, p.k, 8) +
      times(7, (i) =>
        times(3, (j) =>
          lines(
            316 + j * 100,
            132 + i * 44,
            66,
            [[0.9, 0.6, 1, 0.8][(i + j) % 4]],
            i === 2 ? p.k : p.d,
            1,
            9,
          ),
        ),
      ) +
      cut(p, R(60, 350, 200, 84, p.d, 10)) +
      times(2, (j) => times(6, (i) => R(74 + i * 30, 364 + j * 30, 24, 22, p.l, 4))),
  },
  "two lists in one": {
    alt: "two contact lists that meet in one without doubles",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(30, 60, 190, 230, p.l, 8, -4)) +
      turned(
        -4,
        125,
        175,
        times(
          5,
          (i) =>
            C(58, 92 + i * 40, 13, [p.k, p.c, p.k2, p.c, p.k][i]) +
            lines(82, 87 + i * 40, 110, [[1, 0.7, 0.9, 0.6, 0.8][i]], p.g, 1, 10),
        ),
      ) +
      cut(p, R(420, 60, 190, 230, p.l, 8, 4)) +
      turned(
        4,
        515,
        175,
        times(
          5,
          (i) =>
            C(448, 92 + i * 40, 13, [p.k2, p.k2, p.c, p.k, p.k][i]) +
            lines(472, 87 + i * 40, 110, [[0.7, 1, 0.6, 0.9, 0.8][i]], p.g, 1, 10),
        ),
      ) +
      arrow(126, 320, 196, 356, p.o, 9) +
      arrow(514, 320, 444, 356, p.o, 9) +
      cut(p, R(210, 160, 220, 290, p.k2, 10)) +
      times(
        6,
        (i) =>
          portrait(p, 248, 202 + i * 42, 15, i, p.l, p.k) +
          lines(278, 197 + i * 42, 126, [[1, 0.7, 0.9, 0.6, 0.8, 1][i]], p.l, 1, 10),
      ),
  },
  "sales dashboard": {
    alt: "a dashboard of sales: a curve, bars, a ring and three figures",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(40, 40, 560, 400, p.l, 14)) +
      [
        ["$8.2k", p.k],
        ["312", p.k2],
        ["3.4%", p.c],
      ]
        .map(
          ([w, f], i) =>
            R(62 + i * 176, 62, 162, 84, f, 10) +
            text("sans", 143 + i * 176, 120, 44, w, i === 2 ? p.d : p.l),
        )
        .join("") +
      R(62, 164, 338, 150, p.m, 10) +
      P("M62 300l60-50 50 16 70-70 60 30 98-40v128H62z", p.k2, ' opacity=".25"') +
      L("M72 292l50-42 50 16 70-70 60 30 88-36", p.k2, 8) +
      R(416, 164, 162, 150, p.m, 10) +
      ring(497, 239, 46, p.g, 24) +
      ringShare(497, 239, 46, 24, 0, 0.45, p.k) +
      ringShare(497, 239, 46, 24, 0.45, 0.25, p.c) +
      R(62, 330, 516, 88, p.m, 10) +
      times(12, (i) => {
        const h = [30, 44, 38, 56, 50, 62, 40, 66, 58, 48, 70, 64][i];
        return R(84 + i * 41, 408 - h, 26, h, i === 10 ? p.k : p.k2, 4);
      }),
  },
  "pages to sheet": {
    alt: "public listings that are collected into the rows of a sheet",
    draw: (p, r) =>
      ground(p, r) +
      browser(
        p,
        36,
        50,
        280,
        250,
        times(
          3,
          (i) =>
            R(18, 18 + i * 64, 244, 52, p.m, 6) +
            R(28, 26 + i * 64, 36, 36, [p.k, p.c, p.k2][i], 4) +
            lines(78, 32 + i * 64, 90, [1, 0.6], p.g, 15, 7) +
            R(204, 34 + i * 64, 44, 18, p.c, 9),
        ),
      ) +
      cut(p, R(296, 180, 304, 260, p.l, 8)) +
      grid(p, 296, 180, 304, 260, 3, 6) +
      R(296, 180, 304, 43, p.k2, 8) +
      times(
        5,
        (i) =>
          lines(312, 238 + i * 43, 66, [[0.9, 0.7, 1, 0.6, 0.8][i]], p.d, 1, 9) +
          lines(414, 238 + i * 43, 66, [[0.6, 0.9, 0.7, 1, 0.5][i]], p.g, 1, 9) +
          R(514, 234 + i * 43, 60, 18, i === 1 ? p.k : p.m, 9),
      ) +
      stitch("M180 310Q190 390 280 390", p.o, 5) +
      arrow(270, 390, 290, 390, p.o, 7),
  },
  "dashboard repaired": {
    alt: "a dashboard with an empty tile and a wrench",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(50, 50, 540, 380, p.l, 14)) +
      R(74, 74, 236, 150, p.m, 10) +
      times(6, (i) =>
        R(96 + i * 34, 208 - [50, 80, 66, 100, 84, 112][i], 22, [50, 80, 66, 100, 84, 112][i], p.k2, 3),
      ) +
      R(330, 74, 236, 150, p.m, 10).replace(
        "/>",
        ` stroke="${p.k}" stroke-width="4" stroke-dasharray="12 9"/>`,
      ) +
      text("sans", 448, 172, 60, "#N/A", p.k) +
      R(74, 244, 236, 162, p.m, 10) +
      L("M96 380l50-60 50 24 50-56 46 20", p.k, 8) +
      R(330, 244, 236, 162, p.m, 10) +
      lines(354, 272, 180, [1, 0.8, 0.9, 0.6, 0.7], p.g, 25, 10) +
      cut(
        p,
        G(
          "translate(520 250) rotate(38)",
          P("M-18 0h36v150a18 18 0 0 1-36 0z", p.d),
          P("M-18 10c-34-14-44-60-18-88v46l36 16 36-16v-46c26 28 16 74-18 88z", p.d),
        ),
      ),
  },
  calculator: {
    alt: "a calculator between invoices and coins",
    draw: (p, _r) =>
      table(p, 350) +
      receipt(p, 60, 70, 150, 300, -6) +
      cut(p, R(220, 50, 220, 360, p.d, 18)) +
      R(244, 74, 172, 66, "#cfe0da", 8) +
      text("sans", 404, 124, 44, "1,249.00", "#16312d", { align: 1, fit: 150 }) +
      times(12, (i) => R(244 + (i % 3) * 60, 162 + Math.floor(i / 3) * 58, 50, 46, i === 11 ? p.k : p.l, 9)) +
      [0, 1, 2, 3].map((i) => cut(p, R(480, 376 - i * 30, 110, 32, i % 2 ? p.c : "#e9c46f", 16))).join("") +
      cut(p, C(536, 236, 42, p.c)) +
      text("sans", 536, 254, 50, "$", p.d),
  },
};
