/** The product's name (docs/specification.md#product-name): the one place where it stands. */
export const brand = "Handiwork";

/** What a message shows beside a link to a page that has no picture of its own: `public/share.png`, where the name is drawn too. Size in px. */
export const sharePicture = {
  path: "/share.png",
  width: 1200,
  height: 630,
  alt: "Paper-cut hands shaping a turning clay pot. Good work, done by someone with a name.",
};

/** What the footer says under it. */
export const tagline = "Services by people, at prices you can see.";

/** Where the market's own pages elsewhere are (docs/specification.md#header-and-footer). Whoever runs a market puts its own addresses here. */
export const social = [
  { label: "Instagram", to: "https://instagram.handiwork.example/" },
  { label: "LinkedIn", to: "https://linkedin.handiwork.example/" },
  { label: "YouTube", to: "https://youtube.handiwork.example/" },
];
