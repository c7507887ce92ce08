/** The address of a profile picture in the smallest width that looks sharp. @param size CSS px */
export function picturePath(avatarUrl: string, size: number): string {
  return `${avatarUrl}?w=${size > 48 ? 320 : 96}`;
}
