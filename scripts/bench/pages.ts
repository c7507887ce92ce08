/** A page of the table: what a visitor on a slow phone opens first. */
export type BenchPage = { name: string; path: string; noindex: boolean };

/**
 * Home, a category with a full page of results, a search, and a service.
 * @throws Error when the market shows no service
 */
export async function benchPages(origin: string): Promise<BenchPage[]> {
  return [
    { name: "home", path: "/", noindex: false },
    { name: "category", path: "/categories/graphics-design", noindex: false },
    { name: "search", path: "/search?q=logo", noindex: true },
    { name: "service", path: await someService(origin), noindex: false },
  ];
}

/** The path of the first service that the search shows. @throws Error when it shows none */
export async function someService(origin: string): Promise<string> {
  const html = await (await fetch(`${origin}/search?q=logo`)).text();
  const path = /href="(\/services\/s\/[^"?#]+)"/.exec(html)?.[1];
  if (!path) throw new Error("The search for 'logo' shows no service; is the market seeded?");
  return path;
}
