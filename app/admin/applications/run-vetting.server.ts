import { decide } from "#app/admin/applications/vetting.server.ts";
import type { Decision } from "#app/admin/audit.server.ts";
import type { Capabilities } from "#app/context.ts";
import { refuse, refuseIf } from "#app/lib/refusal.ts";
import type { Seller } from "#app/sellers/seller-writes.server.ts";
import { isRefusal, refusalToVet, type VettingAction } from "#app/sellers/vetting.ts";
import type { RuleCode } from "#app/statements/rules.ts";

const changed = "This application has changed. Look at it again before you decide.";

/** A decision as a proposal keeps it. `version`: the one that the operator saw. */
export type VettingInput = { id: string; version: number; intent: VettingAction; rule?: RuleCode };

const notices: Record<VettingAction, string> = {
  vet: "Vetted",
  ask: "Asked for evidence",
  waive: "The fee was waived, and they can sell",
  "return-fee": "The fee is being returned",
  refuse: "Refused",
  "refuse-and-return": "Refused, and the fee is being returned",
};

/**
 * Decides on a registration. The caller sends a returned fee (`refunds.sendSoon`).
 * @param version the one that the operator saw
 * @returns the notice
 * @throws Refusal
 */
export async function runVetting(
  deps: Pick<Capabilities, "db" | "clock">,
  intent: VettingAction,
  seller: Seller,
  version: number,
  decision: Decision,
): Promise<string> {
  if (seller.userId === decision.operator.id)
    refuse("refused", "You can't decide about your own application");
  // Proposals of earlier releases name no rule.
  if (isRefusal(intent) && decision.rule === undefined)
    refuse("stale", "This proposal names no rule. Decline it, and propose it again.");
  refuseIf("stale", seller.version === version ? refusalToVet(intent, seller) : changed);
  if ((await decide(deps, intent, seller, decision)) === "changed") refuse("stale", changed);
  return notices[intent];
}
