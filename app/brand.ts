/** The product's name (product.md): the one place where it stands. */
export const brand = "Handiwork";
