import { type IconName, icons } from "#app/ui/icon-shapes.ts";

/** An icon. Always put a visible or hidden text next to it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
      <path d={icons[name]} />
    </svg>
  );
}
