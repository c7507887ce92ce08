// Motifs of video and sound.
import {
  arrow,
  at,
  browser,
  bubble,
  C,
  clipped,
  cursor,
  cut,
  E,
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
  stitch,
  text,
  times,
  turned,
  wave,
} from "../parts.mjs";
import { dark, landscape, leaf, strong } from "../shapes.mjs";

const scene = (p, x, y, w, h, r, id) =>
  landscape(x, y, w, h, { ...p, a: p.k, b: "#fbe9bd", c: "#a9c4c9", d: p.k2 }, r, id);
const note = (x, y, s, f) =>
  at(x, y, `<g transform="scale(${s / 100})">${E(0, 0, 24, 18, f) + L("M22-4V-100q30 4 34 40", f, 10)}</g>`);
const vinyl = (p, x, y, radius) =>
  cut(p, C(x, y, radius, p.d)) +
  [0.82, 0.68, 0.54].map((k) => faint(ring(x, y, radius * k, "#f6efe1", 2), 0.35)).join("") +
  C(x, y, radius * 0.36, p.k) +
  C(x, y, radius * 0.06, p.l);
const mic = (p, x, y, f) =>
  cut(
    p,
    R(x - 50, y - 150, 100, 190, f, 50),
    L(`M${x - 84} ${y - 30}a84 84 0 0 0 168 0M${x} ${y + 56}v60`, p.d, 14),
    R(x - 60, y + 110, 120, 16, p.d, 8),
  ) + times(5, (i) => L(`M${x - 30} ${y - 108 + i * 24}h60`, p.l, 5, ' opacity=".8"'));
const scissors = (p, x, y, rot) =>
  cut(
    p,
    G(
      `translate(${x} ${y}) rotate(${rot})`,
      P("M-14 70L26-80q10 10 4 28L4 74z", p.d),
      P("M14 70L-26-80q-10 10-4 28L-4 74z", p.o === p.d ? p.a : p.c),
      ring(-18, 92, 20, p.k, 10),
      ring(18, 92, 20, p.k, 10),
    ),
  );

export const films = {
  "edit timeline": {
    alt: "a video above the timeline of its cut",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(140, 30, 360, 216, p.d, 12)) +
      scene(p, 152, 42, 336, 192, r, "et") +
      play(p, 320, 138, 36) +
      cut(p, R(40, 270, 560, 180, p.d, 12)) +
      times(5, (i) =>
        R(
          60 + [0, 118, 204, 330, 420][i],
          292,
          [112, 80, 120, 84, 100][i],
          46,
          [p.k, p.c, p.k2, p.c, p.k][i],
          6,
        ),
      ) +
      R(60, 346, 300, 36, "#54697a", 6) +
      wave(66, 364, 290, 26, 36, r, "#f6efe1") +
      R(372, 346, 148, 36, p.c, 6) +
      R(60, 390, 520, 36, "#f6efe1", 6).replace("/>", ' opacity=".16"/>') +
      wave(66, 408, 508, 26, 60, r, p.c) +
      L("M262 280V440", "#ea7f5f", 4) +
      P("M250 274h24v14l-12 12-12-12z", "#ea7f5f"),
  },
  "vertical crop": {
    alt: "a wide picture with a tall frame cut out of it, captions inside",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(40, 110, 560, 270, p.l, 8)) +
      faint(scene(p, 54, 124, 532, 242, r, "vc1"), 0.55) +
      cut(p, R(224, 36, 200, 410, p.d, 22)) +
      scene(p, 236, 54, 176, 374, r, "vc2") +
      portrait(p, 324, 210, 62, 4, "#f0d9a8", p.k) +
      R(252, 304, 144, 36, p.l, 6) +
      text("sans", 324, 331, 26, "so here is", p.d, { fit: 130 }) +
      R(268, 346, 112, 36, p.k, 6) +
      text("sans", 324, 373, 28, "the trick", p.l, { fit: 100 }) +
      L("M196 60h-30v30M452 60h30v30M196 420h-30v-30M452 420h30v-30", p.o, 7),
  },
  "wedding film": {
    alt: "a couple under an arch of leaves in a film's frame",
    draw: (p, _r) =>
      R(0, 0, 640, 480, p.d) +
      times(11, (i) => R(16 + i * 58, 22, 34, 24, p.bg, 5) + R(16 + i * 58, 434, 34, 24, p.bg, 5)) +
      R(40, 66, 560, 348, "#dfe6d8", 8) +
      P("M40 340q280-50 560 0v74H40z", "#a9bf93") +
      L("M200 400V220a120 120 0 0 1 240 0v180", "#7a4424", 12) +
      times(13, (i) => {
        const a = Math.PI * (i / 12);
        return leaf(
          320 - Math.cos(a) * 120,
          220 - Math.sin(a) * 120,
          46,
          20,
          -90 + (a * 180) / Math.PI + (i % 2 ? 40 : -40),
          i % 2 ? "#5d7e5d" : "#7f9d76",
        );
      }) +
      times(5, (i) =>
        C(
          320 - Math.cos((Math.PI * (i + 1)) / 6) * 120,
          220 - Math.sin((Math.PI * (i + 1)) / 6) * 120,
          13,
          ["#c4432a", "#f0c765", "#e8a78f"][i % 3],
        ),
      ) +
      P("M236 400c0-70 10-100 50-100s50 30 50 100z", "#2f4a5c") +
      C(288, 262, 30, "#b87a52") +
      P("M258 262c-4-40 56-44 60 0-10-16-50-16-60 0z", "#2a1c15") +
      P("M318 400c6-90 20-104 42-104s50 20 70 104z", "#fffaf0") +
      C(358, 266, 29, "#ecc4a0") +
      P("M328 280c-8-50 62-58 62-6 0 16 4 30 8 40-26-10-28-40-36-52-10 6-24 8-34 18z", "#7a4424") +
      heart(322, 150, 24, "#c4432a"),
  },
  "logo in motion": {
    alt: "a mark in five phases of a bounce, with its curve and sound",
    draw: (p, r) =>
      ground(p, r) +
      stitch("M60 330Q150 40 240 320Q320 160 400 320Q450 250 560 250", p.o, 4) +
      [
        [86, 250, 0.28],
        [150, 150, 0.45],
        [240, 290, 0.6],
        [322, 226, 0.8],
      ]
        .map(([x, y, k]) => faint(R(x - 36, y - 36, 72, 72, p.a, 18, k * 90) + C(x, y, 18, p.l), k))
        .join("") +
      cut(p, R(430, 140, 150, 150, p.a, 38)) +
      C(505, 215, 40, p.l) +
      P("M505 175a40 40 0 0 1 40 40h-40z", p.c === p.a ? p.b : p.c) +
      cut(p, R(60, 380, 520, 60, p.d, 30)) +
      wave(90, 410, 400, 40, 40, r, p.c) +
      text("sans", 536, 420, 26, "0:05", p.l),
  },
  "lower third": {
    alt: "an interview with the speaker's name on a bar below",
    draw: (p, _r) =>
      R(0, 0, 640, 480, p.bg2) +
      R(0, 0, 300, 480, p.bg) +
      times(6, (i) => R(40 + i * 40, 60 + (i % 2) * 18, 30, 220 - (i % 2) * 18, [p.k, p.c, p.k2][i % 3], 3)) +
      R(24, 280, 270, 14, p.d) +
      person(250, 60, 420, 2, p.k2) +
      C(430, 238, 7, "#2a1c15") +
      C(492, 238, 7, "#2a1c15") +
      L("M418 216q12-8 24 0M480 216q12-8 24 0M438 292q24 16 46 0", "#7a4424", 5) +
      L("M460 244l-6 26h14", "#d0a37c", 4) +
      cut(p, R(56, 352, 390, 64, p.l, 4), R(56, 352, 14, 64, p.k)) +
      text("serif", 92, 398, 42, "Ida Lindgren", p.d, { align: 0, fit: 330 }) +
      cut(p, R(56, 416, 260, 36, p.k, 4)) +
      text("sans", 92, 442, 24, "Beekeeper", p.l, { align: 0 }),
  },
  "explainer scene": {
    alt: "two simple people, a light bulb and a plant in an animated scene",
    draw: (p, r) =>
      ground(p, r) +
      R(0, 400, 640, 80, p.bg2) +
      L("M230 400V250M410 400V250", p.d, 0.1) +
      cut(p, P("M120 400c0-110 20-160 60-160s60 50 60 160z", p.k), C(180, 200, 44, "#d39a72")) +
      P("M136 196c0-50 88-56 88 0-20-20-66-20-88 0z", "#2a1c15") +
      L("M228 280q50-10 66-56", p.k, 22) +
      C(296, 218, 14, "#d39a72") +
      cut(p, P("M400 400c0-110 20-160 60-160s60 50 60 160z", p.k2), C(460, 200, 44, "#8a5638")) +
      P("M416 210c-10-70 98-70 88 0 6 20-6 30-6 30V190c-20-14-50-14-70 0v50s-14-8-12-30z", "#1d1714") +
      L("M412 280q-40-10-56-50", p.k2, 22) +
      C(354, 224, 14, "#8a5638") +
      cut(p, P("M325 60a54 54 0 0 0-30 98c8 6 10 12 10 20h40c0-8 2-14 10-20a54 54 0 0 0-30-98z", p.c)) +
      R(307, 182, 36, 10, p.d, 5) +
      L("M325 20V40M246 66l16 12M404 66l-16 12", p.o, 7) +
      [164, 194, 446, 476].map((x) => C(x, 202, 4.5, "#2a1c15")).join("") +
      L("M168 220q12 10 24 0M450 220q12 10 24 0", "#2a1c15", 4),
  },
  "screen recording": {
    alt: "a recorded product screen, zoomed where the cursor clicks",
    draw: (p, r) =>
      ground(p, r) +
      browser(
        p,
        50,
        50,
        430,
        330,
        R(24, 24, 110, 240, p.m, 6),
        times(4, (i) => R(150, 24 + i * 62, 250, 50, i === 1 ? p.c : p.m, 6)),
        lines(40, 46, 78, [1, 0.7, 0.9, 0.6], p.g, 28, 9),
      ) +
      cut(p, C(450, 290, 124, p.l)) +
      ring(450, 290, 118, p.k, 10) +
      R(364, 256, 172, 60, p.k2, 30) +
      text("sans", 450, 298, 34, "Start", p.l) +
      cursor(p, 484, 296, 1.2) +
      cut(p, R(50, 404, 340, 40, p.d, 20)) +
      C(78, 424, 9, "#e2503a") +
      R(100, 421, 260, 6, p.l, 3).replace("/>", ' opacity=".4"/>') +
      R(100, 421, 120, 6, p.l, 3),
  },
  "two lines of subtitles": {
    alt: "a film scene with a line in Japanese and a line in English",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(40, 40, 560, 350, p.d, 14)) +
      clipped(
        "tls",
        "<rect x='54' y='54' width='532' height='322' rx='6'/>",
        R(54, 54, 532, 322, "#2f4a5c"),
        C(470, 120, 40, "#f6efe1"),
        P("M54 280q140-60 270-20t270-30v160H54z", "#22394d"),
        R(150, 150, 120, 130, "#1a2c3d"),
        P("M130 150l80-46 80 46z", "#c4432a"),
        R(176, 200, 30, 40, "#f0c765"),
        R(220, 200, 30, 40, "#f0c765"),
      ) +
      text("serif", 320, 326, 40, "こんにちは", "#fffaf0") +
      text("sans", 320, 364, 30, "Good to see you.", "#f0d890") +
      R(40, 414, 560, 12, p.d, 6) +
      times(4, (i) => R(60 + i * 140, 410, [90, 60, 110, 70][i], 20, [p.k, p.c, p.k, p.k2][i], 6)),
  },
  "timed subtitles": {
    alt: "Arabic subtitles as blocks on a wave of speech",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(60, 44, 520, 200, p.d, 12)) +
      clipped(
        "ts",
        "<rect x='72' y='56' width='496' height='176' rx='6'/>",
        R(72, 56, 496, 176, "#e0a741"),
        C(180, 120, 36, "#fff6e6"),
        P("M72 200q130-60 250-10t260-40v90H72z", "#b5672f"),
        P("M72 226q180-40 300 0t200-20v40H72z", "#8f4a24"),
      ) +
      R(220, 176, 200, 50, "#14110e", 6) +
      text("serif", 320, 214, 42, "مرحبا", "#fffaf0") +
      cut(p, R(40, 272, 560, 170, p.l, 12)) +
      wave(60, 330, 520, 80, 64, r, p.k) +
      [
        [64, 90, p.k2],
        [176, 120, p.c],
        [320, 80, p.k2],
        [424, 140, p.c],
      ]
        .map(([x, w, f]) => R(x, 386, w, 38, f, 6) + R(x + 14, 402, w - 28, 6, f === p.c ? p.d : p.l, 3))
        .join("") +
      L("M300 282V432", p.d, 4),
  },
  "moving emoji": {
    not: ["ochre"],
    alt: "frames of a waving emoji drawn from a sketch",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(40, 60, 200, 200, p.l, 8, -4)) +
      turned(
        -4,
        140,
        160,
        ring(140, 160, 66, p.d, 4),
        C(118, 146, 6, p.d),
        C(162, 146, 6, p.d),
        L("M112 176q28 26 56 0M204 110q14 10 14 24", p.d, 4),
      ) +
      arrow(252, 176, 300, 190, p.o, 9) +
      cut(p, C(440, 200, 130, "#f2c14e")) +
      C(394, 170, 15, "#3a2404") +
      C(486, 170, 15, "#3a2404") +
      P("M374 216q66 100 132 0z", "#3a2404") +
      P("M400 248q40 34 80 0-20-18-40-14-24-2-40 14z", "#e2583e") +
      times(
        4,
        (i) =>
          cut(p, R(60 + i * 134, 368, 116, 84, p.l, 8)) +
          C(118 + i * 134, 410, 26, p.k) +
          C(109 + i * 134, 404, 3.5, p.l) +
          C(127 + i * 134, 404, 3.5, p.l) +
          L(`M${107 + i * 134} 416q11 ${4 + i * 4} 22 0`, p.l, 4),
      ),
  },
  "studio microphone": {
    alt: "a studio microphone before a wave of sound",
    draw: (p, r) =>
      C(320, 220, 206, p.bg2) +
      wave(36, 220, 190, 150, 10, r, p.c) +
      wave(420, 220, 190, 150, 10, r, p.c) +
      mic(p, 320, 250, p.a) +
      R(270, 214, 100, 12, p.d),
  },
  "phone greeting": {
    alt: "a telephone receiver and a spoken greeting",
    draw: (p, r) =>
      ground(p, r) +
      cut(
        p,
        G(
          "rotate(-18 230 300)",
          P(
            "M60 330c0-80 60-130 170-130s170 50 170 130v20a22 22 0 0 1-22 22h-50a22 22 0 0 1-22-22v-26c-40-20-112-20-152 0v26a22 22 0 0 1-22 22H82a22 22 0 0 1-22-22z",
            p.a,
          ),
        ),
      ) +
      L("M120 430q60 40 120 0t120 0 120 0", p.o, 7) +
      bubble(p, 330, 50, 260, 130, p.l) +
      wave(360, 114, 200, 70, 16, r, [p.k, p.k2]) +
      L("M430 250q30 24 22 62M462 230q48 40 34 98", p.o, 9),
  },
  "on stage": {
    alt: "a microphone in a spotlight between red curtains",
    draw: (p, _r) =>
      R(0, 0, 640, 480, "#2a1418") +
      P("M270 0h100l140 480H130z", "#fbe9bd", ' opacity=".22"') +
      R(0, 400, 640, 80, "#4a2320") +
      E(320, 424, 170, 26, "#fbe9bd").replace("/>", ' opacity=".35"/>') +
      [0, 1]
        .map((k) =>
          G(
            k ? "translate(640 0) scale(-1 1)" : "",
            P("M0 0h220c-10 120-60 200-150 250 20 80 10 160-10 230H0z", "#b5371c"),
            L("M60 0q-10 160-40 240M120 0q-10 130-70 220M180 0q-30 120-100 200", "#8f2812", 8),
          ),
        )
        .join("") +
      times(9, (i) => P(`M${i * 74} 0h74v30a37 30 0 0 1-74 0z`, i % 2 ? "#c4432a" : "#a3301a")) +
      mic({ ...p, d: "#0e0b0a", l: "#fff3df" }, 320, 270, "#dfa23a") +
      text("serif", 320, 464, 34, "Bonjour", "#f6e3b4"),
  },
  "mixing desk": {
    alt: "eight faders, knobs and meters of a mixing desk",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(46, 46, 548, 388, p.d, 16)) +
      times(8, (i) => {
        const x = 84 + i * 64;
        const k = 0.15 + 0.6 * r();
        return (
          C(x + 12, 96, 19, ["#ea7f5f", "#8fc0c0", "#e8a23b", "#f6efe1"][i % 4]) +
          G(`rotate(${-60 + k * 160} ${x + 12} 96)`, L(`M${x + 12} 96v-15`, "#14110e", 5)) +
          times(8, (j) =>
            R(x + 32, 212 - j * 11, 10, 8, j < 3 + k * 6 ? (j > 5 ? "#ea7f5f" : "#9fd0a8") : "#3b342b", 2),
          ) +
          C(x + 12, 160, 13, "#54493d") +
          R(x + 8, 236, 8, 170, "#3b342b", 4) +
          R(x - 6, 250 + k * 110, 36, 32, "#f6efe1", 6) +
          R(x - 6, 264 + k * 110, 36, 4, "#c4432a")
        );
      }),
  },
  mastering: {
    not: dark,
    alt: "a record with the wave of its song under a limiting line",
    draw: (p, r) =>
      ground(p, r) +
      vinyl(p, 220, 210, 164) +
      cut(p, L("M430 60l-20 130-70 70", p.d, 12), C(432, 56, 22, p.d)) +
      cut(p, R(60, 300, 520, 140, p.l, 12)) +
      wave(84, 370, 470, 96, 58, r, p.k2) +
      L("M80 326H560M80 414H560", p.k, 4) +
      text("sans", 540, 290, 30, "-14", p.o),
  },
  "podcast jingle": {
    alt: "an acoustic guitar, a shaker and notes",
    draw: (p, r) =>
      ground(p, r) +
      cut(
        p,
        G(
          "rotate(34 320 260)",
          P(
            "M320 440c-70 0-104-40-104-86 0-36 22-52 30-80 6-24-12-40-12-66 0-44 36-68 86-68s86 24 86 68c0 26-18 42-12 66 8 28 30 44 30 80 0 46-34 86-104 86z",
            "#c98545",
          ),
          R(306, -60, 28, 220, p.d, 4),
          R(296, -110, 48, 60, p.d, 8),
        ),
      ) +
      turned(
        34,
        320,
        260,
        C(320, 230, 38, p.d),
        R(276, 344, 88, 18, p.d, 6),
        [306, 315, 325, 334].map((x) => L(`M${x} -90V350`, "#f6e3b4", 2)).join(""),
      ) +
      note(120, 170, 90, p.o) +
      note(520, 380, 74, p.o) +
      note(96, 390, 56, p.a),
  },
  "sound logo": {
    alt: "five notes on a staff that become five bars of a mark",
    draw: (p, r) =>
      ground(p, r) +
      sheet(p, 50, 56, 540, 190) +
      times(5, (i) => L(`M76 ${92 + i * 28}H564`, p.g, 3)) +
      [
        [140, 176],
        [220, 148],
        [300, 190],
        [380, 134],
        [470, 106],
      ]
        .map(([x, y]) => E(x, y, 19, 14, p.k) + L(`M${x + 17} ${y - 4}V${y - 74}`, p.k, 6))
        .join("") +
      times(5, (i) => {
        const h = [70, 110, 56, 130, 160][i];
        return cut(
          p,
          R(
            176 + i * 62,
            440 - h,
            44,
            h,
            [p.a, p.c, p.a, p.c, p.a][i] === p.bg ? p.l : [p.a, p.c, p.a, p.c, p.a][i],
            22,
          ),
        );
      }),
  },
  "podcast cut": {
    not: strong,
    alt: "scissors that cut a pause out of a wave of speech",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(40, 110, 250, 190, p.l, 12)) +
      cut(p, R(370, 110, 230, 190, p.l, 12)) +
      wave(60, 205, 210, 130, 24, r, p.k) +
      wave(390, 205, 190, 130, 22, r, p.k2) +
      faint(R(298, 120, 64, 170, p.o, 8), 0.16) +
      L("M312 205h36", p.o, 6) +
      stitch("M290 80V330M370 80V330", p.o, 4) +
      scissors(p, 330, 340, 0) +
      text("sans", 165, 86, 30, "Ann", p.o) +
      text("sans", 485, 86, 30, "Ben", p.o),
  },
  turntable: {
    alt: "a record on a player",
    draw: (p, r) =>
      ground(p, r) +
      cut(p, R(70, 60, 500, 360, p.a, 18)) +
      vinyl({ ...p, a: p.c }, 260, 240, 150) +
      cut(p, C(490, 120, 30, p.l), L("M490 120v150l-70 64", p.l, 14)) +
      C(490, 120, 12, p.d) +
      R(476, 330, 28, 60, p.d, 6) +
      C(530, 380, 14, p.l),
  },
  headphones: {
    alt: "headphones around a wave of sound",
    draw: (p, r) =>
      C(320, 250, 200, p.bg2) +
      cut(
        p,
        L("M130 290V250a190 190 0 0 1 380 0v40", p.d, 26),
        R(96, 260, 84, 140, p.a, 34),
        R(460, 260, 84, 140, p.a, 34),
      ) +
      wave(206, 310, 232, 130, 14, r, [p.c, p.l]),
  },
};
