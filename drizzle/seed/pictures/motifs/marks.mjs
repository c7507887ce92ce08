// Motifs of logos, identities and packaging.
import {
  arrow,
  brush,
  C,
  cup,
  cursor,
  cut,
  faint,
  G,
  ground,
  jar,
  L,
  lines,
  P,
  pencil,
  R,
  ring,
  sheet,
  stitch,
  swatches,
  table,
  text,
  times,
  turned,
  wheat,
} from "../parts.mjs";
import { leaf, quarter, strong } from "../shapes.mjs";

/** A mark of a sun over a wave, in a square of 100. */
const sunMark = (f, g, h) =>
  C(50, 36, 30, f) +
  P("M0 62q25-22 50 0t50 0v12q-25 22-50 0t-50 0z", g) +
  P("M0 84q25-22 50 0t50 0v12q-25 22-50 0t-50 0z", h);
/** A mark of four quarters, in a square of 100. */
const bloomMark = (f, g) =>
  quarter(0, 0, 48, 2, f) + quarter(52, 0, 48, 3, g) + quarter(0, 52, 48, 1, g) + quarter(52, 52, 48, 0, f);
const scaled = (x, y, s, ...k) => `<g transform="translate(${x} ${y}) scale(${s})">${k.join("")}</g>`;
const crops = (x, y, w, h, f) =>
  L(
    `M${x - 34} ${y}h22M${x} ${y - 34}v22M${x + w + 34} ${y}h-22M${x + w} ${y - 34}v22M${x - 34} ${y + h}h22M${x} ${y + h + 34}v-22M${x + w + 34} ${y + h}h-22M${x + w} ${y + h + 34}v-22`,
    f,
    4,
  );

export const marks = {
  "logo steps": {
    alt: "the same mark three times: a pencil outline, in black, in colour",
    draw: (p, r, [name = "Tarn"]) =>
      ground(p, r) +
      sheet(p, 50, 92, 190, 250, -5) +
      turned(
        -5,
        145,
        217,
        faint(L("M75 217H215M145 142V292M95 167L195 267M195 167L95 267", p.d, 2), 0.35),
        L("M145 157a30 30 0 1 0 .1 0zM95 225q25-22 50 0t50 0M95 250q25-22 50 0t50 0", p.d, 3),
      ) +
      sheet(p, 226, 76, 190, 250, 1) +
      scaled(271, 130, 1, sunMark(p.d, p.d, p.d)) +
      text("serif", 321, 286, 34, name, p.d) +
      sheet(p, 400, 108, 196, 262, 6, p.l) +
      turned(
        6,
        498,
        239,
        R(400, 108, 196, 262, p.k, 5),
        scaled(448, 162, 1, sunMark(p.c, p.l, p.l)),
        text("serif", 498, 330, 36, name, p.l),
      ),
  },
  "monogram stamp": {
    alt: "a rubber stamp and its round print with two initials",
    draw: (p, r, [letters = "HB"]) =>
      ground(p, r) +
      sheet(p, 70, 70, 330, 340, -4) +
      turned(
        -12,
        226,
        236,
        ring(226, 236, 122, p.k, 10),
        ring(226, 236, 104, p.k, 3),
        text("serif", 226, 274, 108, letters, p.k),
        times(24, (i) => G(`rotate(${i * 15} 226 236)`, C(226, 123, 3, p.l))),
      ) +
      cut(
        p,
        R(440, 300, 140, 62, p.d, 10),
        P("M470 300q14-60 4-110h72q-10 50 4 110z", p.a),
        C(510, 164, 50, p.a),
      ) +
      R(452, 362, 116, 14, p.k, 3),
  },
  "bakery sign": {
    alt: "a round bakery sign with an ear of wheat, hanging on a bracket",
    draw: (p, _r, [name = "Rye & Crumb", under = "BAKERY"]) =>
      R(0, 0, 640, 480, p.bg) +
      times(7, (j) => times(8, (i) => faint(R(i * 92 - (j % 2) * 46, j * 70, 84, 62, p.bg2, 4), 0.75))) +
      cut(p, L("M56 62H470", p.d, 14), R(40, 20, 30, 120, p.d, 4), L("M60 124Q150 120 190 66", p.d, 9)) +
      L("M270 62v44M410 62v44", p.d, 6) +
      cut(p, C(340, 264, 176, p.l)) +
      ring(340, 264, 160, p.k, 6) +
      G("translate(340 226) rotate(-24)", wheat(-14, 0, 104, p.k2)) +
      G("translate(340 226) rotate(24)", wheat(14, 0, 104, p.k2)) +
      text("serif", 340, 300, 54, name, p.k, { fit: 280 }) +
      L("M250 326H430", p.k2, 3) +
      text("sans", 340, 366, 26, under, p.d, { space: 24 }),
  },
  wordmark: {
    alt: "a word as a logo, between the lines that it was drawn on",
    draw: (p, r, [name = "luma"]) =>
      ground(p, r) +
      faint(L("M30 172H610M30 306H610", p.d, 2), 0.5) +
      stitch("M30 212H610", p.a, 2) +
      text("sans", 320, 306, 210, name, p.bg === "#f0e4cf" ? p.a : p.l, { fit: 520 }) +
      C(566, 290, 17, p.c) +
      cut(p, R(236, 378, 168, 44, p.l, 22)) +
      swatches(p, 274, 400, 24, [p.k, p.k2, p.d]) +
      swatches(p, 366, 400, 24, [p.c]),
  },
  lettering: {
    alt: "a hand-lettered name and the brush that wrote it",
    draw: (p, _r, [name = "Amara"]) =>
      sheet(p, 46, 70, 548, 320, -3) +
      turned(
        -3,
        320,
        230,
        faint(L("M86 176H554M86 286H554", p.d, 2), 0.22),
        text("brush", 306, 284, 190, name, p.k, { fit: 440 }),
        L("M110 326Q300 284 500 322q-60 4-90 22", p.k2, 8),
      ) +
      brush(p, 508, 322, 34, p.k2) +
      C(92, 420, 30, p.k2) +
      C(138, 436, 12, p.k2),
  },
  "app icon": {
    alt: "one app icon in four sizes on a grid of lines",
    draw: (p, r) => {
      const icon = (x, y, s) =>
        cut(p, R(x, y, s, s, p.a, s * 0.24)) +
        scaled(
          x + s * 0.2,
          y + s * 0.2,
          s * 0.006,
          bloomMark(p.l, p.b === p.l || p.b === "#fbe3c6" ? p.d : p.b),
        );
      return (
        ground(p, r) +
        icon(78, 110, 250) +
        faint(L("M78 60V420M328 60V420M40 110H370M40 360H370M78 110L328 360M328 110L78 360", p.o, 2), 0.45) +
        icon(380, 226, 134) +
        icon(540, 288, 72) +
        icon(552, 224, 40) +
        L("M380 388H514M540 388h72", p.o, 4) +
        text("sans", 447, 424, 28, "60", p.o) +
        text("sans", 576, 424, 28, "29", p.o)
      );
    },
  },
  "ink badge": {
    alt: "a round pen-and-ink emblem with a cup of tea between two leaves",
    draw: (p, r, [name = "Hill Tea"]) =>
      ground(p, r) +
      cut(p, C(320, 240, 206, p.l)) +
      ring(320, 240, 190, p.d, 4) +
      ring(320, 240, 180, p.d, 2) +
      times(40, (i) => G(`rotate(${i * 9} 320 240)`, L("M320 62v10", p.d, 3))) +
      L("M236 206h146v30q0 66-73 66t-73-66zM382 216q40-6 40 22t-48 34", p.d, 6) +
      times(7, (i) => L(`M${256 + i * 12} ${238 + i * 2}l${26 - i * 2} ${44 - i * 3}`, p.d, 2.5)) +
      L("M216 316q104 26 188 0", p.d, 6) +
      L("M282 184q-14-22 2-40t0-36M326 184q-14-22 2-40t0-36", p.d, 5) +
      leaf(208, 214, 96, 26, -18, p.k2, p.l) +
      leaf(440, 214, 96, 26, 18, p.k2, p.l) +
      text("serif", 320, 376, 44, name, p.d, { fit: 220 }),
  },
  "two scripts": {
    alt: "the word coffee in Arabic and in Latin letters, drawn as one family",
    draw: (p, _r) =>
      R(0, 0, 640, 240, p.bg2) +
      cut(p, R(84, 62, 472, 356, p.l, 10)) +
      text("serif", 320, 218, 210, "قهوة", p.k) +
      L("M140 258H500", p.g, 4) +
      text("serif", 320, 366, 112, "qahwa", p.k2, { fit: 380 }) +
      C(126, 106, 12, p.c) +
      C(514, 374, 12, p.c),
  },
  "brand board": {
    not: strong,
    alt: "an identity laid out: business cards, a letter, a tote bag and colours",
    draw: (p, _r, [name = "Alder"]) =>
      P("M0 0H640V200L0 330z", p.bg2) +
      sheet(p, 60, 46, 210, 290, -6) +
      turned(
        -6,
        165,
        190,
        scaled(86, 76, 0.5, bloomMark(p.k, p.k2)),
        lines(86, 156, 150, [1, 0.9, 0.96, 0.6, 0, 1, 0.7], p.g, 20, 6),
      ) +
      cut(p, L("M430 116q0-76 52-76t52 76", p.d, 10), R(384, 110, 196, 220, p.c, 6)) +
      scaled(440, 150, 0.84, bloomMark(p.d, p.l)) +
      text("serif", 482, 290, 38, name, p.d) +
      sheet(p, 196, 262, 216, 132, 5, p.k) +
      turned(5, 304, 328, text("serif", 304, 342, 46, name, p.l)) +
      sheet(p, 396, 324, 200, 120, -4) +
      turned(
        -4,
        496,
        384,
        scaled(416, 344, 0.34, bloomMark(p.k, p.k2)),
        lines(416, 402, 120, [0.8, 1], p.g, 16, 6),
      ) +
      times(4, (i) => cut(p, R(54 + i * 46, 402, 40, 40, [p.k, p.k2, p.c, p.l][i], 20))),
  },
  "logo refresh": {
    alt: "an old, fussy mark and an arrow to its plain new version",
    draw: (p, r) =>
      ground(p, r) +
      sheet(p, 40, 118, 226, 240, -3) +
      turned(
        -3,
        153,
        238,
        ring(153, 222, 76, p.d, 3),
        ring(153, 222, 68, p.d, 2),
        times(16, (i) => G(`rotate(${i * 22.5} 153 222)`, P("M153 160l6 30h-12z", p.k2))),
        scaled(123, 196, 0.6, sunMark(p.c, p.k, p.d)),
        text("brush", 153, 338, 36, "Northshore", p.d),
      ) +
      arrow(284, 236, 352, 236, p.a, 11) +
      sheet(p, 374, 84, 230, 300, 2) +
      turned(
        2,
        489,
        234,
        scaled(429, 126, 1.2, sunMark(p.k2, p.k, p.k)),
        text("sans", 489, 340, 40, "northshore", p.d, { fit: 190 }),
      ),
  },
  "brand sheet": {
    alt: "a brand sheet with a mark, letters and four colours",
    draw: (p, r) =>
      ground(p, r) +
      sheet(p, 84, 50, 472, 380) +
      R(84, 50, 220, 380, p.k, 5) +
      scaled(134, 124, 1.2, bloomMark(p.l, p.c)) +
      text("serif", 194, 340, 52, "Ferrin", p.l) +
      text("serif", 376, 152, 78, "Aa", p.d) +
      text("sans", 484, 152, 74, "Aa", p.k2) +
      lines(330, 190, 196, [1, 0.86], p.g, 18, 7) +
      times(4, (i) => R(330 + i * 51, 250, 44, 92, [p.k, p.k2, p.c, p.d][i], 6)) +
      lines(330, 368, 196, [0.5, 0.9], p.g, 18, 7),
  },
  "food brand": {
    alt: "a can, a bag of crisps and a bar, all with the same label",
    draw: (p, _r, [name = "Zest"]) =>
      table(p, 386) +
      cut(
        p,
        P(
          "M70 110l14-12 14 12 14-12 14 12 14-12 14 12 14-12 14 12 14-12 14 12 14-12 14 12v286l-14-10-14 10-14-10-14 10-14-10-14 10-14-10-14 10-14-10-14 10-14-10-14 10z",
          p.a,
        ),
      ) +
      C(154, 236, 60, p.l) +
      text("serif", 154, 252, 46, name, p.k) +
      R(98, 330, 112, 12, p.c, 6) +
      cut(p, R(280, 96, 160, 310, p.l, 26)) +
      R(288, 84, 144, 22, p.g, 8) +
      R(280, 150, 160, 190, p.k) +
      C(360, 226, 56, p.c) +
      P("M360 170a56 56 0 0 1 56 56h-56z", p.l) +
      text("serif", 360, 326, 44, name, p.l) +
      cut(
        p,
        G(
          "rotate(-8 540 330)",
          R(470, 270, 150, 96, p.k2, 4),
          R(470, 270, 18, 96, p.g),
          R(602, 270, 18, 96, p.g),
        ),
      ) +
      turned(-8, 545, 318, text("serif", 545, 332, 44, name, p.l)),
  },
  "list of names": {
    alt: "a list of five names, four crossed out, one circled",
    draw: (p, r) =>
      ground(p, r) +
      sheet(p, 144, 40, 352, 400, -2) +
      turned(
        -2,
        320,
        240,
        ["Brightly", "Novando", "Oriel", "Getfresh", "Umbra"]
          .map(
            (name, i) =>
              text("serif", 190, 108 + i * 70, 46, name, i === 2 ? p.k : p.d, { align: 0 }) +
              (i === 2 ? "" : L(`M184 ${94 + i * 70}q90-8 ${[180, 176, 0, 194, 146][i]} 2`, p.g, 6)),
          )
          .join(""),
        L("M176 240c-10-60 180-64 186-10s-160 52-190 20", p.k2, 7),
      ) +
      pencil(p, 378, 262, 56, 210),
  },
  "food truck": {
    alt: "a food truck with an open hatch and a big painted name",
    draw: (p, _r, [name = "Papa Rico"]) =>
      table(p, 384) +
      C(530, 96, 54, p.c) +
      cut(p, P("M66 120h360v264H66zM426 190h86l58 92v102H426z", p.a)) +
      R(66, 300, 504, 26, p.l) +
      P("M444 210h58l44 72h-102z", p.m) +
      R(104, 176, 190, 92, p.d, 4) +
      P("M90 176h218l26-44H64z", p.l) +
      times(4, (i) => P(`M${90 + i * 62} 176l-${14 - i * 7} -44h${31 + 0}l${i * -1 + 8} 44z`, p.b)) +
      R(96, 268, 206, 14, p.l, 3) +
      C(150, 240, 20, p.c) +
      P("M214 262l14-44 14 44z", p.l) +
      C(228, 212, 14, p.b) +
      C(368, 222, 40, p.l) +
      P("M344 222q24-44 48 0-24 44-48 0z", p.b) +
      text("brush", 312, 378, 62, name, p.l, { fit: 220 }) +
      cut(p, C(160, 390, 42, p.d), C(470, 390, 42, p.d)) +
      C(160, 390, 18, p.g) +
      C(470, 390, 18, p.g),
  },
  "bottle and jar label": {
    alt: "a bottle and a jar with the label's cutting line beside them",
    draw: (p, _r, [name = "Plum"]) =>
      table(p) +
      cut(
        p,
        P(
          "M96 70h52v70c36 18 46 40 46 76v168a16 16 0 0 1-16 16H66a16 16 0 0 1-16-16V216c0-36 10-58 46-76z",
          p.k2,
        ),
      ) +
      R(90, 46, 64, 44, p.d, 8) +
      R(50, 240, 144, 108, p.l) +
      text("serif", 122, 290, 42, name, p.k) +
      lines(82, 314, 80, [1], p.g, 1, 6) +
      jar(p, 220, 180, p.a, text("serif", 60, 48, 42, name, p.k), lines(24, 64, 72, [1], p.g, 1, 6)) +
      sheet(p, 404, 84, 196, 230, 3) +
      turned(
        3,
        502,
        199,
        crops(436, 120, 132, 156, p.k2),
        R(436, 120, 132, 156, p.m, 4),
        L("M430 114h144v168H430z", p.k, 3, ' stroke-dasharray="9 7"'),
        text("serif", 502, 190, 44, name, p.k),
        lines(462, 212, 80, [1, 0.7], p.g, 14, 6),
      ),
  },
  "carton dieline": {
    not: strong,
    alt: "a folding carton and its flat sheet with folding lines",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, P("M50 150h70v-54h84v54h84v-34h40v34h0v150h-40v0h-84v54h-84v-54H50z", p.l)) +
      stitch("M120 150v150M204 150v150M288 150v150M120 150h84M120 300h84", p.k, 3) +
      C(162, 226, 24, p.k2) +
      R(226, 190, 40, 8, p.g, 4) +
      R(226, 210, 28, 8, p.g, 4) +
      cut(p, P("M372 214l116-44 104 50v164l-110 50-110-54z", p.l)) +
      P("M372 214l110 52v168l-110-54z", p.k) +
      P("M482 266l110-46v164l-110 50z", p.k2) +
      P("M372 214l116-44 104 50-110 46z", p.c) +
      G("translate(400 262) skewY(25)", C(28, 44, 24, p.l), R(6, 84, 46, 8, p.l, 4)) +
      arrow(250, 366, 340, 396, p.a, 9),
  },
  "print check": {
    alt: "a printed sheet with crop marks and colour bars under a magnifying glass",
    draw: (p, r) =>
      ground(p, r) +
      sheet(p, 110, 40, 380, 400) +
      crops(160, 96, 280, 268, p.d) +
      R(150, 86, 300, 288, p.m) +
      R(160, 96, 280, 150, p.k2) +
      C(360, 156, 40, p.c) +
      P("M160 246l90-84 60 50 40-30 90 64z", p.k) +
      lines(180, 276, 230, [1, 0.9, 0.6], p.g, 26, 9) +
      times(5, (i) => R(186 + i * 46, 398, 46, 22, ["#1aa3c4", "#c8377f", "#f1c936", "#231d18", p.g][i])) +
      cut(p, G("rotate(45 476 330)", R(560, 316, 120, 30, p.d, 15)), ring(476, 330, 84, p.d, 18)) +
      C(476, 330, 75, p.l) +
      times(5, (j) =>
        times(5, (i) =>
          C(436 + i * 20, 290 + j * 20, 4 + ((i + j) % 3) * 2, [p.k, p.k2, p.c][(i * 2 + j) % 3]),
        ),
      ),
  },
  "folded menu": {
    alt: "a menu sheet folded in three",
    draw: (p, _r, [title = "Menu"]) =>
      table(p, 396) +
      cut(
        p,
        P("M70 92l166-26v330l-166 26z", p.l),
        P("M236 66l166 30v330l-166-30z", p.m),
        P("M402 96l166-26v330l-166 26z", p.l),
      ) +
      P("M236 66l166 30v330l-166-30z", p.k) +
      G(
        "translate(70 92) skewY(-9)",
        times(
          4,
          (i) =>
            lines(24, 34 + i * 74, 110, [0.6], p.k, 1, 10) +
            lines(24, 58 + i * 74, 84, [1, 0.8], p.g, 16, 6) +
            lines(128, 58 + i * 74, 18, [1], p.k2, 16, 6),
        ),
      ) +
      G(
        "translate(236 66) skewY(10)",
        text("serif", 83, 150, 56, title, p.l),
        C(83, 224, 40, p.c),
        P("M43 224a40 40 0 0 1 80 0z", p.l),
        L("M50 60h66M50 300h66", p.l, 3),
      ) +
      G(
        "translate(402 96) skewY(-9)",
        times(
          3,
          (i) =>
            C(42, 60 + i * 98, 22, [p.k, p.k2, p.c][i]) +
            lines(76, 44 + i * 98, 68, [1, 0.7, 0.9], p.g, 15, 6),
        ),
      ),
  },
  shopfront: {
    alt: "a shopfront with a sign, an awning and letters on its window",
    draw: (p, _r, [name = "FOLIO", on = "books"]) =>
      R(0, 0, 640, 480, p.bg2) +
      R(40, 0, 560, 430, p.bg) +
      R(0, 430, 640, 50, p.d) +
      cut(p, R(70, 34, 500, 90, p.k, 6)) +
      text("serif", 320, 100, 66, name, p.l, { space: 30, fit: 420 }) +
      R(90, 186, 290, 210, p.d, 4) +
      R(102, 198, 266, 186, "#cfe0da") +
      text("brush", 235, 300, 84, on, p.k, { fit: 230 }) +
      L("M150 324h170", p.k, 4) +
      times(6, (i) =>
        R(120 + i * 40, 346 - (i % 2) * 10, 28, 38 + (i % 2) * 10, [p.k, p.k2, p.c][i % 3], 2),
      ) +
      R(414, 170, 130, 260, p.d, 4) +
      R(428, 186, 102, 150, "#cfe0da") +
      C(522, 350, 6, p.c) +
      text("sans", 479, 268, 26, "OPEN", p.d) +
      cut(
        p,
        times(9, (i) => P(`M${70 + i * 34.4} 134h34.4v44a17.2 17.2 0 0 1-34.4 0z`, i % 2 ? p.l : p.k2)),
      ),
  },
  "bilingual menu": {
    alt: "a menu in English and Arabic with a glass of tea",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(88, 52, 220, 376, p.l, 4), R(308, 52, 220, 376, p.m, 4)) +
      L("M308 56V424", p.g, 3) +
      text("serif", 198, 120, 48, "Tea", p.k) +
      text("serif", 418, 124, 74, "شاي", p.k) +
      times(
        5,
        (i) =>
          lines(112, 164 + i * 48, 110, [1, 0.7], i % 2 ? p.g : p.g, 15, 7) +
          R(256, 164 + i * 48, 26, 8, p.k2, 4) +
          R(394, 164 + i * 48, 110, 7, p.g, 4) +
          R(432, 179 + i * 48, 72, 7, p.g, 4) +
          R(334, 164 + i * 48, 26, 8, p.k2, 4),
      ) +
      cut(p, P("M500 300h88l-12 130h-64z", p.c)) +
      P("M506 330h76l-9 94h-58z", "#a8502a") +
      leaf(546, 330, 60, 18, 20, p.k2, p.l),
  },
  "barcode label": {
    alt: "a carton panel with a bar code, a batch code and recycling marks",
    draw: (p, r) =>
      ground(p, r) +
      sheet(p, 120, 66, 400, 348, -2) +
      turned(
        -2,
        320,
        240,
        R(120, 66, 400, 76, p.k, 5),
        text("serif", 320, 120, 42, "Oat bar", p.l),
        R(148, 176, 220, 150, "#fff", 3),
        times(24, (i) => R(162 + i * 8, 190, [3, 5, 2, 6, 3, 4][(i * 5) % 6], 104, p.d)),
        text("sans", 258, 318, 20, "5 901234 123457", p.d, { fit: 190 }),
        L("M440 188l30 50h-60zM440 250", p.k2, 9),
        C(440, 290, 28, p.k2),
        tickless(440, 290, p.l),
        text("sans", 152, 376, 28, "L 0426", p.d, { align: 0 }),
        R(278, 352, 210, 32, p.m, 4),
        lines(290, 364, 180, [1], p.g, 1, 8),
      ),
  },
  "clean vector": {
    alt: "a logo of coarse pixels that turns into a clean curve with handles",
    draw: (p, r) =>
      ground(p, r) +
      sheet(p, 74, 74, 492, 332) +
      times(10, (j) =>
        times(7, (i) => {
          const inside = Math.hypot(i * 26 + 13 - 182, j * 26 + 13 - 130) < 128;
          return inside
            ? R(138 + i * 26, 110 + j * 26, 26, 26, [p.k, p.k, p.k2, p.k][(i * 3 + j * 5) % 4])
            : "";
        }),
      ) +
      P("M320 112a128 128 0 0 1 0 256z", p.k) +
      P("M320 304a64 64 0 0 0 0-128z", p.l) +
      L("M320 112a128 128 0 0 1 0 256M320 112h110M320 368h110", p.d, 3) +
      [
        [320, 112],
        [448, 240],
        [320, 368],
      ]
        .map(([x, y]) => R(x - 8, y - 8, 16, 16, p.l).replace("/>", ` stroke="${p.d}" stroke-width="3"/>`))
        .join("") +
      C(430, 112, 7, p.d) +
      C(430, 368, 7, p.d) +
      cursor(p, 470, 262, 1.1),
  },
  "sticker sheet": {
    alt: "a sheet of cut vinyl stickers, one of them peeling off",
    draw: (p, r) =>
      ground(p, r) +
      sheet(p, 90, 56, 420, 376, 3, p.m) +
      [
        [180, 150, p.k],
        [330, 140, p.c],
        [200, 320, p.c],
        [350, 310, p.k2],
      ]
        .map(
          ([x, y, f], i) =>
            cut(p, C(x, y, 68, "#fff")) +
            C(x, y, 58, f) +
            [
              C(x - 18, y - 8, 8, p.d) +
                C(x + 18, y - 8, 8, p.d) +
                L(`M${x - 22} ${y + 16}q22 24 44 0`, p.d, 7),
              P(`M${x} ${y - 40}l12 28 30 2-24 20 8 30-26-16-26 16 8-30-24-20 30-2z`, p.l),
              cup(p, x - 32, y - 30, 56, p.l),
              leaf(x, y + 40, 86, 34, 0, p.l, p.k2),
            ][i],
        )
        .join("") +
      cut(p, G("rotate(-16 520 330)", C(520, 330, 76, "#fff"), C(520, 330, 66, p.k))) +
      turned(-16, 520, 330, text("brush", 520, 352, 66, "Yes!", p.l)) +
      P("M570 378q-20-44 24-36-4 28-24 36z", p.g),
  },
};

function tickless(x, y, f) {
  return L(`M${x - 12} ${y + 8}q0-20 12-22t12 22M${x - 6} ${y + 12}h12`, f, 4);
}
