/** The product's name (docs/specification.md#product-name). It is defined only here. */
export const brand = "Handiwork";

/** The product's name in the names of files that people download. */
export const brandInFileNames = "handiwork";

/**
 * The preview picture of a shared link to a page that has no picture: `public/share.png`, which also shows
 * the name. In px.
 */
export const sharePicture = {
  path: "/share.png",
  width: 1200,
  height: 630,
  alt: "Paper-cut hands shaping a turning clay pot. Good work, done by someone with a name.",
};

/** The slogan in the footer. */
export const tagline = "Services by people, at prices you can see.";

/** The profiles on social networks (docs/specification.md#header-and-footer). Replace them with your own. */
export const social = [
  { label: "Instagram", to: "https://instagram.handiwork.example/" },
  { label: "LinkedIn", to: "https://linkedin.handiwork.example/" },
  { label: "YouTube", to: "https://youtube.handiwork.example/" },
];
