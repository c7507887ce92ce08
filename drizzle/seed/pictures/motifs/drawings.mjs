// Motifs of illustrations: what a hand draws.
import {
  at,
  brush,
  C,
  clipped,
  cup,
  cut,
  E,
  faint,
  ground,
  heart,
  L,
  lines,
  loaf,
  P,
  pencil,
  R,
  sheet,
  star,
  table,
  text,
  times,
  turned,
} from "../parts.mjs";
import { landscape, leaf } from "../shapes.mjs";

const hatch = (x, y, w, h, f, step = 9) =>
  faint(
    times(Math.floor(w / step), (i) => L(`M${x + i * step} ${y}l-${h * 0.4} ${h}`, f, 2)),
    0.5,
  );
const bear = (x, y, s, f, shirt, d, mood = 0) =>
  at(
    x,
    y,
    `<g transform="scale(${s / 100})">${C(26, 18, 13, f) + C(74, 18, 13, f) + R(22, 70, 56, 66, shirt, 24) + L(mood === 1 ? "M26 86L2 56M74 86L98 56" : mood === 2 ? "M26 90L8 118M74 88l22-26" : "M26 90L10 120M74 90l16 30", f, 14) + L("M38 130v26M62 130v26", f, 16) + C(50, 42, 38, f) + E(50, 56, 18, 13, "#fff3df") + C(36, 38, 5, d) + C(64, 38, 5, d) + E(50, 50, 6, 4.5, d) + L(mood === 1 ? "M42 58q8 10 16 0" : "M44 60q6 4 12 0", d, 3)}</g>`,
  );

export const drawings = {
  "picture book": {
    alt: "an open picture book with a fox and a bird under the moon",
    draw: (p, r) =>
      ground(p, r) +
      cut(
        p,
        P("M320 116C262 76 158 74 66 96v286c92-22 196-20 254 20z", p.l),
        P("M320 116c58-40 162-42 254-20v286c-92-22-196-20-254 20z", p.l),
      ) +
      clipped(
        "pb",
        "<path d='M320 134C262 96 164 94 84 112v252c80-16 178-14 236 20 58-34 156-36 236-20V112c-80-18-178-16-236 22z'/>",
        R(60, 60, 520, 360, "#9dbfc6"),
        C(470, 170, 46, "#fbe9bd"),
        P("M60 330q130-90 260-10t260-40v160H60z", "#7f9d76"),
        P("M60 370q150-60 300 0t220-20v90H60z", "#5d7e5d"),
        P("M152 350c-6-60 22-92 56-98l-6-40 30 22 30-22-6 42c30 14 40 50 36 96z", "#cf6a35"),
        P("M204 258l28 40 28-40-28-20z", "#fff3df"),
        C(232, 292, 6, "#2a1c15"),
        C(214, 262, 4, "#2a1c15"),
        C(250, 262, 4, "#2a1c15"),
        P("M150 352c-50 6-66-40-40-66 2 30 20 40 52 36z", "#cf6a35"),
        P("M110 286c-8 14-8 26 0 38 6-6 10-20 8-30z", "#fff3df"),
        P("M400 300q10-40 50-36 26 4 24 34l22 8-24 10q-14 26-48 18-22-6-24-34z", "#c4432a"),
        C(456, 286, 4, "#2a1c15"),
        P("M472 282l18 6-18 6z", "#e8a23b"),
      ) +
      faint(L("M320 130V398", p.d, 4), 0.25),
  },
  "botanical plate": {
    alt: "an ink plate of one plant with its seed and its name",
    draw: (p, r, [name = "Salvia"]) =>
      ground(p, r) +
      sheet(p, 160, 30, 320, 420) +
      L("M178 48H462V432H178z", p.g, 2) +
      L(
        "M320 372C318 280 326 220 320 96M320 300q-40-20-60-70M322 250q36-18 56-64M320 340q44-4 70-46",
        p.k2,
        5,
      ) +
      leaf(262, 236, 76, 24, -40, p.k2, p.l) +
      leaf(376, 190, 76, 24, 36, p.k2, p.l) +
      leaf(386, 298, 66, 22, 60, p.k2, p.l) +
      leaf(318, 320, 80, 22, -70, p.k2, p.l) +
      times(
        5,
        (i) =>
          leaf(320, 190 - i * 22, 34 - i * 3, 14, -50, p.k) +
          leaf(320, 190 - i * 22, 34 - i * 3, 14, 50, p.k),
      ) +
      leaf(320, 98, 40, 14, 0, p.k) +
      E(222, 372, 14, 20, p.c) +
      L("M222 352v40", p.d, 2) +
      E(420, 376, 20, 12, p.c) +
      text("serif", 320, 416, 30, name, p.d),
  },
  "ink portrait": {
    alt: "a small ink portrait of a woman on paper, beside an ink bottle",
    draw: (p, _r) =>
      table(p, 392) +
      sheet(p, 120, 36, 290, 384, -3) +
      turned(
        -3,
        265,
        228,
        P(
          "M188 250c-20-120 26-168 80-166 60 2 94 60 76 170-8 40 2 60 8 78h-40V230h-92v102h-44c10-26 16-50 12-82z",
          p.d,
        ),
        P("M220 180c0-50 24-62 46-62s48 14 48 62c0 60-22 92-48 92s-46-34-46-92z", p.l),
        L("M226 176c24-4 50-20 60-46 6 22 16 36 28 42", p.d, 10),
        L("M238 194q10-8 20 0M276 194q10-8 20 0M266 198l-4 28h10M250 244q16 10 34 0", p.d, 4),
        C(248, 202, 4, p.d),
        C(286, 202, 4, p.d),
        L("M246 268v34q-60 12-70 64M288 268v34q60 12 70 64", p.d, 5),
        hatch(196, 330, 56, 40, p.d),
        hatch(300, 330, 70, 40, p.d),
        hatch(292, 216, 22, 40, p.d, 6),
      ) +
      cut(p, R(450, 300, 110, 110, p.k2, 14), R(474, 264, 62, 40, p.d, 6)) +
      R(462, 336, 86, 40, p.l, 3) +
      text("serif", 505, 366, 28, "ink", p.d) +
      brush(p, 438, 420, 60, p.d),
  },
  "character sheet": {
    alt: "a bear drawn in three poses on a character sheet",
    draw: (p, r) =>
      ground(p, r) +
      sheet(p, 50, 56, 540, 370) +
      faint(L("M70 140H570M70 230H570M70 366H570", p.k2, 2), 0.45) +
      bear(78, 130, 150, "#a8683c", p.k, "#2a1c15") +
      bear(248, 130, 150, "#a8683c", p.k, "#2a1c15", 1) +
      bear(416, 130, 150, "#a8683c", p.k, "#2a1c15", 2) +
      times(5, (i) => R(80 + i * 34, 84, 26, 26, ["#a8683c", "#fff3df", p.k, p.c, "#2a1c15"][i], 5)) +
      lines(430, 90, 120, [1, 0.6], p.g, 16, 6) +
      pencil(p, 566, 400, 34, 150),
  },
  "pet portrait": {
    alt: "a dog drawn in pencil, a photograph clipped beside it",
    draw: (p, r) =>
      ground(p, r) +
      sheet(p, 60, 34, 370, 412, -2) +
      turned(
        -2,
        245,
        240,
        P(
          "M150 150c-40 4-54 60-44 120 6 30 30 30 40 4zM340 150c40 4 54 60 44 120-6 30-30 30-40 4z",
          "#6d665f",
        ),
        P(
          "M148 190c0-70 40-100 97-100s97 30 97 100c0 40-10 70-24 100-16 36-44 54-73 54s-57-18-73-54c-14-30-24-60-24-100z",
          "#c9c2b8",
        ),
        P("M245 92c-14 40-16 90-16 130h32c0-40-2-90-16-130z", "#f4efe6"),
        P("M190 262c10-30 30-40 55-40s45 10 55 40c4 40-20 70-55 70s-59-30-55-70z", "#f4efe6"),
        P("M222 244q23-14 46 0-4 26-23 28-19-2-23-28z", "#3a3530"),
        L("M245 272v24q-18 18-36 6M245 296q18 18 36 6", "#3a3530", 5),
        C(200, 194, 14, "#3a3530"),
        C(290, 194, 14, "#3a3530"),
        C(204, 190, 4, "#fff"),
        C(294, 190, 4, "#fff"),
        L("M182 168q16-14 32-6M276 162q16-8 32 6", "#6d665f", 5),
        L("M176 336c-40 20-60 50-66 90M314 336c40 20 60 50 66 90", "#6d665f", 6),
        hatch(120, 180, 26, 80, "#3a3530", 6),
        hatch(360, 180, 26, 80, "#3a3530", 6),
        hatch(172, 300, 40, 40, "#3a3530", 7),
        hatch(296, 300, 40, 40, "#3a3530", 7),
        hatch(200, 360, 110, 50, "#6d665f", 9),
      ) +
      cut(p, R(452, 60, 140, 160, "#fff", 3, 5)) +
      turned(
        5,
        522,
        140,
        R(464, 72, 116, 112, p.c),
        P("M486 184c-4-60 16-80 36-80s40 20 36 80z", "#a8683c"),
        C(510, 134, 5, "#2a1c15"),
        C(536, 134, 5, "#2a1c15"),
        E(523, 150, 9, 7, "#2a1c15"),
        P("M488 118c-10 2-12 30-6 44l12-30zM558 118c10 2 12 30 6 44l-12-30z", "#7a4424"),
      ) +
      pencil(p, 440, 424, 48, 190),
  },
  "house drawing": {
    alt: "a house with two gables drawn in ink, with a watercolour tree",
    draw: (p, r) =>
      ground(p, r) +
      sheet(p, 56, 48, 528, 384, 1) +
      C(478, 210, 66, "#a9bf93") +
      C(518, 260, 50, "#93ad80") +
      C(446, 266, 44, "#bccfa8") +
      L("M484 380V230M484 300l-26-26M484 280l24-24", p.d, 6) +
      P("M120 220l86-96 86 96z", "#dc8b6c") +
      P("M250 220l74-70 96 70z", "#cf7654") +
      R(130, 220, 270, 160, "#f3e7d0") +
      L(
        "M120 220l86-96 86 96M270 196l54-46 96 70M134 220V380M398 220V380M100 380H560M292 150v-34h26v30",
        p.d,
        5,
      ) +
      L(
        "M232 380v-84h52v84M160 250h44v50h-44zM182 250v50M160 274h44M320 250h54v56h-54zM347 250v56M320 278h54M188 176h36v36h-36z",
        p.d,
        4,
      ) +
      R(236, 300, 44, 78, p.k) +
      C(272, 340, 3, p.l) +
      hatch(300, 170, 90, 46, p.d, 10) +
      times(9, (i) => L(`M${110 + i * 14} 380l6-${14 + (i % 3) * 6}`, "#6c8a5c", 4)) +
      text("brush", 140, 416, 28, "No. 12", p.d),
  },
  "six tiny drawings": {
    alt: "six tiny drawings: a pear, a cup, a spoon, a leaf, bread and a star",
    draw: (p, _r) =>
      R(0, 0, 640, 480, p.bg2) +
      times(6, (i) => {
        const x = 48 + (i % 3) * 186;
        const y = 44 + Math.floor(i / 3) * 204;
        const drawing = [
          P(`M${x + 86} ${y + 40}c26 8 20 40 34 58 18 26 2 56-34 56s-52-30-34-56c14-18 8-50 34-58z`, p.k2) +
            L(`M${x + 86} ${y + 42}q2-14 14-18`, p.d, 5),
          cup(p, x + 38, y + 50, 84, p.k),
          E(x + 86, y + 58, 24, 32, p.c) +
            L(`M${x + 86} ${y + 84}v66`, p.c, 12) +
            E(x + 86, y + 56, 13, 20, p.l),
          leaf(x + 86, y + 152, 118, 46, 10, p.k2, p.l),
          loaf(p, x + 24, y + 44, 62) + P("", p.d),
          star(x + 86, y + 96, 50, p.k),
        ][i];
        return cut(p, R(x, y, 172, 188, p.l, 6, [-1.5, 1, -0.5, 1.5, -1, 0.5][i])) + drawing;
      }),
  },
  "moon and hills": {
    alt: "a painted landscape with brush and colours",
    draw: (p, r) =>
      ground(p, r) +
      sheet(p, 70, 50, 400, 320, -2) +
      turned(-2, 270, 210, landscape(94, 74, 352, 272, { ...p, a: p.k, b: p.c, c: p.m, d: p.k2 }, r, "mh")) +
      cut(p, P("M380 420c-10-60 60-96 130-86 80 10 90 70 40 80-30 6-20 34-60 40-60 8-104-2-110-34z", p.l)) +
      C(430, 400, 16, p.k) +
      C(474, 372, 16, p.k2) +
      C(524, 374, 16, p.c) +
      C(450, 432, 12, p.d) +
      brush(p, 560, 350, -150, p.k),
  },
  "cover of a zine": {
    alt: "a hand-made zine with a cat on its cover",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(210, 44, 270, 390, p.c, 4, 5)) +
      cut(p, R(180, 40, 270, 390, p.k, 4, -3)) +
      turned(
        -3,
        315,
        235,
        text("brush", 315, 120, 70, "tiny cats", p.l, { fit: 230 }),
        P("M236 360c-10-90 10-150 30-190l-6-40 40 24h30l40-24-6 40c20 40 40 100 30 190z", p.d),
        C(292, 194, 9, p.c),
        C(338, 194, 9, p.c),
        P("M308 210h14l-7 9z", p.l),
        L("M280 214l-34-8M280 222l-34 4M350 214l34-8M350 222l34 4", p.l, 3),
        L("M394 350q50-10 36-80", p.d, 16),
        heart(315, 290, 26, p.k),
        text("sans", 315, 404, 20, "No. 3", p.l),
      ),
  },
};
