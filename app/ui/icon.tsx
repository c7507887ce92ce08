import { type IconName, icons } from "#app/ui/icons.ts";

/** A drawn word: never alone, a visible or hidden word stands beside it (LOOK.md section 9). */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
      <path d={icons[name]} />
    </svg>
  );
}
