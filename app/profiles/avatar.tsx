import { initials, type Person, picturePath } from "#app/profiles/profile.ts";

type Props = { profile: Person | null; size: 28 | 32 | 36 | 40 | 44 | 96 };

/**
 * A round picture, or the initials. The name is always next to it, so screen readers skip it.
 * @param size CSS px
 */
export function Avatar({ profile, size }: Props) {
  const className = `av av-${size}`;
  return profile?.avatarUrl ? (
    <img
      className={className}
      src={picturePath(profile.avatarUrl, size)}
      width={size}
      height={size}
      alt=""
      loading="lazy"
    />
  ) : (
    <span className={className} aria-hidden="true">
      {initials(profile)}
    </span>
  );
}
