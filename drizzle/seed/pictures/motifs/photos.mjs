// Motifs of photography and of what a computer can do with words.
import {
  arrow,
  at,
  bubble,
  C,
  clipped,
  cross,
  cup,
  cursor,
  cut,
  E,
  faint,
  G,
  ground,
  jar,
  L,
  lines,
  loaf,
  P,
  R,
  robot,
  sheet,
  stitch,
  text,
  tick,
  times,
  turned,
} from "../parts.mjs";
import { leaf } from "../shapes.mjs";

const finder = (x, y, w, h, f) =>
  L(
    `M${x} ${y + 40}V${y}h40M${x + w - 40} ${y}h40v40M${x + w} ${y + h - 40}v40h-40M${x + 40} ${y + h}h-40v-40`,
    f,
    7,
  );
const vase = (_p, x, y, s, f) =>
  at(
    x,
    y,
    `<g transform="scale(${s / 100})">${P("M36 0h28v20c26 14 36 34 36 56 0 30-18 54-50 54S0 106 0 76C0 54 10 34 36 20z", f)}</g>`,
  );
const shoe = (p, x, y, s, f) =>
  at(
    x,
    y,
    `<g transform="scale(${s / 100})">${P("M0 60c20 2 44-16 54-50 26 22 54 44 92 48 24 4 30 14 28 34H0z", f) + R(-4, 90, 182, 16, p.l, 8) + R(-4, 98, 182, 8, p.d, 4) + L("M60 42l18-12M76 54l18-12M94 64l16-12", p.l, 5)}</g>`,
  );

export const photos = {
  "product on white": {
    alt: "a shoe on a white sweep between two studio lights",
    draw: (p, _r) =>
      R(0, 0, 640, 480, p.bg) +
      cut(p, P("M140 60h360v250q0 40 60 90H80q60-50 60-90z", "#fffdf8")) +
      E(320, 372, 150, 16, p.g) +
      shoe(p, 196, 246, 134, p.k) +
      [0, 1]
        .map((k) =>
          G(
            k ? "translate(640 0) scale(-1 1)" : "",
            L("M70 440V180M30 450L70 400l40 50", p.d, 8),
            cut(p, P("M28 96l100 24-16 94-96-30z", p.d)),
            P("M118 122l18 4-14 90-14-6z", "#fbe9bd"),
          ),
        )
        .join(""),
  },
  "styled scene": {
    alt: "a vase, a pear and a book in the light of a window",
    draw: (p, _r) =>
      R(0, 0, 640, 480, p.bg2) +
      G(
        "skewX(-12)",
        R(180, 30, 130, 150, "#fbe9bd"),
        R(324, 30, 130, 150, "#fbe9bd"),
        R(180, 194, 130, 150, "#fbe9bd"),
        R(324, 194, 130, 150, "#fbe9bd"),
      ).replace("<g", '<g opacity=".5"') +
      R(0, 370, 640, 110, p.a) +
      leaf(250, 236, 150, 44, -24, p.k2, p.l) +
      leaf(262, 236, 170, 46, 8, p.k2, p.l) +
      leaf(276, 240, 130, 40, 38, "#5d7e5d", p.l) +
      cut(p, vase(p, 190, 220, 146, p.l)) +
      cut(p, R(370, 350, 190, 34, p.k, 4), R(384, 322, 160, 28, p.c, 4)) +
      cut(p, P("M470 236c22 6 18 30 30 46 22 22 2 44-30 44s-52-22-30-44c12-16 8-40 30-46z", "#c9a23f")) +
      L("M470 238q2-14 12-18", p.d, 5) +
      finder(60, 40, 520, 400, p.l),
  },
  "person removed": {
    alt: "a beach photo in which one person is only a dashed outline",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(60, 50, 520, 370, "#fff", 4, -2)) +
      turned(
        -2,
        320,
        235,
        R(82, 72, 476, 300, "#a9cbd3"),
        C(460, 130, 36, "#fbe9bd"),
        P("M82 220h476v70H82z", "#5f9aa5"),
        P("M82 280q230-30 476 0v92H82z", "#ecd5a4"),
        P("M236 350c0-60 10-84 34-84s34 24 34 84z", "#c4432a"),
        C(270, 244, 24, "#8a5638"),
        P("M248 240c-2-30 46-30 44 0-8-10-34-12-44 0z", "#1d1714"),
        L(
          "M376 350c0-60 10-84 34-84s34 24 34 84zM410 218a25 25 0 1 0 .1 0z",
          "#fff",
          5,
          ' stroke-dasharray="10 8"',
        ),
      ) +
      cursor(p, 440, 330, 1.2),
  },
  "old photo restored": {
    alt: "an old torn portrait, one half of it whole and bright again",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(150, 30, 340, 420, "#f6ecd8", 4, 2)) +
      turned(
        2,
        320,
        240,
        clipped(
          "opl",
          "<rect x='176' y='56' width='144' height='368'/>",
          R(176, 56, 288, 368, "#cdb48c"),
          faint(
            at(
              170,
              110,
              `<g transform="scale(3)">${P("M8 100c0-26 20-34 42-34s42 8 42 34z", "#8b6f4a") + E(50, 42, 20, 24, "#e0c9a0") + P("M28 40c-4-26 14-32 24-30 20 0 22 18 20 28-6-6-10-12-12-12-8 6-24 4-32 14z", "#6e5536")}</g>`,
            ),
            0.75,
          ),
          L("M176 140l60 30-20 40 70 50M190 420l40-90 40 20 50-60M230 56l10 60", "#f6ecd8", 7),
          times(12, (i) => C(190 + ((i * 53) % 120), 80 + ((i * 97) % 330), 3, "#f6ecd8")),
        ),
        clipped(
          "opr",
          "<rect x='320' y='56' width='144' height='368'/>",
          R(176, 56, 288, 368, "#b9cfc6"),
          at(
            170,
            110,
            `<g transform="scale(3)">${P("M8 100c0-26 20-34 42-34s42 8 42 34z", "#2f4a5c") + P("M40 64l10 14 10-14z", "#fff") + E(50, 42, 20, 24, "#e3b98f") + P("M28 40c-4-26 14-32 24-30 20 0 22 18 20 28-6-6-10-12-12-12-8 6-24 4-32 14z", "#3b2418")}</g>`,
          ),
        ),
        [
          [299, 0],
          [341, 1],
        ]
          .map(([x]) => C(x, 232, 5, "#2a1c15"))
          .join(""),
        L("M304 268q16 10 32 0", "#5a3420", 4),
        L("M320 56V424", "#fff", 5),
      ) +
      cut(p, C(320, 400, 26, p.l)) +
      L("M312 390l-10 10 10 10M328 390l10 10-10 10", p.d, 5),
  },
  "cut-out": {
    alt: "a mug cut out of its photo onto a clear ground",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(50, 70, 260, 300, "#fff", 4, -4)) +
      turned(
        -4,
        180,
        220,
        R(68, 88, 224, 220, "#b89a7a"),
        R(68, 230, 224, 78, "#8f6f4f"),
        C(110, 130, 30, "#d9c3a5"),
        cup(p, 120, 150, 110, p.k),
        leaf(270, 300, 110, 36, -20, "#6f8f5e"),
      ) +
      cut(p, R(330, 90, 270, 320, "#fff", 8)) +
      times(8, (j) =>
        times(7, (i) => ((i + j) % 2 ? R(346 + i * 34, 106 + j * 36, 34, 36, "#e6e1d8") : "")),
      ) +
      cup(p, 388, 170, 150, p.k) +
      L(
        "M384 200q4-20 80-20t80 18q46-2 46 40t-58 42q-14 50-68 50t-80-70z",
        p.d,
        4,
        ' stroke-dasharray="12 9"',
      ),
  },
  "bowl in the finder": {
    alt: "a bowl of food from above in a camera's frame",
    draw: (p, _r) =>
      R(0, 0, 640, 480, p.a) +
      times(6, (i) => L(`M0 ${60 + i * 84}H640`, p.d, 3, ' opacity=".18"')) +
      cut(p, C(320, 240, 170, p.l)) +
      C(320, 240, 146, "#c96f35") +
      P("M220 210c30-80 120-90 170-40-10 60-120 90-170 40z", "#6f9a58") +
      P("M240 300q50-50 120-20t70-40q20 80-60 120-90 20-130-60z", "#f0d28a") +
      C(392, 210, 44, "#fff3df") +
      C(392, 210, 20, "#e8a23b") +
      [
        [270, 270],
        [300, 330],
        [350, 300],
      ]
        .map(([x, y]) => C(x, y, 18, "#b5321f"))
        .join("") +
      [
        [250, 180, 20],
        [300, 160, 60],
        [340, 180, -20],
      ]
        .map(([x, y, a]) => leaf(x, y, 46, 18, a, "#3f6b3a", "#cfe0b8"))
        .join("") +
      cut(p, L("M540 60L580 420", p.c, 14), L("M572 60L604 420", p.c, 14)) +
      finder(70, 40, 500, 400, "#fffaf0") +
      L("M320 226v28M306 240h28", "#fffaf0", 5),
  },
  "bright interior": {
    alt: "a straight, bright room with a sofa, a lamp and big windows",
    draw: (p, _r) =>
      R(0, 0, 640, 480, "#efe6d5") +
      P("M0 380h640v100H0z", "#c9a377") +
      R(70, 50, 220, 230, "#fff") +
      R(82, 62, 92, 206, "#bcdde6") +
      R(186, 62, 92, 206, "#bcdde6") +
      P("M82 210q50-30 92-6v64H82zM186 214q50-40 92-10v64h-92z", "#9dbf93") +
      R(350, 70, 110, 140, p.k2, 2) +
      C(405, 140, 36, p.c) +
      cut(p, R(300, 270, 270, 110, p.k, 24), R(280, 310, 310, 80, p.k, 22)) +
      R(320, 300, 70, 60, p.c, 12, 8) +
      R(300, 386, 16, 26, p.d) +
      R(552, 386, 16, 26, p.d) +
      cut(p, L("M530 400V150", p.d, 0.1)) +
      L("M606 400V170", p.d, 7) +
      P("M570 170l18-70h40l18 70z", p.c) +
      cut(p, R(96, 330, 70, 70, p.k2, 8)) +
      leaf(130, 334, 130, 40, -26, "#5d7e5d", "#dfe8d4") +
      leaf(132, 334, 150, 42, 4, "#6f8f5e", "#dfe8d4") +
      leaf(134, 334, 120, 38, 30, "#5d7e5d", "#dfe8d4") +
      P("M70 280h220l60 100H20z", "#fff", ' opacity=".35"') +
      L("M14 20V460M626 20V460", p.k, 3, ' stroke-dasharray="12 9"'),
  },
  "jar, tea and bread": {
    alt: "a jar of jam, a loaf, chocolate and a tea tin on a board",
    draw: (p, _r) =>
      R(0, 0, 640, 350, p.bg) +
      R(0, 350, 640, 130, p.bg2) +
      P("M0 0h240L480 350H0z", p.l, ' opacity=".18"') +
      cut(p, R(50, 360, 540, 54, "#a8703f", 14)) +
      jar(p, 90, 146, "#a8382a", text("serif", 60, 50, 44, "Jam", p.d)) +
      cut(p, loaf(p, 260, 272, 112)) +
      cut(p, R(488, 190, 96, 176, p.k2, 8), R(482, 176, 108, 30, p.d, 6)) +
      R(500, 250, 72, 70, p.l, 3) +
      text("serif", 536, 296, 38, "Tea", p.k2) +
      cut(
        p,
        G(
          "rotate(-6 400 396)",
          times(4, (i) => R(330 + i * 32, 376, 28, 34, "#5a3018", 4)),
        ),
      ),
  },
  "camera and prints": {
    alt: "a camera on prints of the same cup",
    draw: (p, r) =>
      ground(p, r) +
      [
        [70, 60, -10],
        [420, 70, 8],
      ]
        .map(
          ([x, y, a], i) =>
            cut(p, R(x, y, 160, 190, "#fff", 3, a)) +
            turned(
              a,
              x + 80,
              y + 95,
              R(x + 14, y + 14, 132, 126, [p.c, p.k2][i]),
              cup(p, x + 44, y + 40, 70, [p.k, p.c][i]),
            ),
        )
        .join("") +
      cut(
        p,
        P(
          "M170 230h80l20-36h100l20 36h80a18 18 0 0 1 18 18v156a18 18 0 0 1-18 18H170a18 18 0 0 1-18-18V248a18 18 0 0 1 18-18z",
          p.d,
        ),
      ) +
      R(152, 270, 336, 16, p.k) +
      C(320, 326, 84, p.l) +
      C(320, 326, 72, p.d) +
      C(320, 326, 48, "#54697a") +
      C(300, 306, 14, "#dfe8ea") +
      C(450, 252, 9, p.c),
  },
  "chatbot with sources": {
    alt: "a robot that answers from three documents",
    draw: (p, r) =>
      ground(p, r) +
      [
        [46, 90, -8],
        [62, 110, 0],
        [80, 132, 6],
      ]
        .map(([x, y, a], i) => sheet(p, x, y, 160, 210, a, [p.c, p.m, p.l][i]))
        .join("") +
      turned(
        6,
        160,
        237,
        R(100, 152, 90, 14, p.k, 4),
        lines(100, 184, 120, [1, 0.9, 0.6, 1, 0.7], p.g, 22, 8),
      ) +
      stitch("M250 240H312", p.o, 5) +
      cut(p, robot(p, 312, 236, 150, p.k2)) +
      bubble(p, 330, 56, 260, 116, p.l) +
      lines(362, 90, 196, [1, 0.7], p.d, 24, 10) +
      R(362, 136, 74, 20, p.c, 10) +
      C(546, 342, 34, p.l) +
      text("serif", 546, 358, 46, "?", p.k),
  },
  "robot or form": {
    alt: "a fork in the road: a robot one way, a plain form the other",
    draw: (p, _r) =>
      R(0, 0, 640, 480, p.bg) +
      P(
        "M280 480V340q0-40-60-60L60 220l20-60 170 60q70 26 70 60 0-34 70-60l170-60 20 60-160 60q-60 20-60 60v140z",
        p.bg2,
      ) +
      stitch("M320 470V350Q320 300 240 270M320 350Q320 300 400 270", p.o, 5) +
      cut(p, robot(p, 60, 50, 150, p.k)) +
      sheet(p, 430, 40, 160, 190, 3) +
      turned(
        3,
        510,
        135,
        lines(452, 66, 80, [1], p.d, 1, 9),
        times(3, (i) => R(452, 88 + i * 36, 116, 24, p.m, 5)),
        R(452, 198, 60, 20, p.k2, 10),
      ) +
      cut(p, C(320, 150, 54, p.l)) +
      text("serif", 320, 176, 78, "?", p.k),
  },
  "prompt card": {
    alt: "a prompt with blanks that are filled in, and its three results",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(50, 50, 360, 250, p.d, 14)) +
      text("sans", 78, 100, 28, "Summarise", "#f6efe1", { align: 0 }) +
      R(234, 76, 144, 34, "#e8a23b", 8) +
      text("sans", 306, 101, 24, "{notes}", "#231d18") +
      text("sans", 78, 152, 28, "for", "#f6efe1", { align: 0 }) +
      R(126, 128, 160, 34, "#8fc0c0", 8) +
      text("sans", 206, 153, 24, "{reader}", "#231d18") +
      times(3, (i) => lines(78, 190 + i * 30, 300, [[1, 0.8, 0.5][i]], "#f6efe1", 1, 10)).replaceAll(
        'fill="#f6efe1"/>',
        'fill="#f6efe1" opacity=".45"/>',
      ) +
      times(
        3,
        (i) =>
          cut(p, R(250 + i * 116, 330 - i * 40, 130, 130, p.l, 10)) +
          lines(270 + i * 116, 354 - i * 40, 90, [1, 0.8, 0.9], p.g, 18, 8) +
          C(315 + i * 116, 432 - i * 40, 15, p.k2) +
          tick(314 + i * 116, 433 - i * 40, 16, p.l, 4),
      ),
  },
  "sorted mail": {
    alt: "letters sorted into labelled pigeonholes",
    draw: (p, _r) =>
      R(0, 0, 640, 480, p.bg) +
      cut(p, R(210, 40, 390, 400, p.a, 10)) +
      times(6, (i) => {
        const x = 230 + (i % 2) * 182;
        const y = 60 + Math.floor(i / 2) * 126;
        return (
          R(x, y, 168, 110, p.d, 6) +
          times((i % 3) + 1, (k) => R(x + 20 + k * 8, y + 34 - k * 10, 120, 70, [p.l, p.c, p.m][k], 4)) +
          L(`M${x + 24} ${y + 38}l56 36 56-36`, p.g, 4) +
          R(x + 44, y + 88, 80, 24, p.l, 5) +
          text(
            "sans",
            x + 84,
            y + 107,
            20,
            ["Bills", "Orders", "Team", "Press", "Jobs", "Later"][i],
            "#231d18",
          )
        );
      }) +
      cut(p, G("rotate(-12 120 200)", R(40, 150, 160, 104, p.l, 8), P("M46 156l74 58 74-58z", p.k))) +
      arrow(150, 310, 214, 340, p.o, 10),
  },
  "models compared": {
    alt: "three columns of answers with their scores, one crowned",
    draw: (p, r) =>
      ground(p, r) +
      [
        ["A", 41, p.k2],
        ["B", 54, p.k],
        ["C", 37, p.d],
      ]
        .map(([w, score, f], i) => {
          const x = 60 + i * 180;
          const top = i === 1 ? 50 : 86;
          return (
            cut(p, R(x, top, 160, 430 - top, p.l, 12)) +
            cut(p, C(x + 80, top + 50, 34, f)) +
            text("serif", x + 80, top + 65, 44, w, p.l) +
            times(7, (k) => {
              const ok = (k * 3 + i * 2) % (i === 1 ? 7 : 3) !== 0;
              return (
                (ok
                  ? tick(x + 36, top + 116 + k * 27, 16, p.k2, 4)
                  : cross(x + 36, top + 116 + k * 27, 15, p.k, 4)) +
                lines(x + 56, top + 112 + k * 27, 80, [[0.9, 0.7, 1, 0.6, 0.8, 0.9, 0.7][k]], p.g, 1, 8)
              );
            }) +
            text("sans", x + 80, 418, 40, `${score}`, p.d)
          );
        })
        .join("") +
      P("M286 44l-8-36 22 16 20-24 20 24 22-16-8 36z", p.c),
  },
};
