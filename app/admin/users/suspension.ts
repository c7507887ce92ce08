/** The part of an account that decides whether it can be suspended. Times are UTC ms, or null. */
type Account = {
  id: string;
  fullName: string;
  role: string;
  suspendedAt: number | null;
  deletedAt: number | null;
};

export const suspensionActions = {
  suspend: { label: "Suspend", done: "suspended" },
  restore: { label: "Restore", done: "restored" },
} as const;

export type SuspensionAction = keyof typeof suspensionActions;

/** The action that the account's state allows. */
export function nextAction(account: Pick<Account, "suspendedAt">): SuspensionAction {
  return account.suspendedAt === null ? "suspend" : "restore";
}

/**
 * Why this operator may not decide about this account; null if they may
 * (docs/specification.md#operator-user).
 */
export function refusalToDecide(
  { id, deletedAt }: Pick<Account, "id" | "deletedAt">,
  operatorId: string,
): string | null {
  if (deletedAt !== null) return "This account has been deleted.";
  return id === operatorId ? "This is your own account. Another operator needs to handle it." : null;
}

/**
 * Why this operator may not suspend or restore this account; null if they may
 * (docs/specification.md#suspensions).
 */
export function refusalToSuspension(
  action: SuspensionAction,
  account: Account,
  operatorId: string,
): string | null {
  const { id, fullName, role, suspendedAt, deletedAt } = account;
  if (deletedAt !== null) return "This account has been deleted";
  if (id === operatorId) return "You can't suspend or restore your own account";
  if (action === "suspend" && suspendedAt !== null) return `${fullName} is already suspended`;
  // Removing the role notifies all operators.
  if (action === "suspend" && role === "operator") return `${fullName} is an operator: remove the role first`;
  if (action === "restore" && suspendedAt === null) return `${fullName} is not suspended`;
  return null;
}
