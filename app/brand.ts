/** The product's name (product.md): the one place where it stands. */
export const brand = "Handiwork";

/** What the footer says under it. */
export const tagline = "Services by people, at prices you can see.";

/** Where the market's own pages elsewhere are (spec.md section 2, footer). Whoever runs a market puts its own addresses here. */
export const social = [
  { label: "Instagram", to: "https://instagram.handiwork.example/" },
  { label: "LinkedIn", to: "https://linkedin.handiwork.example/" },
  { label: "YouTube", to: "https://youtube.handiwork.example/" },
];
