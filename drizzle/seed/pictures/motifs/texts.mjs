// Motifs of writing and translation.
import {
  arrow,
  at,
  badge,
  browser,
  brush,
  bubble,
  C,
  cup,
  cut,
  faint,
  G,
  ground,
  L,
  lines,
  P,
  pencil,
  portrait,
  R,
  ring,
  sheet,
  star,
  stitch,
  table,
  text,
  tick,
  times,
  turned,
} from "../parts.mjs";
import { dark, leaf } from "../shapes.mjs";

export const texts = {
  "magazine article": {
    alt: "an open magazine with a headline and a photograph",
    draw: (p, r, [head = "The last ferry"]) =>
      ground(p, r) +
      cut(p, R(60, 66, 260, 350, p.l, 4), R(320, 66, 260, 350, p.l, 4)) +
      faint(R(310, 66, 20, 350, p.d), 0.12) +
      R(60, 66, 260, 200, "#a9c4c9", 4) +
      C(250, 130, 26, p.c) +
      P("M60 220q60-20 130 0t130 0v46H60z", "#5f8790") +
      P("M110 220h120l-20 28h-84zM150 190h44v30h-44zM168 170h10v20h-10z", p.k) +
      text("serif", 84, 312, 38, head, p.d, { align: 0, fit: 220 }) +
      lines(84, 330, 212, [1, 0.94, 1, 0.6], p.g, 19, 7) +
      R(346, 92, 34, 34, p.k, 3) +
      text("serif", 363, 121, 34, "A", p.l) +
      lines(390, 96, 164, [1, 0.9], p.g, 19, 7) +
      lines(346, 142, 96, [1, 0.9, 1, 0.94, 1, 0.8, 1, 0.9, 1, 0.5], p.g, 19, 7) +
      lines(458, 142, 96, [1, 0.94, 1, 0.86, 1], p.g, 19, 7) +
      text("serif", 506, 290, 62, "“", p.k) +
      lines(458, 286, 96, [1, 0.8, 0.9], p.k2, 22, 9),
  },
  "arabic article": {
    alt: "an article set from right to left under an Arabic greeting",
    draw: (p, r) =>
      ground(p, r) +
      sheet(p, 130, 34, 380, 412) +
      R(130, 34, 380, 120, p.k, 5) +
      text("serif", 320, 128, 76, "أهلا", p.l) +
      times(9, (i) => {
        const w = 316 * [1, 0.94, 1, 0.7, 0, 1, 0.9, 1, 0.5][i];
        return R(478 - w, 180 + i * 26, w, 9, p.g, 4);
      }) +
      R(162, 262, 120, 96, p.c, 5) +
      C(222, 306, 28, p.k2) +
      brush(p, 190, 440, -40, p.d),
  },
  "spanish page": {
    alt: "a web page that greets in Spanish, with market colours",
    draw: (p, r) =>
      ground(p, r) +
      browser(
        p,
        66,
        50,
        508,
        380,
        R(0, 0, 508, 190, p.k),
        text("serif", 36, 116, 96, "¡Hola!", p.l, { align: 0 }),
        times(7, (i) => P(`M${i * 74} 0h74l-37 44z`, [p.c, p.k2, p.l][i % 3])),
        C(416, 116, 46, p.c),
        lines(36, 216, 430, [1, 0.92, 0.98, 0.5], p.g, 24, 9),
        R(36, 304, 130, 32, p.k2, 16),
      ),
  },
  "product tags": {
    not: dark,
    alt: "five products on a shelf, each with a written tag",
    draw: (p, _r) =>
      R(0, 0, 640, 480, p.bg) +
      cut(p, R(30, 290, 580, 24, p.d, 4)) +
      R(0, 400, 640, 80, p.bg2) +
      cut(p, R(60, 170, 80, 120, p.k, 14)) +
      R(74, 148, 52, 30, p.d, 6) +
      cut(p, R(172, 214, 104, 76, p.k2, 6)) +
      cut(p, P("M330 160h40v40c22 12 26 30 26 50v40h-92v-40c0-20 4-38 26-50z", p.c)) +
      at(434, 218, cup(p, 0, 0, 70, p.k)) +
      cut(p, R(536, 150, 62, 140, p.k2, 30)) +
      R(552, 190, 30, 60, p.l, 4) +
      [100, 224, 350, 468, 566]
        .map(
          (x, i) =>
            L(`M${x} 300v24`, p.o, 3) +
            cut(p, P(`M${x - 46} 340l46-20 46 20v92h-92z`, p.l)) +
            C(x, 338, 5, p.d) +
            lines(x - 34, 358, 68, [1, 0.8, 0.9, 0.5], i % 2 ? p.g : p.g, 16, 7),
        )
        .join(""),
  },
  "plain explanation": {
    alt: "a tangle of lines that becomes one plain line from head to head",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, C(150, 220, 120, p.l)) +
      L(
        "M84 210c20-70 120-70 130-10s-110 70-116 20 70-60 96-20-30 70-70 56-50-60 10-76 90 40 60 70",
        p.k,
        8,
      ) +
      cut(p, C(490, 220, 120, p.l)) +
      L("M214 240C290 330 350 330 410 240", p.o, 8) +
      arrow(396, 264, 424, 220, p.o, 8) +
      P("M490 132a62 62 0 0 0-36 112c8 6 12 14 12 24h48c0-10 4-18 12-24a62 62 0 0 0-36-112z", p.c) +
      R(468, 276, 44, 12, p.d, 6) +
      R(474, 294, 32, 12, p.d, 6) +
      L("M474 220l16 14 16-14M490 234v32", p.d, 5) +
      text("serif", 150, 412, 38, "API?", p.o) +
      text("serif", 490, 412, 38, "Ah!", p.o),
  },
  "two documents": {
    alt: "a letter in English and the same letter in Arabic",
    draw: (p, r, [from = "Hello", to = "مرحبا"]) =>
      ground(p, r) +
      sheet(p, 50, 56, 250, 350, -3) +
      turned(
        -3,
        175,
        230,
        text("serif", 80, 130, 62, from, p.d, { align: 0, fit: 200 }),
        lines(80, 164, 190, [1, 0.9, 1, 0.94, 0.6, 0, 1, 0.9, 0.4], p.g, 23, 8),
      ) +
      sheet(p, 340, 76, 250, 350, 3, p.k2) +
      turned(
        3,
        465,
        250,
        text("serif", 560, 152, /[a-z]/i.test(to) ? 62 : 84, to, p.l, { align: 1, fit: 200 }),
        times(8, (i) => {
          const w = 190 * [1, 0.94, 1, 0.7, 0, 1, 0.9, 0.5][i];
          return R(560 - w, 190 + i * 23, w, 8, p.l, 4).replace("/>", ' opacity=".6"/>');
        }),
      ) +
      cut(p, C(320, 240, 44, p.c)) +
      arrow(298, 240, 344, 240, p.d, 9),
  },
  "letter explained": {
    alt: "an official Arabic letter with a stamp and English notes beside it",
    draw: (p, r) =>
      ground(p, r) +
      sheet(p, 60, 36, 300, 410, -2) +
      turned(
        -2,
        210,
        240,
        text("serif", 330, 112, 66, "السوق", p.d, { align: 1 }),
        times(8, (i) => {
          const w = 240 * [1, 0.94, 1, 0.7, 0, 1, 0.9, 0.5][i];
          return R(330 - w, 150 + i * 26, w, 8, i === 2 || i === 5 ? p.k : p.g, 4);
        }),
        ring(140, 378, 42, p.k2, 6),
        ring(140, 378, 30, p.k2, 2),
        star(140, 378, 18, p.k2),
      ) +
      [
        [90, p.c, 0.8],
        [206, p.l, 1],
        [322, p.c, 0.6],
      ]
        .map(
          ([y, f, w]) =>
            stitch(`M350 ${y + 40}H396`, p.o, 4) +
            cut(p, R(396, y, 200, 84, f, 6)) +
            lines(416, y + 22, 160, [1, 0.9, w], p.d, 18, 7),
        )
        .join(""),
  },
  "label translated": {
    alt: "a tea packet with the Japanese word for tea and an English tag",
    draw: (p, _r) =>
      table(p) +
      cut(p, P("M150 70h200l14 40v300H136V110z", p.k2)) +
      R(136, 110, 228, 12, p.d) +
      R(178, 156, 144, 190, p.l, 4) +
      text("serif", 250, 298, 130, "茶", p.d) +
      R(290, 312, 22, 22, p.k, 3) +
      leaf(250, 410, 60, 24, 90, p.c, p.k2) +
      cut(
        p,
        L("M364 200q50-20 80 10", p.o, 4),
        G("rotate(10 500 260)", P("M430 220l34-34h126v170H430z", p.l)),
      ) +
      turned(
        10,
        500,
        260,
        C(466, 218, 9, p.k),
        text("serif", 512, 286, 66, "Tea", p.k),
        lines(456, 308, 112, [1, 0.7], p.g, 18, 7),
      ),
  },
  "game dialogue": {
    alt: "a game screen with a knight and a dialogue in Japanese and English",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(60, 40, 520, 400, p.d, 18)) +
      R(78, 58, 484, 364, "#86aab5", 6) +
      times(9, (i) => R(78 + i * 54, 270, 54, 60, i % 2 ? "#6f8f5e" : "#7d9d6a")) +
      C(480, 116, 32, "#f3dda6") +
      P("M96 270l80-110 70 110z", "#6d8f9c") +
      P("M190 270l60-80 60 80z", "#5f8190") +
      R(338, 190, 60, 80, p.k, 8) +
      R(346, 150, 44, 50, "#d9d2c5", 14) +
      R(346, 170, 44, 10, p.d) +
      R(404, 170, 8, 90, "#f6efe1") +
      R(392, 236, 32, 8, p.c) +
      R(346, 264, 18, 22, p.d) +
      R(372, 264, 18, 22, p.d) +
      cut(p, R(98, 304, 444, 104, p.l, 10)) +
      text("serif", 120, 370, 40, "こんにちは", p.d, { align: 0 }) +
      arrow(332, 356, 374, 356, p.k, 7) +
      text("serif", 392, 372, 46, "Hello!", p.k, { align: 0 }),
  },
  "two bubbles": {
    alt: "a greeting in one language and its answer in another",
    draw: (p, r, [one = "Hello", two = "Bonjour"]) =>
      ground(p, r) +
      bubble(p, 56, 66, 320, 150, p.l) +
      text("serif", 216, 166, 84, one, p.d, { fit: 270 }) +
      bubble(p, 244, 256, 344, 150, p.k, true) +
      text("serif", 416, 354, 84, two, p.l, { fit: 290 }) +
      C(498, 130, 46, p.c) +
      C(120, 350, 30, p.c),
  },
  "manual pages": {
    alt: "a manual with an exploded chair, its parts numbered",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(70, 60, 250, 360, p.l, 4), R(320, 60, 250, 360, p.l, 4)) +
      faint(R(310, 60, 20, 360, p.d), 0.12) +
      P("M130 110l70-20v90l-70 20z", p.k) +
      L("M166 204v26", p.k2, 4, ' stroke-dasharray="8 7"') +
      P("M120 262l80-22 62 30-82 26z", p.c) +
      L("M130 302v80M182 320v80M250 296v80", p.k2, 12) +
      [
        [228, 120, 1],
        [280, 252, 2],
        [214, 380, 3],
      ]
        .map(([x, y, k]) => C(x, y, 17, p.d) + text("sans", x, y + 8, 22, String(k), p.l))
        .join("") +
      text("serif", 350, 122, 46, "Så här", p.k, { align: 0 }) +
      times(
        3,
        (i) =>
          C(364, 166 + i * 84, 14, p.k2) +
          text("sans", 364, 173 + i * 84, 20, String(i + 1), p.l) +
          lines(390, 160 + i * 84, 150, [1, 0.9, 0.6], p.g, 19, 7),
      ),
  },
  "street sign": {
    alt: "a taco stand's sign in Spanish with its English subtitle",
    draw: (p, _r) =>
      R(0, 0, 640, 480, p.bg) +
      table(p, 400) +
      cut(p, R(96, 260, 448, 170, p.k2, 6)) +
      times(8, (i) => P(`M${80 + i * 60} 220h60v34a30 30 0 0 1-60 0z`, i % 2 ? p.l : p.k)) +
      R(110, 120, 12, 300, p.d) +
      R(518, 120, 12, 300, p.d) +
      cut(p, R(120, 60, 400, 130, p.k, 10)) +
      text("brush", 320, 158, 110, "¿Tacos?".replace("¿", "").replace("?", ""), p.c) +
      cut(p, P("M236 322q6-26 26-22 8-26 34-16 14-24 38-6 26-16 38 10 24-4 30 26l-10 30H246z", "#6f9a58")) +
      C(290, 300, 9, "#c4432a") +
      C(344, 294, 9, "#c4432a") +
      P("M232 352a88 54 0 0 1 176 0z", "#f0c765") +
      R(150, 432, 340, 40, p.d, 6) +
      text("sans", 320, 460, 26, "The best in town", "#fffaf0"),
  },
  "tattoo check": {
    alt: "a forearm with the sign for light, marked as right",
    draw: (p, r) =>
      ground(p, r) +
      cut(
        p,
        P(
          "M-20 190c140-30 300-34 420-14l120-20q30-2 36 14l-50 22 90-4q20 4 14 22l-80 22 70 6q14 8 4 22l-90 14 40 14q6 14-10 20l-110-2C330 340 160 370-20 350z",
          "#c98f66",
        ),
      ) +
      faint(L("M0 330q200 20 380-40", "#7a4424", 5), 0.35) +
      text("serif", 232, 312, 130, "光", "#2a2320") +
      cut(p, R(380, 50, 210, 90, p.l, 10)) +
      text("serif", 410, 114, 52, "light", p.d, { align: 0 }) +
      badge(p, 574, 60, 32, p.k2) +
      stitch("M300 200Q340 150 376 120", p.o, 5),
  },
  "proof marks": {
    alt: "a typed page with red corrections in its margin",
    draw: (p, r) =>
      ground(p, r) +
      sheet(p, 120, 34, 360, 412, -2) +
      turned(
        -2,
        300,
        240,
        text("serif", 150, 106, 44, "Dear Ms Lowe,", p.d, { align: 0, fit: 260 }),
        lines(150, 140, 260, [1, 0.94, 1, 0.7, 0, 1, 0.9, 1, 0.94, 0.5], p.g, 26, 9),
        L("M230 138q30 14 60 0M360 164l-30 18M150 274h80M300 300c-12-20 40-20 30 0s-40 20-30 0", p.k, 6),
        text("brush", 424, 154, 36, "sp", p.k),
        L("M428 186q20-10 20 10t-20 10M424 276l10-18 10 18", p.k, 6),
        tick(440, 330, 30, p.k),
      ) +
      pencil(p, 470, 396, 42, 200, "#c4432a"),
  },
  "manuscript pile": {
    alt: "a pile of manuscript pages with a pencil and a mug",
    draw: (p, _r) =>
      table(p, 330) +
      [8, -5, 3, -2].map((a, i) => sheet(p, 120, 92 - i * 8, 290, 350, a, i < 3 ? p.m : p.l)).join("") +
      turned(
        -2,
        265,
        240,
        text("serif", 152, 150, 46, "Chapter 3", p.d, { align: 0 }),
        lines(152, 184, 226, [1, 0.95, 1, 0.9, 1, 0.7, 0, 1, 0.9, 1], p.g, 22, 8),
        L("M152 236h90M300 258q30 12 60 0", p.k, 5),
      ) +
      pencil(p, 330, 400, 60, 200) +
      cut(p, cup(p, 470, 110, 110, p.k2)),
  },
  "accent marks": {
    alt: "three French letters with their accents, one corrected",
    draw: (p, r) =>
      ground(p, r) +
      [
        ["é", 60, p.l, p.d, -4],
        ["è", 244, p.k, p.l, 2],
        ["ç", 428, p.c, p.d, -2],
      ]
        .map(
          ([ch, x, f, ink, a], i) =>
            cut(p, R(x, 110, 160, 210, f, 10, a)) +
            turned(a, x + 80, 215, text("serif", x + 80, [268, 268, 258][i], 170, ch, ink)),
        )
        .join("") +
      L("M92 366Q320 340 540 362", p.o, 6) +
      pencil(p, 546, 360, 46, 200, p.k2) +
      badge(p, 398, 112, 30, p.k2),
  },
  "api manual": {
    alt: "a documentation page with a menu, a method and an example",
    draw: (p, r) =>
      ground(p, r) +
      browser(
        p,
        46,
        40,
        548,
        400,
        R(0, 0, 130, 364, p.m),
        times(7, (i) =>
          lines(22, 28 + i * 32, 88, [[1, 0.7, 0.9, 0.6, 1, 0.8, 0.5][i]], i === 2 ? p.k : p.g, 1, 9),
        ),
        R(156, 26, 70, 34, p.k2, 8),
        text("sans", 191, 51, 24, "GET", p.l),
        text("sans", 240, 52, 28, "/orders", p.d, { align: 0 }),
        lines(156, 80, 360, [1, 0.8], p.g, 20, 8),
        R(156, 132, 366, 206, p.d, 10),
        text("sans", 180, 176, 26, "{", "#e8a23b", { align: 0 }),
        times(
          3,
          (i) =>
            R(206, 192 + i * 32, 90, 11, "#8fc0c0", 5) +
            R(308, 192 + i * 32, [130, 80, 160][i], 11, "#f6efe1", 5),
        ),
        text("sans", 180, 314, 26, "}", "#e8a23b", { align: 0 }),
      ),
  },
  "numbered steps": {
    alt: "three screenshots as numbered steps with arrows",
    draw: (p, r) =>
      ground(p, r) +
      times(3, (i) => {
        const x = 40 + i * 190;
        const y = 70 + i * 50;
        return (
          cut(p, R(x, y, 180, 210, p.l, 10)) +
          R(x + 16, y + 16, 148, 96, [p.m, p.c, p.m][i], 6) +
          [
            R(x + 40, y + 48, 70, 28, p.k, 14),
            C(x + 90, y + 64, 26, p.k2),
            R(x + 34, y + 34, 112, 60, p.k2, 6) + tick(x + 90, y + 64, 36, p.l),
          ][i] +
          (i === 0 ? cursorAt(p, x + 90, y + 60) : "") +
          lines(x + 16, y + 134, 148, [1, 0.9, 0.6], p.g, 20, 8) +
          cut(p, C(x + 8, y + 6, 28, p.k)) +
          text("sans", x + 8, y + 19, 36, String(i + 1), p.l)
        );
      }) +
      arrow(210, 316, 250, 356, p.o, 8) +
      arrow(398, 366, 440, 404, p.o, 8),
  },
  resume: {
    alt: "a CV with a portrait and a cover letter behind it",
    draw: (p, r) =>
      ground(p, r) +
      sheet(p, 270, 46, 270, 380, 7, p.c) +
      sheet(p, 140, 34, 290, 410, -2) +
      turned(
        -2,
        285,
        240,
        portrait(p, 200, 102, 44, 2, p.c, p.k),
        text("serif", 262, 98, 38, "Ana Reyes", p.d, { align: 0, fit: 150 }),
        lines(262, 114, 130, [0.8], p.k, 1, 9),
        times(
          3,
          (i) =>
            lines(168, 172 + i * 90, 90, [1], p.k, 1, 11) +
            C(174, 204 + i * 90, 5, p.k2) +
            C(174, 226 + i * 90, 5, p.k2) +
            lines(190, 200 + i * 90, 212, [1, 0.8, 0.9], p.g, 22, 8),
        ),
      ) +
      badge(p, 420, 400, 40, p.k2),
  },
  "resume with comments": {
    alt: "a CV with three comments in the margin",
    draw: (p, r) =>
      ground(p, r) +
      sheet(p, 70, 36, 310, 408, 1) +
      turned(
        1,
        225,
        240,
        lines(98, 70, 150, [1], p.d, 1, 18),
        lines(98, 104, 110, [1], p.k, 1, 9),
        times(
          3,
          (i) =>
            lines(98, 150 + i * 96, 80, [1], p.k2, 1, 11) +
            lines(98, 176 + i * 96, 250, [1, 0.85, 0.6], p.g, 21, 8),
        ),
        faint(R(96, 188, 220, 22, "#f0c64a", 4), 0.7),
        faint(R(96, 286, 160, 22, "#f0c64a", 4), 0.7),
      ) +
      [
        [70, 0],
        [196, 1],
        [322, 2],
      ]
        .map(
          ([y, k]) =>
            cut(
              p,
              R(400, y, 196, 96, [p.l, p.c, p.l][k], 10),
              P(`M404 ${y + 30}l-22 14 22 14z`, [p.l, p.c, p.l][k]),
            ) +
            (k === 2
              ? star(428, y + 48, 18, p.k)
              : C(428, y + 48, 16, [p.k, p.k2][k]) + text("sans", 428, y + 57, 26, ["?", "!"][k], p.l)) +
            lines(456, y + 24, 120, [1, 0.9, 0.6], p.d, 20, 8),
        )
        .join(""),
  },
  typewriter: {
    alt: "a typewriter with a page of text",
    draw: (p, _r) =>
      table(p, 390) +
      sheet(p, 190, 30, 260, 230) +
      lines(220, 62, 200, [1, 0.9, 1, 0.95, 0.6, 0, 1, 0.8], p.g, 22, 8) +
      cut(p, R(120, 216, 400, 40, p.d, 20)) +
      cut(p, P("M140 246h360l50 174H90z", p.k)) +
      R(180, 262, 280, 30, p.d, 8) +
      times(3, (j) => times(9 - j, (i) => C(166 + i * 38 + j * 19, 318 + j * 34, 13, p.l))) +
      R(96, 222, 26, 28, p.c, 6) +
      R(518, 222, 26, 28, p.c, 6),
  },
};

function cursorAt(p, x, y) {
  return cut(p, at(x, y, P("M0 0v40l10-9 8 18 9-4-8-17h14z", p.d)));
}
