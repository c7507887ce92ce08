/**
 * The six popular services, with fixed category paths (docs/specification.md#home). Every page's menu lists
 * them too.
 */
export const popular = [
  { label: "Logo Design", path: "/categories/graphics-design/logo-design" },
  { label: "Web Development", path: "/categories/programming-tech/web-development" },
  { label: "SEO", path: "/categories/digital-marketing/seo" },
  { label: "Content Writing", path: "/categories/writing-translation/content-writing" },
  { label: "Ads", path: "/categories/digital-marketing/ads" },
  { label: "Social Media", path: "/categories/digital-marketing/social-media" },
] as const;

/** The slug of such a service's subcategory. */
export function slugOf({ path }: { path: string }): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
