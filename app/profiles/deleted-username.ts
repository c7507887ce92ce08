/** A new username for a deleted account. No user can choose one of this form. */
export function deletedUsername(): string {
  return `deleted-${crypto.randomUUID().replaceAll("-", "").slice(0, 22)}`;
}

/** True for the username of a deleted account. */
export function isDeletedUsername(name: string): boolean {
  return /^deleted-[0-9a-f]{22}$/.test(name);
}
