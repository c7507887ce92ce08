// Motifs of programming: what runs behind a page.
import {
  arrow,
  at,
  badge,
  browser,
  bubble,
  C,
  cross,
  cursor,
  cut,
  E,
  faint,
  G,
  gear,
  ground,
  hand,
  L,
  lines,
  P,
  phone,
  play,
  portrait,
  R,
  sheet,
  star,
  stars,
  stitch,
  table,
  text,
  tick,
  times,
  turned,
} from "../parts.mjs";
import { dark } from "../shapes.mjs";

const inks = (_p) => ["#e8a23b", "#f6efe1", "#8fc0c0", "#ea8a6a"];
const codeLines = (p, x, y, widths, gap = 28) =>
  widths
    .map(([indent, ...parts], j) => {
      let at0 = x + indent * 26;
      return parts
        .map((w, i) => {
          const one = R(at0, y + j * gap, w, 11, inks(p)[(i + j) % 4], 5);
          at0 += w + 10;
          return one;
        })
        .join("");
    })
    .join("");
const rack = (p, x, y, f) =>
  cut(p, R(x, y, 150, 220, p.d, 10)) +
  times(
    3,
    (i) =>
      R(x + 14, y + 16 + i * 66, 122, 54, f, 6) +
      C(x + 34, y + 43 + i * 66, 7, p.c) +
      C(x + 56, y + 43 + i * 66, 7, p.l) +
      lines(x + 78, y + 36 + i * 66, 44, [1, 1], p.d, 12, 5),
  );
const beetle = (p, x, y, s, f) =>
  at(
    x,
    y,
    `<g transform="scale(${s})">${L("M-40-26l24 12M-44 4h26M-38 34l22-14M40-26L16-14M44 4H18M38 34L16 20", p.d, 6) + E(0, 6, 26, 36, f) + C(0, -34, 15, p.d) + L("M0-26V40", p.d, 4) + C(-10, 0, 4, p.d) + C(10, 14, 4, p.d)}</g>`,
  );
const cylinder = (p, x, y, w, h, f) =>
  cut(p, P(`M${x} ${y}v${h}a${w / 2} 22 0 0 0 ${w} 0V${y}z`, f), E(x + w / 2, y, w / 2, 22, f)) +
  E(x + w / 2, y, w / 2, 22, p.l).replace("/>", ' opacity=".5"/>') +
  [1, 2].map((i) => L(`M${x} ${y + (i * h) / 3}a${w / 2} 22 0 0 0 ${w} 0`, p.l, 4)).join("");

export const code = {
  "code review": {
    alt: "code with a reviewer's two remarks beside it",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(50, 52, 430, 370, p.d, 14)) +
      times(11, (i) => faint(R(70, 84 + i * 29, 16, 9, p.l, 4), 0.35)) +
      faint(R(50, 195, 430, 34, "#ea8a6a"), 0.4) +
      codeLines(
        p,
        108,
        82,
        [
          [0, 80, 120],
          [1, 60, 90, 50],
          [1, 140],
          [2, 70, 110],
          [2, 120, 60],
          [1, 50],
          [1, 160, 40],
          [2, 90, 80],
          [1, 60],
          [0, 40],
          [0, 110],
        ],
        29,
      ) +
      bubble(p, 368, 120, 222, 92, p.l) +
      portrait(p, 408, 166, 26, 0, p.c, p.k) +
      lines(446, 148, 122, [1, 0.9, 0.5], p.g, 17, 8) +
      bubble(p, 400, 296, 190, 70, p.k) +
      tick(438, 332, 28, p.l) +
      lines(470, 322, 96, [1, 0.7], p.l, 17, 8),
  },
  "sign-in and rows": {
    alt: "a sign-in form joined to a database",
    draw: (p, r) =>
      ground(p, r) +
      browser(
        p,
        48,
        66,
        330,
        346,
        C(165, 74, 34, p.c),
        C(165, 64, 13, p.d),
        P("M143 96a22 22 0 0 1 44 0z", p.d),
        lines(46, 132, 60, [1], p.d, 1, 8),
        R(46, 148, 238, 36, p.m, 6),
        lines(46, 202, 60, [1], p.d, 1, 8),
        R(46, 218, 238, 36, p.m, 6),
        times(8, (i) => C(66 + i * 16, 236, 5, p.d)),
        R(46, 270, 238, 32, p.k, 16),
      ) +
      stitch("M378 250H440", p.o, 6) +
      cylinder(p, 440, 170, 150, 190, p.k2),
  },
  "api call": {
    alt: "two plugs that meet between braces, with the answer 200",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(60, 66, 520, 130, p.d, 14)) +
      R(84, 96, 96, 44, p.k2, 8) +
      text("sans", 132, 128, 30, "POST", p.l) +
      text("sans", 200, 128, 30, "/orders", "#f6efe1", { align: 0 }) +
      codeLines(p, 84, 158, [[0, 70, 150, 60]]) +
      text("sans", 530, 128, 34, "200", "#9fd0a8") +
      cut(
        p,
        P("M60 280h130a40 40 0 0 1 40 40v20a40 40 0 0 1-40 40H60v-34h-60v-32h60z", p.k),
        R(230, 300, 44, 18, p.d, 4),
        R(230, 342, 44, 18, p.d, 4),
      ) +
      cut(
        p,
        P("M580 280H450a40 40 0 0 0-40 40v20a40 40 0 0 0 40 40h130v-34h60v-32h-60z", p.k2),
        R(396, 296, 20, 68, p.k2, 4),
      ) +
      R(400, 300, 14, 18, p.d, 4) +
      R(400, 342, 14, 18, p.d, 4) +
      L("M300 290l24 18M296 330h34M300 370l24-18", p.c, 8),
  },
  "server move": {
    alt: "a website carried from one server to another",
    draw: (p, _r) =>
      table(p, 384) +
      rack(p, 44, 150, p.k2) +
      rack(p, 446, 150, p.k) +
      browser(p, 226, 96, 190, 150, R(14, 14, 162, 46, p.c, 4), lines(14, 74, 160, [1, 0.7], p.g, 16, 7)) +
      arrow(216, 300, 424, 300, p.a, 13) +
      badge(p, 522, 138, 32, p.k2),
  },
  "shared screen": {
    not: dark,
    alt: "a shared screen with code, a bug and two named cursors",
    draw: (p, _r) =>
      table(p, 404) +
      cut(p, R(60, 40, 520, 330, p.d, 16)) +
      R(78, 58, 484, 294, p.l, 6) +
      cut(p, R(280, 370, 80, 40, p.d), R(220, 402, 200, 16, p.d, 8)) +
      times(8, (i) =>
        lines(
          104 + [0, 1, 1, 2, 2, 1, 1, 0][i] * 28,
          84 + i * 32,
          210,
          [[0.5, 0.8, 0.6, 0.9, 0.5, 0.7, 0.4, 0.3][i]],
          [p.k, p.g, p.k2, p.g][i % 4],
          1,
          11,
        ),
      ) +
      beetle(p, 462, 146, 1.05, p.k) +
      cursor(p, 300, 200, 1) +
      R(330, 244, 70, 30, p.k2, 8) +
      text("sans", 365, 266, 20, "Ada", p.l) +
      cursor(p, 410, 262, 1) +
      R(440, 306, 70, 30, p.k, 8) +
      text("sans", 475, 328, 20, "You", p.l),
  },
  "four screens of a flow": {
    alt: "four app screens joined by arrows",
    draw: (p, r) => {
      const s = (x, y, k) => phone(p, x, y, 124, 222, k);
      return (
        ground(p, r) +
        L("M162 124h40M310 124h40M458 190C470 300 470 300 440 320M300 350h-40", p.o, 6) +
        s(36, 40, R(0, 0, 104, 186, p.k, 10) + C(52, 76, 26, p.c) + R(18, 136, 68, 24, p.l, 12)) +
        s(
          198,
          40,
          times(4, (i) => R(10, 20 + i * 40, 84, 30, i === 1 ? p.c : p.m, 6)),
        ) +
        s(
          360,
          40,
          R(0, 0, 104, 76, p.k2, 10) +
            lines(12, 94, 80, [1, 0.8, 0.9], p.g, 15, 6) +
            R(12, 146, 80, 24, p.k, 12),
        ) +
        s(316, 238, C(52, 70, 32, p.k) + tick(51, 72, 30, p.l) + lines(16, 124, 72, [1, 0.6], p.g, 16, 7)) +
        cut(p, R(80, 300, 170, 90, p.l, 10, -3)) +
        turned(-3, 165, 345, text("brush", 165, 356, 44, "Try it!", p.k)) +
        play(p, 540, 360, 40)
      );
    },
  },
  "installed app": {
    alt: "a web page that becomes an icon on a phone's home screen",
    draw: (p, r) =>
      ground(p, r) +
      browser(
        p,
        40,
        90,
        320,
        270,
        R(0, 0, 320, 100, p.k),
        C(60, 50, 26, p.c),
        lines(104, 34, 150, [1, 0.6], p.l, 22, 9),
        R(20, 122, 130, 90, p.m, 6),
        R(168, 122, 130, 90, p.m, 6),
      ) +
      phone(
        p,
        392,
        40,
        208,
        400,
        R(0, 0, 188, 364, p.k2, 14),
        times(8, (i) =>
          R(
            16 + (i % 3) * 56,
            24 + Math.floor(i / 3) * 66,
            44,
            44,
            i === 7 ? p.k : [p.l, p.c, p.m][i % 3],
            12,
          ),
        ),
        C(94, 178, 13, p.c),
        R(20, 308, 148, 40, p.l, 16),
      ) +
      arrow(300, 330, 452, 262, p.c, 11),
  },
  "store listing": {
    alt: "an app's page in a store with stars and an approved stamp",
    draw: (p, r) =>
      ground(p, r) +
      phone(
        p,
        170,
        22,
        250,
        436,
        R(18, 24, 72, 72, p.k, 18),
        star(54, 60, 24, p.c),
        lines(104, 36, 106, [1, 0.6], p.d, 20, 9),
        R(104, 70, 64, 26, p.k2, 13),
        text("sans", 136, 90, 18, "Get", p.l),
        stars(32, 128, 24, p.k),
        times(2, (i) => R(18 + i * 104, 154, 92, 150, [p.c, p.k2][i], 10) + C(64 + i * 104, 220, 26, p.l)),
        lines(18, 324, 194, [1, 0.9, 0.6], p.g, 20, 8),
      ) +
      cut(p, G("rotate(-12 480 300)", R(376, 258, 220, 84, p.l, 10))) +
      turned(
        -12,
        486,
        300,
        L("M386 268h200v64H386z", p.k, 5),
        text("sans", 486, 314, 36, "APPROVED", p.k, { fit: 180 }),
      ),
  },
  "puzzle piece": {
    alt: "a page made of puzzle pieces, the last one going in",
    draw: (p, r) =>
      ground(p, r) +
      browser(
        p,
        80,
        40,
        430,
        380,
        lines(30, 26, 160, [1], p.d, 1, 12),
        R(30, 60, 370, 254, p.m, 6),
        P("M60 90h130v40c-30-10-46 6-46 22s16 32 46 22v40H60z", p.k),
        P("M190 90h140v124h-50c10-30-6-44-20-44s-32 14-22 44h-48v-40c-30 10-46-6-46-22s16-32 46-22z", p.k2),
        P("M60 214h178c-10-30 6-44 22-44s30 14 20 44", "none"),
        P("M60 224h130v70H60z", p.c),
      ) +
      cut(p, G("translate(330 286) rotate(14)", P("M0 0h66c-12-32 8-46 24-46s34 14 22 46h58v96H0z", p.c))) +
      hand(p, 440, 350, 1.1),
  },
  "copying script": {
    alt: "gears that carry rows from one sheet to another",
    draw: (p, r) =>
      ground(p, r) +
      sheet(p, 40, 90, 190, 260, -3) +
      turned(
        -3,
        135,
        220,
        times(7, (i) => lines(62, 118 + i * 32, 146, [1], i % 3 === 0 ? p.k : p.g, 1, 12)),
      ) +
      sheet(p, 410, 120, 190, 260, 3) +
      turned(
        3,
        505,
        250,
        times(
          7,
          (i) =>
            R(430, 146 + i * 32, 44, 20, i < 5 ? p.k2 : p.m, 3) +
            R(480, 146 + i * 32, 100, 20, i < 5 ? p.g : p.m, 3),
        ),
      ) +
      cut(p, gear(296, 206, 56, p.k, p.bg)) +
      cut(p, gear(376, 286, 40, p.c, p.bg)) +
      L("M200 400Q320 450 440 410", p.o, 6) +
      arrow(420, 416, 452, 402, p.o, 6),
  },
  "terminal ticks": {
    alt: "a terminal that checks a document line by line",
    draw: (p, r) =>
      ground(p, r) +
      sheet(p, 330, 44, 256, 330, 5) +
      turned(
        5,
        458,
        209,
        lines(356, 76, 200, [0.6, 1, 0.9, 1, 0.8, 0, 1, 0.95, 0.7], p.g, 26, 9),
        R(356, 180, 100, 16, p.k, 4),
        R(440, 284, 80, 16, p.k, 4),
      ) +
      cut(p, R(50, 130, 380, 296, p.d, 14)) +
      text("sans", 76, 178, 26, "$ check report", "#f6efe1", { align: 0 }) +
      times(
        5,
        (i) =>
          (i === 2 ? cross(90, 214 + i * 42, 24, "#ea8a6a", 7) : tick(90, 214 + i * 42, 24, "#9fd0a8", 7)) +
          lines(
            122,
            209 + i * 42,
            250,
            [[0.8, 0.6, 0.9, 0.7, 0.5][i]],
            i === 2 ? "#ea8a6a" : "#f6efe1",
            1,
            10,
          ),
      ),
  },
  "test run": {
    alt: "five steps of a browser test, all green",
    draw: (p, r) =>
      ground(p, r) +
      browser(
        p,
        50,
        50,
        380,
        300,
        R(24, 24, 332, 70, p.m, 6),
        R(24, 112, 150, 130, p.m, 6),
        R(190, 112, 166, 56, p.c, 6),
        R(190, 186, 110, 40, p.k, 20),
      ) +
      stitch("M110 130Q200 250 330 300", p.k2, 6) +
      cursor(p, 320, 290, 1) +
      cut(p, R(356, 150, 240, 288, p.l, 12)) +
      text("sans", 380, 196, 30, "5 of 5", p.d, { align: 0 }) +
      R(380, 212, 192, 10, p.k2, 5) +
      times(
        5,
        (i) =>
          C(396, 252 + i * 38, 14, p.k2) +
          tick(395, 253 + i * 38, 14, p.l, 4) +
          lines(422, 248 + i * 38, 140, [[0.9, 0.6, 1, 0.7, 0.8][i]], p.g, 1, 9),
      ),
  },
  "three real phones": {
    alt: "three different phones in a row, one with a bug",
    draw: (p, _r) => {
      const face = (w, h, ok) =>
        R(0, 0, w, h * 0.36, ok ? p.k2 : p.k, 12) +
        lines(14, h * 0.44, w - 28, [1, 0.8, 0.9], p.g, 18, 8) +
        R(14, h * 0.76, w - 28, 30, ok ? p.k2 : p.k, 15);
      return (
        table(p, 400) +
        phone(p, 56, 130, 150, 290, face(130, 254, true)) +
        phone(p, 240, 60, 180, 360, face(160, 324, false)) +
        phone(p, 454, 170, 132, 250, face(112, 214, true)) +
        badge(p, 190, 140, 34, p.k2) +
        badge(p, 574, 176, 34, p.k2) +
        cut(p, C(414, 90, 48, p.l)) +
        beetle(p, 414, 92, 0.72, p.k)
      );
    },
  },
  "report in the mail": {
    alt: "a calendar's Monday and a letter with a chart",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(60, 60, 210, 220, p.l, 12)) +
      R(60, 60, 210, 60, p.k, 12) +
      text("sans", 165, 104, 36, "MON", p.l, { space: 10 }) +
      text("serif", 165, 238, 110, "1", p.d) +
      R(96, 44, 14, 36, p.d, 7) +
      R(220, 44, 14, 36, p.d, 7) +
      cut(p, P("M220 250l180-110 180 110v180H220z", p.c)) +
      cut(p, R(256, 150, 288, 200, p.l, 6)) +
      times(5, (i) =>
        R(
          284 + i * 48,
          300 - [50, 74, 62, 100, 120][i],
          32,
          [50, 74, 62, 100, 120][i],
          [p.k, p.k2][i % 2],
          3,
        ),
      ) +
      L("M278 304H524", p.d, 4) +
      P("M220 252l180 110 180-110v178H220z", p.k2) +
      P("M220 430l150-90 30 20 30-20 150 90z", p.c),
  },
  "code patch": {
    alt: "a change in code: a red line out, green lines in",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(56, 60, 528, 350, p.l, 12)) +
      R(56, 60, 528, 50, p.d, 12) +
      text("sans", 84, 94, 26, "theme.liquid", "#f6efe1", { align: 0 }) +
      times(8, (i) => {
        const kind = [0, 0, -1, 1, 1, 0, 0, 0][i];
        const y = 126 + i * 34;
        return (
          (kind ? R(56, y, 528, 34, kind < 0 ? "#f6d3c8" : "#d3e6cf") : "") +
          (kind ? text("sans", 84, y + 26, 30, kind < 0 ? "-" : "+", kind < 0 ? "#b03a20" : "#2f6b40") : "") +
          lines(
            116 + [0, 30, 60, 60, 60, 60, 30, 0][i],
            y + 12,
            360,
            [[0.4, 0.6, 0.7, 0.8, 0.5, 0.6, 0.4, 0.3][i]],
            kind < 0 ? "#b03a20" : kind > 0 ? "#2f6b40" : p.g,
            1,
            11,
          )
        );
      }) +
      badge(p, 560, 396, 44, p.k2),
  },
};
