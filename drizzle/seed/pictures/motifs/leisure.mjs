// Motifs of lessons, sport, journeys and games, and of converted files.
import {
  arrow,
  at,
  brush,
  C,
  clipped,
  cup,
  cursor,
  cut,
  E,
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
  stitch,
  table,
  text,
  tick,
  times,
  turned,
  wave,
} from "../parts.mjs";
import { dark, landscape } from "../shapes.mjs";

const file = (p, x, y, w, h, f, word, ink, ...k) =>
  cut(
    p,
    P(
      `M${x + 8} ${y}h${w - 58}l50 50v${h - 58}a8 8 0 0 1-8 8H${x + 8}a8 8 0 0 1-8-8V${y + 8}a8 8 0 0 1 8-8z`,
      f,
    ),
  ) +
  P(`M${x + w - 50} ${y}l50 50h-50z`, p.g) +
  k.join("") +
  R(x, y + h - 74, w * 0.72, 48, ink, 6) +
  text("sans", x + w * 0.36, y + h - 38, 34, word, p.l, { fit: w * 0.6 });
const pawn = (x, y, s, f) =>
  at(
    x,
    y,
    `<g transform="scale(${s / 100})">${C(50, 24, 22, f) + P("M30 44h40l-6 12q4 30 18 40v12H18V96q14-10 18-40z", f)}</g>`,
  );
const knight = (x, y, s, f, eye) =>
  at(
    x,
    y,
    `<g transform="scale(${s / 100})">${P("M16 108V96c2-26 30-30 30-52-10 10-22 16-32 12-8-4-8-12-4-18l26-30 4-14 12 10c30 4 44 32 40 62l-4 30v12z", f) + C(42, 26, 4, eye)}</g>`,
  );

export const leisure = {
  "café talk": {
    not: dark,
    alt: "two people who talk in French over coffee",
    draw: (p, _r) =>
      table(p, 400) +
      cut(p, bubbleFree(p, 60, 40, 230, 100, p.l)) +
      text("serif", 175, 108, 54, "Ça va ?", p.k, { fit: 190 }) +
      cut(p, bubbleFree(p, 370, 70, 200, 86, p.k, true)) +
      text("serif", 470, 128, 48, "Très bien", p.l, { fit: 170 }) +
      portraitBig(p, 60, 180, 1, p.k2) +
      portraitBig(p, 360, 180, 3, p.a) +
      cut(p, R(190, 396, 260, 18, p.d, 9), R(310, 410, 20, 70, p.d)) +
      cup(p, 232, 346, 52, p.l) +
      cup(p, 350, 346, 52, p.l),
  },
  "kana cards": {
    alt: "three flash cards with Japanese letters",
    draw: (p, r) =>
      ground(p, r) +
      [
        ["あ", "a", 60, -9, p.l, p.k],
        ["い", "i", 230, 3, p.k, p.l],
        ["う", "u", 400, 10, p.l, p.k2],
      ]
        .map(
          ([w, s, x, a, f, ink]) =>
            cut(p, R(x, 100, 180, 250, f, 14, a)) +
            turned(
              a,
              x + 90,
              225,
              text("serif", x + 90, 258, 130, w, ink),
              text("sans", x + 90, 322, 40, s, ink === p.l ? p.c : p.d),
            ),
        )
        .join("") +
      L("M120 420H520", p.o, 5) +
      times(5, (i) => C(180 + i * 70, 420, 11, i < 3 ? p.a : p.bg2)),
  },
  "brush sign": {
    alt: "the sign for eternity, written with a brush on rice paper",
    draw: (p, r) =>
      ground(p, r) +
      sheet(p, 150, 30, 320, 410, -2) +
      turned(
        -2,
        310,
        235,
        faint(L("M170 130H450M170 330H450M310 50V420", p.k, 3), 0.35),
        text("serif", 310, 332, 270, "永", "#1d1714"),
        R(408, 376, 40, 40, p.k, 4),
        text("serif", 428, 408, 30, "書", p.l),
      ) +
      brush(p, 500, 410, 24, "#1d1714") +
      cut(p, R(40, 330, 90, 70, p.d, 12)) +
      E(85, 352, 30, 14, "#000"),
  },
  "six weeks of training": {
    alt: "a kettlebell beside a plan of six weeks",
    draw: (p, _r) =>
      table(p, 392) +
      cut(
        p,
        L("M126 190c-20-110 170-110 150 0", p.d, 34),
        P("M201 180c76 0 120 50 120 116 0 60-44 108-120 108S81 356 81 296c0-66 44-116 120-116z", p.a),
      ) +
      text("sans", 201, 326, 84, "12", p.bg) +
      sheet(p, 360, 60, 230, 320, 3) +
      turned(
        3,
        475,
        220,
        lines(388, 92, 120, [1], p.d, 1, 12),
        times(
          6,
          (j) =>
            text("sans", 398, 146 + j * 40, 24, String(j + 1), p.k) +
            times(
              4,
              (i) =>
                R(424 + i * 36, 126 + j * 40, 28, 26, j < 3 || (j === 3 && i < 2) ? p.k2 : p.m, 6) +
                (j < 3 || (j === 3 && i < 2) ? tick(438 + i * 36, 139 + j * 40, 14, p.l, 4) : ""),
            ),
        ),
      ),
  },
  "week of meals": {
    alt: "a week of meals sketched on a list, with vegetables",
    draw: (p, _r) =>
      R(0, 0, 640, 480, p.bg2) +
      sheet(p, 60, 40, 320, 400, -2) +
      turned(
        -2,
        220,
        240,
        text("brush", 90, 100, 48, "This week", p.k, { align: 0 }),
        ["M", "T", "W", "T", "F"]
          .map(
            (d, i) =>
              C(108, 150 + i * 58, 20, [p.k, p.c, p.k2][i % 3]) +
              text("sans", 108, 159 + i * 58, 26, d, i % 3 === 1 ? p.d : p.l) +
              lines(144, 140 + i * 58, 200, [[0.9, 0.7, 1, 0.6, 0.8][i], 0.5], p.g, 18, 8),
          )
          .join(""),
      ) +
      cut(
        p,
        G(
          "rotate(24 480 180)",
          P("M450 90h60q6 110-30 190-36-80-30-190z", "#e07b35"),
          P("M464 92q-20-50 6-70 6 20 10 30 6-30 26-34 4 40-14 74z", "#5d8a52"),
        ),
      ) +
      cut(p, C(460, 360, 70, "#c4432a")) +
      P("M460 300q-30-10-40 4 24 10 40 6 16 6 42-6-14-14-42-4z", "#5d8a52") +
      cut(p, C(560, 390, 50, "#8fae5d")) +
      L("M526 376q34 20 68 0M534 410q26-20 52 0", "#6f8f45", 5),
  },
  island: {
    alt: "an island with palms, a volcano and a dotted route",
    draw: (p, _r) =>
      R(0, 0, 640, 480, "#8fc0c0") +
      C(500, 100, 54, "#fbe9bd") +
      P("M0 300q160-24 320 0t320 0v180H0z", "#4f97a0") +
      cut(p, P("M90 340L250 130h60l180 210q-200 60-400 0z", "#6f8f5e")) +
      P("M250 130h60l34 44q-30 26-60 0-26 24-62 4z", "#b5532f") +
      P("M70 340q220-40 460 0-40 70-230 70T70 340z", "#ecd5a4") +
      stitch("M130 370Q240 300 300 350T480 350", "#c4432a", 6) +
      [
        [440, 330, 0],
        [150, 336, 1],
      ]
        .map(([x, y, k]) =>
          G(
            `translate(${x} ${y}) scale(${k ? -1 : 1} 1)`,
            L("M0 20Q20-50 10-120", "#7a4424", 13),
            times(5, (i) =>
              G(
                `translate(10 -122) rotate(${-150 + i * 60})`,
                P("M0 0q40-26 80 8-50-6-80-8z", i % 2 ? "#3f6b3a" : "#5d8a52"),
              ),
            ),
          ),
        )
        .join("") +
      pin(p, 310, 348, 90, "#c4432a") +
      L("M60 430q30-16 60 0t60 0M440 440q30-16 60 0t60 0", "#dff0ee", 6),
  },
  "city walk": {
    not: dark,
    alt: "a walking route with four stops through a city's streets",
    draw: (p, _r) =>
      R(0, 0, 640, 480, p.m) +
      times(5, (i) =>
        times(4, (j) =>
          R(
            -20 + i * 136,
            -30 + j * 132,
            116,
            112,
            (i * 2 + j) % 5 === 0 ? "#b9cfa8" : (i + j) % 3 === 0 ? p.c : p.bg2,
            6,
          ),
        ),
      ) +
      P("M-10 330L660 190v54L-10 384z", "#9cc6d0") +
      L("M106 450V346L242 320V210H380V136H500", p.k, 12) +
      [
        [106, 450],
        [242, 260],
        [380, 172],
      ]
        .map(([x, y], i) => cut(p, C(x, y, 26, p.l)) + text("sans", x, y + 12, 34, String(i + 1), p.k))
        .join("") +
      pin(p, 504, 142, 96, p.k2) +
      cut(p, R(430, 330, 180, 110, p.l, 10)) +
      ring(476, 385, 30, p.d, 6) +
      L("M476 368v18h14", p.d, 6) +
      text("sans", 556, 398, 40, "6 h", p.d),
  },
  "chess lesson": {
    alt: "a chessboard with a knight's move drawn on it",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(130, 40, 400, 400, p.d, 10)) +
      times(5, (j) => times(5, (i) => R(150 + i * 72, 60 + j * 72, 72, 72, (i + j) % 2 ? p.k2 : p.l))) +
      R(294, 132, 72, 72, "#f0c64a").replace("/>", ' opacity=".75"/>') +
      arrow(258, 306, 258, 172, p.k, 10) +
      L("M258 170H326", p.k, 10) +
      knight(214, 276, 70, p.d, p.l) +
      pawn(370, 136, 64, p.d) +
      pawn(442, 64, 64, p.d) +
      at(298, 128, pawn(0, 0, 64, p.c)) +
      pawn(154, 350, 64, p.c) +
      pawn(370, 350, 64, p.c) +
      cut(p, R(474, 300, 130, 130, p.l, 10)) +
      text("serif", 540, 354, 44, "Nd5", p.d) +
      text("serif", 540, 410, 50, "!", p.k),
  },
  "page to document": {
    alt: "a scanned PDF that becomes an editable document",
    draw: (p, r) =>
      ground(p, r) +
      file(
        p,
        70,
        70,
        220,
        310,
        p.l,
        "PDF",
        p.k,
        lines(94, 110, 120, [1, 0.8], p.g, 20, 8),
        faint(R(94, 160, 172, 60, p.d, 4), 0.2),
        lines(94, 240, 172, [1, 0.9], p.g, 20, 8),
      ) +
      file(
        p,
        360,
        100,
        220,
        310,
        p.l,
        "DOCX",
        p.k2,
        lines(384, 140, 120, [1, 0.8], p.d, 20, 8),
        R(384, 188, 172, 60, p.c, 4),
        lines(384, 270, 172, [1, 0.9], p.d, 20, 8),
        L("M470 262v34", p.k, 4),
      ) +
      cut(p, C(325, 236, 46, p.c)) +
      arrow(303, 236, 350, 236, p.d, 9),
  },
  "fillable form": {
    alt: "a paper form with fields to fill in and a signature",
    draw: (p, r) =>
      ground(p, r) +
      sheet(p, 130, 34, 380, 412) +
      R(130, 34, 380, 54, p.k, 5) +
      lines(158, 56, 150, [1], p.l, 1, 12) +
      times(
        3,
        (i) =>
          lines(158, 112 + i * 74, 70, [1], p.d, 1, 8) +
          R(158, 130 + i * 74, 324, 38, "#dbe8f3", 5).replace(
            "/>",
            i === 1 ? ' stroke="#3d8bfd" stroke-width="4"/>' : "/>",
          ),
      ) +
      text("sans", 172, 158, 26, "Mira Holt", p.d, { align: 0 }) +
      L("M174 212v26", "#3d8bfd", 4) +
      times(
        2,
        (i) => R(158 + i * 120, 346, 28, 28, "#dbe8f3", 5) + lines(196 + i * 120, 356, 60, [1], p.g, 1, 8),
      ) +
      tick(172, 360, 20, p.k2) +
      text("brush", 330, 418, 44, "M. Holt", p.k2, { align: 0 }) +
      L("M320 426H480", p.g, 4) +
      cursor(p, 420, 220, 1.1),
  },
  "e-book reader": {
    alt: "a page of a novel on an e-book reader beside the manuscript",
    draw: (p, r) =>
      ground(p, r) +
      sheet(p, 60, 80, 240, 320, -8, p.c) +
      sheet(p, 70, 70, 240, 320, -3) +
      turned(-3, 190, 230, lines(96, 110, 186, [1, 0.94, 1, 0.9, 0.6, 0, 1, 0.9, 1, 0.94, 1], p.g, 23, 8)) +
      cut(p, R(300, 36, 280, 410, p.d, 22)) +
      R(322, 60, 236, 340, "#f4efe2", 6) +
      text("serif", 440, 122, 40, "One", "#231d18") +
      L("M410 140h60", "#231d18", 3) +
      text("serif", 350, 200, 52, "T", "#231d18", { align: 0 }) +
      lines(392, 172, 142, [1, 0.9], "#8d8474", 22, 8) +
      lines(346, 218, 190, [1, 0.96, 1, 0.9, 1, 0.94, 0.5], "#8d8474", 22, 8) +
      text("sans", 440, 392, 18, "12 %", "#8d8474") +
      R(410, 416, 60, 8, "#54493d", 4),
  },
  "tape to file": {
    alt: "a cassette whose recording becomes a sound file",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(50, 70, 330, 210, p.a, 16)) +
      R(76, 94, 278, 96, p.l, 8) +
      lines(96, 112, 150, [1], p.k, 1, 10) +
      R(120, 138, 190, 66, p.d, 33) +
      C(160, 171, 22, p.l) +
      C(270, 171, 22, p.l) +
      [160, 270].map((x) => C(x, 171, 8, p.d)).join("") +
      P("M130 280l20-50h130l20 50z", p.d) +
      L("M200 300Q240 390 340 370", p.o, 7) +
      arrow(330, 372, 364, 366, p.o, 7) +
      file(p, 392, 180, 190, 250, p.l, "MP3", p.k2, wave(412, 288, 150, 80, 16, r, p.k)),
  },
  "old film to file": {
    not: dark,
    alt: "a reel of old film that becomes a video file",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, C(200, 210, 150, p.d)) +
      C(200, 210, 126, "#54493d") +
      times(5, (i) => G(`rotate(${i * 72} 200 210)`, C(200, 134, 34, p.bg))) +
      C(200, 210, 24, p.c) +
      cut(p, P("M190 350h180q40 0 40-60v-20h40v30q0 90-70 90H190z", p.d)) +
      times(6, (i) => R(204 + i * 30, 372, 14, 10, p.bg, 2)) +
      file(
        p,
        400,
        90,
        190,
        260,
        p.l,
        "MP4",
        p.k,
        landscape(416, 150, 158, 106, { ...p, a: p.k, b: p.c, c: "#cfe0da", d: p.k2 }, r, "of"),
      ),
  },
  "flag quiz": {
    alt: "a notebook with words in two languages and a pen",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(110, 50, 420, 380, p.l, 10)) +
      L("M320 60V420", p.g, 3) +
      times(8, (i) => R(100, 74 + i * 44, 28, 10, p.d, 5)) +
      ["bread", "water", "bird", "house"]
        .map((w, i) => text("brush", 160, 130 + i * 80, 44, w, p.d, { align: 0 }))
        .join("") +
      ["pain", "eau", "oiseau", "maison"]
        .map((w, i) => text("brush", 346, 130 + i * 80, 44, w, i % 2 ? p.k2 : p.k, { align: 0 }))
        .join("") +
      pencil(p, 520, 400, 40, 190),
  },
};

function bubbleFree(_p, x, y, w, h, f, right = false) {
  return (
    R(x, y, w, h, f, 18) +
    (right ? P(`M${x + w - 80} ${y + h - 6}h44l-10 40z`, f) : P(`M${x + 40} ${y + h - 6}h44l-34 40z`, f))
  );
}
function portraitBig(p, x, y, k, shirt) {
  return clipped(
    `big${k}`,
    `<rect x="${x}" y="${y}" width="220" height="220"/>`,
    at(x, y, portrait(p, 110, 122, 124, k, "none", shirt)),
  );
}
