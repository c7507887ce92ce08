/** A page that a visitor on a slow phone opens first. */
export type BenchPage = { name: string; path: string; noindex: boolean };

/**
 * The pages that the bench opens: home, a category with a full page of results, a search, and a gig.
 * @throws Error if the market has no gig
 */
export async function benchPages(origin: string): Promise<BenchPage[]> {
  return [
    { name: "home", path: "/", noindex: false },
    { name: "category", path: "/categories/graphics-design", noindex: false },
    { name: "search", path: "/search?q=logo", noindex: true },
    { name: "service", path: await findGigPath(origin), noindex: false },
  ];
}

/** The path of the first gig that the search finds. @throws Error if it finds none */
export async function findGigPath(origin: string): Promise<string> {
  const html = await (await fetch(`${origin}/search?q=logo`)).text();
  const path = /href="(\/services\/s\/[^"?#]+)"/.exec(html)?.[1];
  if (!path) throw new Error("The search for 'logo' finds no gig; is the market seeded?");
  return path;
}
