// Motifs of slides, sheets and graphics for social media.
import {
  arrow,
  C,
  clipped,
  cup,
  cursor,
  cut,
  faint,
  G,
  ground,
  heart,
  L,
  lines,
  P,
  person,
  play,
  portrait,
  R,
  ring,
  sheet,
  star,
  swatches,
  table,
  text,
  times,
  turned,
} from "../parts.mjs";
import { leaf, strong } from "../shapes.mjs";

const columns = (x, y, w, h, sizes, fills) =>
  sizes
    .map((k, i) =>
      R(
        x + (i * w) / sizes.length,
        y + h - h * k,
        (w / sizes.length) * 0.66,
        h * k,
        fills[i % fills.length],
        3,
      ),
    )
    .join("");
const ringShare = (x, y, radius, width, share, f, rest) =>
  `${ring(x, y, radius, rest, width)}<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${f}" stroke-width="${width}" stroke-dasharray="${(share * radius * 6.283).toFixed(1)} 999" transform="rotate(-90 ${x} ${y})"/>`;
const picture = (p, x, y, s, k) =>
  [
    R(x, y, s, s, p.k) + C(x + s / 2, y + s / 2, s * 0.28, p.c),
    R(x, y, s, s, p.m) +
      P(
        `M${x} ${y + s}l${s * 0.4}-${s * 0.55} ${s * 0.3} ${s * 0.3} ${s * 0.3}-${s * 0.2}v${s * 0.45}z`,
        p.k2,
      ) +
      C(x + s * 0.72, y + s * 0.26, s * 0.11, p.c),
    R(x, y, s, s, p.c) + leaf(x + s / 2, y + s * 0.9, s * 0.76, s * 0.3, 0, p.k2, p.l),
    R(x, y, s, s, p.k2) + text("serif", x + s / 2, y + s * 0.68, s * 0.52, "Hi", p.l),
    R(x, y, s, s, p.m) + cup(p, x + s * 0.22, y + s * 0.24, s * 0.48, p.k),
    R(x, y, s, s, p.k) + star(x + s / 2, y + s / 2, s * 0.32, p.l),
  ][k % 6];

export const layouts = {
  "pitch deck": {
    alt: "slides of a pitch deck, the front one with a rising curve",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(150, 50, 420, 250, p.c, 8, 4)) +
      cut(p, R(110, 82, 430, 256, p.k2, 8, -1)) +
      cut(p, R(70, 130, 440, 270, p.l, 8, -4)) +
      turned(
        -4,
        290,
        265,
        text("serif", 100, 196, 46, "Why now", p.d, { align: 0 }),
        lines(100, 222, 130, [1, 0.8, 0.9], p.g, 22, 8),
        P("M270 360V340q90-8 130-60t70-100v180z", p.k),
        L("M270 340q90-8 130-60t70-100", p.d, 6),
        C(470, 180, 12, p.c),
        R(100, 330, 100, 30, p.k, 15),
        C(116, 376, 4, p.d),
      ),
  },
  "slide clean-up": {
    alt: "a crowded slide and an arrow to the same slide with one figure",
    draw: (p, r) =>
      ground(p, r) +
      sheet(p, 36, 60, 300, 200, -3) +
      turned(
        -3,
        186,
        160,
        R(50, 72, 150, 18, p.k, 2),
        times(7, (i) => lines(50, 100 + i * 20, 130, [[1, 0.8, 0.95, 0.6, 1, 0.9, 0.7][i]], p.d, 1, 6)),
        columns(196, 100, 60, 60, [0.4, 0.9, 0.5, 0.7], [p.k, p.c, p.k2]),
        ringShare(292, 130, 20, 14, 0.6, p.k2, p.c),
        star(288, 196, 26, p.c),
        C(230, 212, 24, p.k2),
        R(196, 180, 60, 14, p.k),
        text("brush", 292, 238, 28, "NEW!", p.k),
      ) +
      arrow(196, 306, 252, 356, p.a, 11) +
      sheet(p, 276, 214, 326, 216, 2) +
      turned(
        2,
        439,
        322,
        text("serif", 306, 340, 110, "64%", p.k, { align: 0, fit: 180 }),
        lines(306, 370, 120, [1, 0.7], p.g, 18, 8),
        columns(496, 252, 84, 140, [0.35, 0.6, 1], [p.g, p.g, p.k]),
      ),
  },
  "slide layouts": {
    alt: "six slide layouts of one template",
    draw: (p, _r) =>
      R(0, 0, 640, 480, p.bg2) +
      times(6, (i) => {
        const x = 40 + (i % 2) * 288;
        const y = 34 + Math.floor(i / 2) * 142;
        return (
          cut(p, R(x, y, 270, 126, [p.k, p.l, p.l, p.l, p.l, p.k2][i], 6)) +
          [
            text("serif", x + 24, y + 76, 40, "Title", p.l, { align: 0 }) + R(x + 24, y + 92, 60, 6, p.c, 3),
            lines(x + 22, y + 26, 110, [0.8, 0, 1, 0.9, 0.7], p.g, 17, 7) +
              R(x + 150, y, 120, 126, p.c, 6) +
              C(x + 210, y + 63, 30, p.l),
            columns(x + 24, y + 24, 222, 84, [0.4, 0.7, 0.55, 0.9, 0.75], [p.k, p.k2]),
            ringShare(x + 70, y + 63, 34, 18, 0.68, p.k, p.g) +
              lines(x + 136, y + 40, 108, [1, 0.7, 0.9], p.g, 20, 8),
            times(
              3,
              (k) =>
                C(x + 55 + k * 80, y + 50, 24, [p.k, p.c, p.k2][k]) +
                lines(x + 30 + k * 80, y + 88, 50, [1, 0.6], p.g, 13, 6),
            ),
            text("serif", x + 135, y + 78, 42, "Thanks", p.l),
          ][i]
        );
      }),
  },
  "board report": {
    alt: "a bound report open at redrawn charts and a table",
    draw: (p, _r) =>
      table(p, 300) +
      cut(p, R(70, 66, 250, 350, p.l, 4), R(320, 66, 250, 350, p.l, 4)) +
      faint(R(308, 66, 24, 350, p.d), 0.12) +
      lines(96, 96, 130, [1], p.d, 1, 12) +
      columns(96, 130, 200, 120, [0.5, 0.62, 0.58, 0.8, 0.94], [p.k2]) +
      L("M96 252H296", p.d, 3) +
      lines(96, 276, 198, [1, 0.94, 1, 0.7, 0, 0.9], p.g, 20, 7) +
      lines(346, 96, 110, [1], p.d, 1, 12) +
      times(
        6,
        (i) =>
          R(346, 126 + i * 30, 198, 30, i === 0 ? p.k : i % 2 ? p.m : p.l) +
          lines(356, 137 + i * 30, 60, [0.9], i ? p.g : p.l, 1, 7) +
          R(450, 137 + i * 30, 34, 7, i ? p.d : p.l, 3) +
          R(504, 137 + i * 30, 30, 7, i ? p.d : p.l, 3),
      ) +
      L("M346 380l40-24 40 10 50-44 60-20", p.k, 7) +
      C(536, 302, 8, p.c),
  },
  "sell sheet": {
    alt: "a one-page sheet that sells a lamp, with its price",
    draw: (p, r) =>
      ground(p, r) +
      sheet(p, 150, 34, 340, 412, -2) +
      turned(
        -2,
        320,
        240,
        R(150, 34, 340, 226, p.c, 5),
        P("M276 84h88l40 90H236z", p.k),
        L("M320 174v56", p.d, 9),
        R(278, 226, 84, 14, p.d, 7),
        faint(P("M236 174h168l40 86H196z", p.l), 0.6),
        text("serif", 180, 310, 42, "Lamp 04", p.d, { align: 0 }),
        lines(180, 332, 150, [1, 0.9, 0.6], p.g, 20, 7),
        C(424, 350, 48, p.k),
        text("sans", 424, 364, 36, "$49", p.l),
        lines(180, 408, 280, [1], p.m, 1, 16),
      ),
  },
  "video thumbnail": {
    not: strong,
    alt: "a video thumbnail with a surprised face and big letters",
    draw: (p, r, [word = "NO WAY"]) =>
      ground(p, r) +
      cut(p, R(50, 66, 540, 304, p.k, 14)) +
      clipped(
        "vt",
        "<rect x='50' y='66' width='540' height='304' rx='14'/>",
        times(9, (i) => G(`rotate(${i * 20 - 10} 430 250)`, P("M430 250L400 -260h60z", p.k2)), ""),
        person(300, 84, 310, 1, p.c),
        C(455, 252, 15, "#5a2418"),
      ) +
      text("sans", 76, 216, 104, word.split(" ")[0], p.c, { align: 0 }) +
      text("sans", 76, 318, 120, word.split(" ")[1] ?? "", p.l, { align: 0, fit: 250 }) +
      R(506, 328, 70, 28, p.d, 6) +
      text("sans", 541, 350, 22, "12:04", p.l) +
      R(50, 394, 540, 10, p.d, 5) +
      R(50, 394, 190, 10, p.c, 5) +
      C(240, 399, 12, p.c),
  },
  "nine posts": {
    alt: "a phone-wide grid of nine posts in one style",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(130, 30, 380, 420, p.l, 14)) +
      C(172, 66, 20, p.k) +
      lines(206, 54, 130, [1, 0.6], p.g, 16, 7) +
      R(420, 52, 66, 28, p.k2, 14) +
      times(9, (i) =>
        picture(p, 148 + (i % 3) * 117, 100 + Math.floor(i / 3) * 117, 110, [0, 1, 4, 3, 2, 5, 4, 0, 3][i]),
      ),
  },
  "template editor": {
    alt: "a design in an editor: a selected heading with handles, colours at the side",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(60, 50, 520, 380, p.l, 12)) +
      R(60, 50, 76, 380, p.d, 12) +
      times(5, (i) => R(82, 76 + i * 66, 32, 32, [p.a, p.c, p.l, p.l, p.l][i], 8)) +
      R(166, 80, 270, 320, p.k, 6) +
      C(366, 160, 70, p.c) +
      leaf(400, 396, 84, 34, 24, p.l, p.k) +
      leaf(372, 396, 70, 28, -18, p.c, p.k) +
      text("serif", 190, 286, 62, "Sale", p.l, { align: 0 }) +
      L("M182 226H330V304H182z", "#3d8bfd", 3) +
      [
        [182, 226],
        [330, 226],
        [182, 304],
        [330, 304],
      ]
        .map(([x, y]) =>
          R(x - 7, y - 7, 14, 14, "#fff").replace("/>", ' stroke="#3d8bfd" stroke-width="3"/>'),
        )
        .join("") +
      swatches(p, 480, 110, 34, [p.k, p.k2]) +
      swatches(p, 480, 156, 34, [p.c, p.d]) +
      lines(462, 206, 90, [1, 0.8], p.g, 22, 9) +
      R(462, 256, 94, 32, p.m, 8) +
      R(462, 300, 94, 32, p.m, 8) +
      R(462, 344, 94, 32, p.k2, 8) +
      cursor(p, 322, 294, 1),
  },
  "carousel of slides": {
    alt: "three square slides of a carousel, numbered, with dots below",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(30, 120, 210, 250, p.k2, 12)) +
      cut(p, R(400, 120, 210, 250, p.c, 12)) +
      text("serif", 96, 270, 100, "1", p.l) +
      text("serif", 546, 270, 100, "3", p.d) +
      cut(p, R(150, 66, 340, 330, p.l, 14)) +
      text("serif", 182, 180, 96, "2", p.k, { align: 0 }) +
      lines(182, 210, 270, [0.9, 0.7], p.d, 28, 13) +
      lines(182, 280, 270, [1, 0.94, 0.6], p.g, 22, 9) +
      C(202, 360, 16, p.k2) +
      lines(230, 356, 90, [1], p.g, 1, 8) +
      arrow(400, 360, 456, 360, p.k, 8) +
      times(5, (i) => C(280 + i * 20, 436, 6, p.o).replace("/>", i === 1 ? "/>" : ' opacity=".35"/>')),
  },
  "profile page": {
    alt: "a profile with a new banner, a portrait and highlights",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(80, 44, 480, 392, p.l, 14)) +
      clipped(
        "pp",
        "<rect x='80' y='44' width='480' height='150' rx='14'/>",
        R(80, 44, 480, 160, p.k),
        C(470, 60, 120, p.c),
        C(470, 60, 76, p.k2),
        P("M80 194q120-90 260-20t220-60v90H80z", p.k2),
      ) +
      cut(p, C(180, 200, 66, p.l)) +
      portrait(p, 180, 200, 58, 2, p.c, p.k2) +
      lines(266, 218, 160, [1, 0.6], p.d, 24, 11) +
      R(450, 212, 84, 34, p.k, 17) +
      lines(112, 288, 400, [1, 0.8], p.g, 20, 8) +
      times(
        4,
        (i) =>
          ring(152 + i * 106, 372, 36, p.k2, 4) +
          C(152 + i * 106, 372, 28, [p.k, p.c, p.k2, p.m][i]) +
          [
            star(152, 372, 15, p.l),
            leaf(258, 390, 36, 14, 0, p.d),
            play({ ...p, d: "none" }, 364, 372, 14, "none", p.l),
            heart(470, 372, 15, p.k),
          ][i],
      ),
  },
  "podcast cover": {
    not: strong,
    alt: "a square podcast cover with a microphone and its name",
    draw: (p, r, [one = "Late", two = "Lunch"]) =>
      ground(p, r) +
      cut(p, R(252, 70, 330, 330, p.c, 10, 6)) +
      cut(p, R(90, 50, 380, 380, p.k, 12)) +
      C(352, 306, 104, p.c) +
      R(314, 222, 76, 130, p.d, 38) +
      times(4, (i) => L(`M326 ${250 + i * 22}h52`, p.l, 5)) +
      L("M290 304a62 62 0 0 0 124 0M352 366v44", p.d, 10) +
      text("serif", 118, 146, 92, one, p.l, { align: 0 }) +
      text("serif", 118, 222, 76, two, p.l, { align: 0, fit: 190 }) +
      C(132, 396, 10, p.c) +
      lines(152, 391, 110, [1], p.l, 1, 10),
  },
};
