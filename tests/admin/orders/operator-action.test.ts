import { expect, it } from "vitest";
import { isOperatorAction, operatorActions } from "#app/admin/orders/operator-action.ts";
import { transitionOf, transitions } from "#app/orders/transitions.ts";

it("Operators can make every transition that a party or an operator makes, and no other", () => {
  const byPeople = Object.keys(transitions).filter(
    (name) => transitionOf(name as keyof typeof transitions).by !== "product",
  );
  expect(Object.keys(operatorActions).toSorted()).toEqual(byPeople.toSorted());
  expect(["auto-complete", "toString", "", null, "refund"].filter(isOperatorAction)).toEqual([]);
});
