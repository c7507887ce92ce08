// Draws a seller's avatar as SVG: a paper-cut bust, or a monogram on a pattern. No dependencies.
//   import { avatar } from "./avatars.mjs";  avatar("amara", "AO", "face" | "monogram")
import { random } from "./shapes.mjs";

const grounds = ["#e8a78f", "#bcd7cf", "#e0a741", "#145c59", "#bccfd7", "#c4432a", "#e4d0ad", "#2f4a5c"];
const skins = ["#5a3522", "#7d4a2e", "#a56a43", "#c98e63", "#e0b08a", "#f0cdae"];
const hairs = ["#1d1712", "#2e1f17", "#5b3a22", "#8f4a22", "#3b3a3d", "#b98a4a", "#cfc7bb"];
const cloths = ["#145c59", "#c4432a", "#2b2620", "#dfa23a", "#fffaf0", "#2f4a5c", "#8f2f1c"];
const back = [
  // hair behind the head
  () => "",
  () => "",
  (h) => `<path d="M70 96c0-40 24-62 50-62s50 22 50 62v62c-10 16-90 16-100 0z" fill="${h}"/>`,
  (h) => `<circle cx="120" cy="40" r="24" fill="${h}"/>`,
  (h) =>
    [
      [72, 92],
      [80, 62],
      [104, 44],
      [136, 44],
      [160, 62],
      [168, 92],
      [74, 122],
      [166, 122],
    ]
      .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="25" fill="${h}"/>`)
      .join(""),
  () => "",
  (h) => `<path d="M66 200V98c0-44 26-68 54-68s54 24 54 68v102z" fill="${h}"/>`,
  () => "",
];
const front = [
  // hair over the head
  (h) =>
    `<path d="M78 98c-6-42 18-62 44-62 28 0 46 22 40 62-6-18-14-28-24-32-22 10-42 6-46 6-6 4-10 12-14 26z" fill="${h}"/>`,
  (h) => `<path d="M80 92c0-36 18-52 40-52s40 16 40 52c-8-20-20-26-40-26s-32 6-40 26z" fill="${h}"/>`,
  (h) => `<path d="M78 108c-4-46 16-68 42-68s46 22 42 68c-6-24-20-40-54-46-14 10-26 24-30 46z" fill="${h}"/>`,
  (h) => `<path d="M79 100c-2-40 18-58 41-58s43 18 41 58c-8-22-22-34-41-34s-33 12-41 34z" fill="${h}"/>`,
  (h) => `<path d="M80 96c0-30 16-44 40-44s40 14 40 44c-10-16-22-22-40-22s-30 6-40 22z" fill="${h}"/>`,
  () => "", // bald
  (h) => `<path d="M76 112c-6-50 18-74 44-74s50 24 44 74c-4-30-18-46-44-46s-40 16-44 46z" fill="${h}"/>`,
  (h) =>
    `<path d="M78 90c2-40 30-58 62-46 16 6 24 22 22 46-10-14-24-18-50-16-18 0-28 6-34 16z" fill="${h}"/>`,
];
export function avatar(name, initials = name.slice(0, 2).toUpperCase(), kind) {
  const r = random(`avatar/${name}`),
    pick = (l) => l[Math.floor(r() * l.length)],
    g = pick(grounds),
    c2 = pick(grounds.filter((x) => x !== g));
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240" width="240" height="240"><path d="M0 0h240v240H0z" fill="${g}"/>`;
  if ((kind ?? (r() < 0.7 ? "face" : "monogram")) === "monogram") {
    const dark = ["#145c59", "#c4432a", "#2f4a5c"].includes(g),
      ink = dark ? "#fffaf0" : "#231d18",
      k = Math.floor(r() * 3);
    const pat = [0, 1, 2, 3, 4, 5, 6, 7]
      .map((i) =>
        k === 0
          ? `<path d="M${-40 + i * 44} 260l120-280" stroke="${c2}" stroke-width="13"/>`
          : k === 1
            ? `<circle cx="120" cy="270" r="${60 + i * 26}" fill="none" stroke="${c2}" stroke-width="9"/>`
            : `<path d="M-10 ${20 + i * 32}q32-26 64 0t64 0 64 0 64 0" fill="none" stroke="${c2}" stroke-width="9"/>`,
      )
      .join("");
    return `${open}<g opacity=".5">${pat}</g><circle cx="120" cy="120" r="72" fill="${g}"/><text x="120" y="145" text-anchor="middle" font-family="'Palatino Linotype',P052,Georgia,serif" font-weight="700" font-size="72" fill="${ink}">${initials}</text></svg>`;
  }
  const s = pick(skins),
    h = pick(hairs),
    cl = pick(cloths.filter((x) => x !== g)),
    k = Math.floor(r() * 8),
    beard = [0, 1, 5, 7].includes(k) && r() < 0.55,
    wrap = k === 5 && !beard,
    specs = r() < 0.35;
  return (
    `${open}<circle cx="${60 + r() * 120}" cy="${70 + r() * 60}" r="${70 + r() * 30}" fill="${c2}" opacity=".45"/>` +
    back[k](h) +
    `<path d="M26 240c0-46 34-70 70-74h48c36 4 70 28 70 74z" fill="${cl}"/>` +
    `<path d="M98 140h44v28c0 14-10 22-22 22s-22-8-22-22z" fill="${s}"/><path d="M98 150c12 16 32 16 44 0v-8H98z" fill="#1d1712" opacity=".18"/>` +
    `<path d="M80 92c0-34 18-50 40-50s40 16 40 50c0 42-18 68-40 68s-40-26-40-68z" fill="${s}"/>` +
    (beard
      ? `<path d="M80 100c2 44 18 64 40 64s38-20 40-64c-6 18-12 24-22 24-8-4-28-4-36 0-10 0-16-6-22-24z" fill="${h}"/>`
      : "") +
    (wrap
      ? `<path d="M72 120C60 60 88 30 120 30s60 30 48 90c4 26 10 50 2 62-12 14-88 14-100 0-8-12-2-36 2-62zm16-20c0 36 14 54 32 54s32-18 32-54c0-24-14-36-32-36s-32 12-32 36z" fill="${cl}" fill-rule="evenodd"/>`
      : front[k](h)) +
    `<path d="M104 132q16 ${beard ? 6 : 12} 32 0" fill="none" stroke="${beard ? s : "#1d1712"}" stroke-width="4" stroke-linecap="round" opacity="${beard ? 1 : 0.7}"/>` +
    `<circle cx="104" cy="104" r="4.2" fill="#1d1712"/><circle cx="136" cy="104" r="4.2" fill="#1d1712"/>` +
    (specs
      ? `<g fill="none" stroke="#1d1712" stroke-width="4"><circle cx="104" cy="104" r="14"/><circle cx="136" cy="104" r="14"/><path d="M118 104h4"/></g>`
      : "") +
    "</svg>"
  );
}
