/**
 * A category's picture, in front of its name (docs/specification.md#data-category). Pages load pictures only
 * from this site.
 * @param icon its address; any other text is ignored
 */
export function CategoryIcon({ icon }: { icon: string | null }) {
  return icon?.startsWith("/") ? <img src={icon} width={28} height={28} alt="" loading="lazy" /> : null;
}
