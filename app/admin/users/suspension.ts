/** What decides whether somebody may be suspended or restored. Times in UTC ms, null: it is not so. */
type Account = { id: string; fullName: string; suspendedAt: number | null; deletedAt: number | null };

export const suspensionActions = {
  suspend: { label: "Suspend", done: "suspended" },
  restore: { label: "Restore", done: "restored" },
} as const;

export type SuspensionAction = keyof typeof suspensionActions;

/** The move that can be made from where the account is. */
export function nextAction(account: Pick<Account, "suspendedAt">): SuspensionAction {
  return account.suspendedAt === null ? "suspend" : "restore";
}

/** Why this operator may not do that to this account now: a sentence, or null when they may (docs/specification.md#operator-users). */
export function refusalToSuspension(
  move: SuspensionAction,
  account: Account,
  operatorId: string,
): string | null {
  const { id, fullName, suspendedAt, deletedAt } = account;
  if (deletedAt !== null) return "This account has been deleted";
  if (id === operatorId) return "You cannot suspend or restore yourself";
  if (move === "suspend" && suspendedAt !== null) return `${fullName} is suspended already`;
  if (move === "restore" && suspendedAt === null) return `${fullName} is not suspended`;
  return null;
}
