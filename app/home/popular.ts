import type { IconName } from "#app/ui/icon-shapes.ts";

/**
 * The six popular services, with fixed category paths (docs/specification.md#home). Every page's menu lists
 * them too.
 */
export const popular: { label: string; text: string; icon: IconName; path: string }[] = [
  {
    label: "Logo Design",
    text: "A mark that works at 12 mm",
    icon: "shapes",
    path: "/categories/graphics-design/logo-design",
  },
  {
    label: "Web Development",
    text: "Sites that load on a bad line",
    icon: "code",
    path: "/categories/programming-tech/web-development",
  },
  { label: "SEO", text: "Lists with priorities", icon: "search", path: "/categories/digital-marketing/seo" },
  {
    label: "Content Writing",
    text: "Texts with a reader in mind",
    icon: "pen",
    path: "/categories/writing-translation/content-writing",
  },
  {
    label: "Ads",
    text: "Small budgets, honest numbers",
    icon: "megaphone",
    path: "/categories/digital-marketing/ads",
  },
  {
    label: "Social Media",
    text: "Posts with a reason to exist",
    icon: "share",
    path: "/categories/digital-marketing/social-media",
  },
];
