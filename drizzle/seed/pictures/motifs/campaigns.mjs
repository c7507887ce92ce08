// Motifs of marketing: search, advertisements, posts, e-mail.
import {
  arrow,
  badge,
  bars,
  bubble,
  button,
  C,
  clipped,
  cross,
  cut,
  G,
  ground,
  heart,
  L,
  lens,
  lines,
  P,
  pencil,
  portrait,
  R,
  ring,
  sheet,
  stitch,
  table,
  text,
  tick,
  times,
  turned,
} from "../parts.mjs";
import { leaf, strong } from "../shapes.mjs";

const arc = (x, y, radius, from, to, f, w) => {
  const a = (from * Math.PI) / 180;
  const b = (to * Math.PI) / 180;
  return L(
    `M${(x + radius * Math.cos(a)).toFixed(1)} ${(y + radius * Math.sin(a)).toFixed(1)}A${radius} ${radius} 0 ${to - from > 180 ? 1 : 0} 1 ${(x + radius * Math.cos(b)).toFixed(1)} ${(y + radius * Math.sin(b)).toFixed(1)}`,
    f,
    w,
  ).replace('stroke-linecap="round"', 'stroke-linecap="butt"');
};

export const campaigns = {
  "audit score": {
    alt: "a gauge at 87 above a ranked list of repairs",
    draw: (p, r) =>
      ground(p, r) +
      sheet(p, 150, 30, 340, 420) +
      arc(320, 190, 104, 180, 230, p.k2, 30) +
      arc(320, 190, 104, 234, 290, p.c, 30) +
      arc(320, 190, 104, 294, 360, p.k, 30) +
      L("M320 190L384 128", p.d, 10) +
      C(320, 190, 15, p.d) +
      text("sans", 320, 256, 54, "87", p.d) +
      times(
        4,
        (i) =>
          C(196, 296 + i * 38, 14, [p.k2, p.k2, p.c, p.k][i]) +
          text("sans", 196, 303 + i * 38, 20, String(i + 1), p.l) +
          lines(224, 291 + i * 38, 226, [[1, 0.8, 0.9, 0.6][i]], p.g, 1, 10),
      ),
  },
  "word clusters": {
    not: strong,
    alt: "search terms grouped in three circles by what people want",
    draw: (p, _r) =>
      R(0, 0, 640, 480, p.bg) +
      cut(p, C(196, 190, 150, p.l)) +
      cut(p, C(454, 160, 120, p.k)) +
      cut(p, C(410, 364, 100, p.c)) +
      text("sans", 196, 118, 38, "buy", p.k2) +
      [
        ["running shoes", 166],
        ["shoe sale", 210],
        ["wide fit", 254],
      ]
        .map(
          ([w, y], i) =>
            R(196 - [96, 70, 56][i], y - 24, [192, 140, 112][i], 34, p.m, 17) +
            text("sans", 196, y, 22, w, p.d),
        )
        .join("") +
      text("sans", 454, 110, 34, "learn", p.l) +
      [
        ["how to lace", 158],
        ["which size", 204],
      ]
        .map(([w, y]) => R(376, y - 24, 156, 34, p.l, 17) + text("sans", 454, y, 22, w, p.d))
        .join("") +
      text("sans", 410, 330, 32, "find", p.d) +
      R(336, 350, 148, 34, p.l, 17) +
      text("sans", 410, 374, 22, "shop near me", p.d),
  },
  "falling traffic": {
    alt: "a curve of visits that drops, with a magnifying glass on the day",
    draw: (p, r) =>
      ground(p, r) +
      sheet(p, 56, 50, 528, 370) +
      times(5, (i) => L(`M86 ${110 + i * 62}H554`, p.m, 4)) +
      P("M86 180l60-20 60 16 60-40 54 8 40 150 60 20 60-14 74 18v50H86z", p.m) +
      L("M86 180l60-20 60 16 60-40 54 8 40 150 60 20 60-14 74 18", p.k2, 9) +
      stitch("M342 90V400", p.k, 4) +
      lens(p, 342, 226, 72, 45) +
      L("M296 138l24 6 40 150 30 10", p.k, 11) +
      R(84, 74, 110, 14, p.d, 7),
  },
  "page tags": {
    alt: "a page whose title, headings and pictures carry small labels",
    draw: (p, r) =>
      ground(p, r) +
      sheet(p, 130, 32, 300, 416) +
      R(156, 62, 220, 22, p.d, 4) +
      lines(156, 108, 246, [1, 0.94, 0.7], p.g, 20, 8) +
      R(156, 184, 150, 16, p.k, 4) +
      lines(156, 218, 246, [1, 0.9], p.g, 20, 8) +
      R(156, 270, 246, 110, p.m, 6) +
      P("M156 380l80-70 60 40 40-30 66 60z", p.k2) +
      C(356, 304, 18, p.c) +
      lines(156, 402, 246, [0.8, 0.5], p.g, 18, 8) +
      [
        [72, "title", p.k],
        [190, "h2", p.k2],
        [324, "alt", p.d],
      ]
        .map(
          ([y, w, f]) =>
            cut(p, P(`M400 ${y}l26-26h126a8 8 0 0 1 8 8v36a8 8 0 0 1-8 8H426z`, f)) +
            C(424, y, 6, p.l) +
            text("sans", 496, y + 10, 30, w, p.l),
        )
        .join(""),
  },
  "search ad": {
    alt: "a search field and the advertisement above the results",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(60, 52, 520, 70, p.l, 35)) +
      text("sans", 106, 98, 32, "plumber near me", p.d, { align: 0 }) +
      cut(p, C(542, 87, 42, p.k)) +
      ring(538, 83, 13, p.l, 6) +
      L("M548 93l12 12", p.l, 6) +
      cut(p, R(60, 150, 520, 160, p.l, 10)) +
      R(86, 176, 62, 34, p.c, 8) +
      text("sans", 117, 202, 24, "Ad", p.d) +
      R(164, 180, 250, 22, p.k, 6) +
      lines(86, 230, 330, [1, 0.8], p.g, 20, 9) +
      button(86, 264, 120, 30, p.m, "Call", p.d) +
      button(220, 264, 120, 30, p.m, "Prices", p.d) +
      R(446, 176, 108, 108, p.k2, 8) +
      P("M478 256l44-44m-6-16a22 22 0 0 1 20 28l-14-4-4-14z", p.l) +
      L("M482 252l40-40", p.l, 14) +
      cut(p, R(60, 334, 520, 100, p.l, 10)).replace("<g", "<g") +
      R(86, 356, 200, 16, p.g, 6) +
      lines(86, 388, 420, [1, 0.6], p.m, 20, 9),
  },
  "leaking budget": {
    alt: "coins that fall through a hole in a jar, and a hand-written list",
    draw: (p, _r) =>
      table(p, 390) +
      cut(
        p,
        P(
          "M96 110h188v30c20 12 28 30 28 54v186a24 24 0 0 1-24 24H92a24 24 0 0 1-24-24V194c0-24 8-42 28-54z",
          p.l,
        ),
      ) +
      R(86, 84, 208, 34, p.k, 8) +
      times(3, (j) =>
        times(
          4 - (j % 2),
          (i) =>
            C(106 + i * 54 + (j % 2) * 26, 376 - j * 44, 25, p.c) +
            text("sans", 106 + i * 54 + (j % 2) * 26, 387 - j * 44, 30, "$", p.d),
        ),
      ) +
      P("M304 300l22-10-8 24 14 12-26 8z", p.bg) +
      times(3, (i) => cut(p, C(346 + i * 26, 320 + i * 44, 20, p.c))) +
      sheet(p, 380, 56, 210, 250, 4) +
      turned(
        4,
        485,
        180,
        times(
          4,
          (i) =>
            (i < 3 ? cross(414, 104 + i * 52, 22, p.k, 6) : tick(414, 104 + i * 52, 22, p.k2, 6)) +
            lines(440, 99 + i * 52, 116, [[1, 0.7, 0.9, 0.8][i]], p.g, 1, 10),
        ),
      ),
  },
  funnel: {
    not: strong,
    alt: "visits, carts and orders that narrow down a funnel, each counted",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, P("M80 70h330l-40 90H120z", p.k2)) +
      cut(p, P("M126 174h238l-36 90H162z", p.c)) +
      cut(p, P("M168 278h154l-30 90h-94z", p.k)) +
      [
        ["1,240", 128, p.l],
        ["310", 232, p.d],
        ["58", 338, p.l],
      ]
        .map(([w, y, f]) => text("sans", 245, y, 44, w, f))
        .join("") +
      cut(p, C(245, 424, 30, p.l)) +
      text("sans", 245, 438, 36, "$", p.k) +
      [116, 220, 324]
        .map(
          (y, i) =>
            stitch(`M${404 - i * 40} ${y}H470`, p.o, 4) +
            cut(p, R(476, y - 28, 120, 56, p.l, 10)) +
            tick(504, y, 22, p.k2) +
            lines(526, y - 8, 52, [1, 0.6], p.g, 16, 7),
        )
        .join(""),
  },
  "content calendar": {
    alt: "a month's calendar with posts on its days",
    draw: (p, r, [month = "May"]) =>
      ground(p, r) +
      cut(p, R(64, 46, 512, 392, p.l, 12)) +
      R(64, 46, 512, 74, p.k, 12) +
      text("serif", 96, 100, 48, month, p.l, { align: 0 }) +
      times(3, (i) => C(470 + i * 32, 84, 10, [p.c, p.l, p.k2][i])) +
      times(4, (j) =>
        times(7, (i) => {
          const k = (i * 3 + j * 5) % 7;
          const x = 82 + i * 69;
          const y = 138 + j * 74;
          return (
            R(x, y, 60, 64, k === 1 ? p.c : k === 4 ? p.k2 : k === 6 ? p.k : p.m, 7) +
            (k === 1
              ? heart(x + 30, y + 34, 15, p.k)
              : k === 4
                ? P(`M${x + 22} ${y + 20}v26l22-13z`, p.l)
                : k === 6
                  ? lines(x + 14, y + 22, 32, [1, 0.7, 0.9], p.l, 11, 5)
                  : "")
          );
        }),
      ),
  },
  replies: {
    alt: "comments under a post, each with an answer",
    draw: (p, r) =>
      ground(p, r) +
      bubble(p, 60, 40, 340, 88, p.l) +
      portrait(p, 106, 84, 28, 0, p.c, p.k) +
      lines(150, 66, 220, [1, 0.8, 0.5], p.g, 18, 8) +
      bubble(p, 230, 160, 350, 84, p.k, true) +
      lines(262, 186, 280, [1, 0.7], p.l, 20, 9) +
      bubble(p, 60, 276, 300, 80, p.l) +
      portrait(p, 106, 316, 28, 2, p.c, p.k2) +
      text("sans", 150, 330, 32, "Thank you!", p.d, { align: 0, fit: 190 }) +
      bubble(p, 330, 374, 250, 66, p.k2, true) +
      heart(372, 408, 16, p.l) +
      lines(402, 402, 150, [1], p.l, 1, 10),
  },
  "caption rewrite": {
    not: strong,
    alt: "a post whose caption is struck out and written anew",
    draw: (p, r) =>
      ground(p, r) +
      sheet(p, 90, 36, 330, 410, -1) +
      R(110, 56, 290, 210, p.c, 5, -1) +
      C(255, 160, 62, p.k) +
      P("M194 160a62 62 0 0 1 122 0z", p.k2) +
      turned(
        -1,
        255,
        240,
        heart(130, 296, 15, p.k),
        times(
          2,
          (i) =>
            lines(110, 326 + i * 24, 250, [[1, 0.7][i]], p.g, 1, 9) +
            L(`M104 ${330 + i * 24}H${366 - i * 80}`, p.k, 5),
        ),
        text("brush", 110, 416, 44, "Sunday again?", p.d, { align: 0 }),
      ) +
      pencil(p, 356, 424, 52, 220, p.k2) +
      cut(p, C(512, 116, 56, p.k)) +
      heart(500, 112, 22, p.l) +
      text("sans", 538, 126, 34, "+", p.l),
  },
  "creator cards": {
    alt: "three creators' cards with faces, reach and fees",
    draw: (p, r) =>
      ground(p, r) +
      [
        [46, 92, 0, "$80"],
        [238, 62, 1, "$140"],
        [430, 92, 2, "$60"],
      ]
        .map(
          ([x, y, k, fee], i) =>
            cut(p, R(x, y, 166, 310, p.l, 14)) +
            clipped(
              `cc${i}`,
              `<rect x="${x}" y="${y}" width="166" height="310" rx="14"/>`,
              R(x, y, 166, 110, [p.k, p.c, p.k2][i]),
            ) +
            portrait(p, x + 83, y + 104, 54, k * 2 + 1, p.m, [p.k2, p.k, p.c][i]) +
            lines(x + 38, y + 176, 90, [1, 0.7], p.g, 18, 8) +
            bars(x + 30, y + 222, 106, [[0.8, 0.6, 0.95][i]], p.k2, { h: 10 }) +
            text("sans", x + 83, y + 282, 36, fee, p.d),
        )
        .join(""),
  },
  "mail flow": {
    alt: "a flow of welcome letters: sent, waited, opened or sent again",
    draw: (p, r) => {
      const mail = (x, y, f) => cut(p, R(x, y, 130, 86, p.l, 8)) + P(`M${x + 4} ${y + 4}l61 48 61-48z`, f);
      return (
        ground(p, r) +
        L("M146 130h94M306 174v60M306 290l-130 60M306 290l150 60", p.o, 6) +
        mail(40, 90, p.k) +
        mail(240, 90, p.c) +
        cut(p, C(306, 262, 40, p.k2)) +
        ring(306, 262, 22, p.l, 5) +
        L("M306 248v15h12", p.l, 5) +
        mail(90, 340, p.k2) +
        mail(410, 340, p.k) +
        cut(p, R(430, 80, 160, 110, p.l, 12)) +
        L("M454 106h16l12 46h60l12-34h-78", p.d, 7) +
        C(492, 168, 7, p.d) +
        C(534, 168, 7, p.d) +
        L("M370 132h58", p.o, 6) +
        badge(p, 224, 346, 26, p.k2)
      );
    },
  },
  "spam folder": {
    alt: "a letter between the inbox and the spam folder",
    draw: (p, _r) =>
      table(p, 330) +
      cut(p, P("M60 270h190l20 40v110H40V310z", p.k2)) +
      R(60, 330, 190, 70, p.l, 6) +
      text("sans", 155, 376, 34, "Inbox", p.k2) +
      cut(p, P("M390 270h190l20 40v110H370V310z", p.k)) +
      R(390, 330, 190, 70, p.l, 6) +
      text("sans", 485, 376, 34, "Spam", p.k) +
      cut(p, G("rotate(-8 320 150)", R(220, 80, 200, 136, p.l, 8), P("M226 86l94 76 94-76z", p.c))) +
      stitch("M300 232Q250 250 200 262", p.o, 6) +
      arrow(218, 258, 190, 266, p.o, 7) +
      cross(452, 236, 38, p.o, 11),
  },
  newsletter: {
    alt: "a letterhead newsletter with a picture, two stories and a button",
    draw: (p, r, [name = "The Monthly"]) =>
      ground(p, r) +
      sheet(p, 150, 24, 340, 432, 1) +
      turned(
        1,
        320,
        240,
        text("serif", 320, 80, 46, name, p.k, { fit: 270 }),
        L("M180 100H460", p.d, 3),
        R(180, 116, 280, 128, p.c, 5),
        leaf(280, 240, 100, 44, -18, p.k2, p.l),
        leaf(330, 240, 116, 46, 12, p.k, p.l),
        C(410, 160, 24, p.l),
        lines(180, 264, 280, [1, 0.9, 0.6], p.g, 20, 8),
        R(180, 334, 130, 70, p.m, 5),
        R(330, 334, 130, 70, p.m, 5),
        C(245, 368, 20, p.k),
        C(395, 368, 20, p.k2),
        R(250, 418, 140, 24, p.k, 12),
      ),
  },
};
