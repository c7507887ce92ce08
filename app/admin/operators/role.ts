import { listPath } from "#app/admin/list-search.ts";

/** The part of an account that decides whether it can have the role. Times are UTC ms, or null. */
export type RoleHolder = {
  id: string;
  fullName: string;
  role: string;
  emailVerifiedAt: number | null;
  suspendedAt: number | null;
  deletedAt: number | null;
  /** Since when the account has a verified second factor. */
  factorSince: number | null;
  /** True if another operator has a verified second factor, and is not suspended. */
  hasOthers: boolean;
};

/** `action`: its name in the audit log. `mail`: the email to all operators. */
export const roleActions = {
  give: { label: "Give the role", action: "make-operator", mail: "operator_added", role: "operator" },
  take: { label: "Remove the role", action: "remove-operator", mail: "operator_removed", role: "user" },
} as const;

export type RoleAction = keyof typeof roleActions;

/**
 * Why this operator may not give this account the role, or remove it; null if they may
 * (docs/specification.md#operator-operators).
 */
export function refusalToRole(action: RoleAction, person: RoleHolder, operatorId: string): string | null {
  const { id, fullName, role, emailVerifiedAt, suspendedAt, deletedAt, factorSince, hasOthers } = person;
  if (deletedAt !== null) return "This account has been deleted";
  if (id === operatorId) return "You can't give or remove your own role";
  if (action === "take") {
    if (role !== "operator") return `${fullName} is not an operator`;
    return hasOthers ? null : `${fullName} is the last operator with a second factor`;
  }
  if (role === "operator") return `${fullName} is already an operator`;
  if (suspendedAt !== null) return `${fullName} is suspended`;
  if (emailVerifiedAt === null) return `${fullName} has not verified their email address`;
  return factorSince === null ? `${fullName} has no second factor yet` : null;
}

/** What giving or removing the role does, one paragraph each. */
export function consequencesOf(action: RoleAction, { fullName }: RoleHolder): string[] {
  const mail = "Every operator gets an email.";
  return action === "give"
    ? [
        `${fullName} can do everything that you can do in this console: refund, suspend, and give and remove this role.`,
        `They are signed out everywhere. The console opens once they have signed in with their second factor. ${mail}`,
      ]
    : [
        `${fullName} is signed out everywhere and can no longer open the console. What they have proposed is withdrawn. ${mail}`,
      ];
}

/** The page that asks to confirm. @param who a username, an email address or an id */
export function rolePath(action: RoleAction, who: string): string {
  return listPath("/admin/operators", { confirm: action, who });
}
