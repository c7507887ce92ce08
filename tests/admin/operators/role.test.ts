import { expect, it } from "vitest";
import { type RoleHolder, refusalToRole } from "#app/admin/operators/role.ts";

const user: RoleHolder = {
  id: "bob",
  fullName: "Bob",
  role: "user",
  emailVerifiedAt: 1,
  suspendedAt: null,
  deletedAt: null,
  factorSince: 1,
  hasOthers: true,
};
const operator: RoleHolder = { ...user, role: "operator" };

it("Only an account with a verified address and a second factor is given the role, and the last one is never removed", () => {
  for (const [action, person, refusal] of [
    ["give", user, null],
    ["give", { ...user, hasOthers: false }, null],
    ["give", { ...user, factorSince: null }, "Bob has no second factor yet"],
    ["give", { ...user, emailVerifiedAt: null }, "Bob has not verified their email address"],
    ["give", { ...user, suspendedAt: 2 }, "Bob is suspended"],
    ["give", { ...user, deletedAt: 2 }, "This account has been deleted"],
    ["give", { ...user, id: "eve" }, "You can't give or remove your own role"],
    ["give", operator, "Bob is already an operator"],
    ["take", operator, null],
    ["take", { ...operator, suspendedAt: 2, factorSince: null }, null],
    ["take", { ...operator, hasOthers: false }, "Bob is the last operator with a second factor"],
    ["take", { ...operator, id: "eve" }, "You can't give or remove your own role"],
    ["take", user, "Bob is not an operator"],
  ] as const)
    expect([action, person, refusalToRole(action, person, "eve")]).toEqual([action, person, refusal]);
});
