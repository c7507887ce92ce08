import { audited, type Decision, runAudited, type WriteResult } from "#app/admin/audit.server.ts";
import { reasonsGiven } from "#app/admin/reasons-given.server.ts";
import type { Capabilities, Db } from "#app/context.ts";
import * as gigTransitions from "#app/gigs/gig-transitions.server.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import { leftOf, returnOf } from "#app/ledger/shares.ts";
import { OutdatedForm, refuse, refuseIf } from "#app/lib/refusal.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import * as payments from "#app/payments/payments.server.ts";
import * as refundCalls from "#app/payments/refunds/refund-calls.server.ts";
import { registrationOf } from "#app/sellers/registrations.server.ts";
import { columnsChanged, eventClaimed, isLostRace, type Seller } from "#app/sellers/seller-writes.server.ts";
import { isFeeKept, isRefusal, refusalToVet, returnsFee, type VettingAction } from "#app/sellers/vetting.ts";
import type { RuleCode } from "#app/statements/rules.ts";

/** What a decision does to the seller's gigs. */
const changesToGigs = { suspended: gigTransitions.suspended, restored: gigTransitions.restored };

type Deps = Pick<Capabilities, "db" | "clock">;

/**
 * Writes an operator's decision on a registration in one batch: the audit row, the event that claims it, the
 * columns, the changes to the gigs and the money, and the email. A returned fee is a due refund, which the
 * caller sends (`refunds.sendDue`).
 * @param seller as the operator saw it
 * @returns `changed` if `refusalToVet` does not allow it, or another write came first
 */
export async function decide(
  deps: Deps,
  action: VettingAction,
  seller: Seller,
  decision: Decision,
): Promise<WriteResult> {
  if (refusalToVet(action, seller)) return "changed";
  const { db, clock } = deps;
  const at = clock.now();
  const { to, event, mail, gigs } = effectsOf(action, seller, at);
  const fee = returnsFee(action) ? await feeReturned(deps, seller, at) : { statements: [], cents: null };
  const { operator, reason } = decision;
  const additions = { note: reason, ...(fee.cents === null ? {} : { cents: fee.cents }) };
  const statements = [
    ...audited(db, action, seller.userId, decision, at, { cents: fee.cents }),
    eventClaimed(db, seller, event, operator.id, at, additions),
    columnsChanged(db, seller, at, {
      ...to,
      ...(fee.cents === null ? {} : { refundedCents: seller.refundedCents + fee.cents }),
    }),
    ...(gigs === "none" ? [] : changesToGigs[gigs](db, seller.userId, operator.id, at)),
    ...fee.statements,
    ...(isRefusal(action)
      ? refusalGiven(db, seller, decision, at)
      : [outbox.mail(db, mail, seller.userId, seller.id, at)]),
    ...(event === "waived" ? [outbox.mail(db, "fee_receipt", seller.userId, seller.id, at)] : []),
  ] as const;
  return await runAudited(() => db.batch(statements), isLostRace);
}

function refusalGiven(db: Db, { id, userId }: Seller, decision: Decision, at: number) {
  const refusal = { kind: "refusal", subjectId: id, userId, foundBy: "operator", mailSubject: id } as const;
  return reasonsGiven(db, refusal, decision, at);
}

/**
 * Statements: reverse a refusal after an appeal. A seller who was active, and whose fee was not returned, can
 * sell again; any other application waits for its fee. Run them after an audit row. If the race is lost, the
 * event's number is already taken (`isLostRace`).
 * @param at UTC ms
 */
export function refusalReversed(db: Db, seller: Seller, { operator, reason }: Decision, at: number) {
  const { activatedAt, activatedBy } = seller;
  const isActive = activatedAt !== null && (activatedBy === "waiver" || isFeeKept(seller));
  return [
    eventClaimed(db, seller, "refusal_reversed", operator.id, at, { note: reason }),
    columnsChanged(db, seller, at, { status: isActive ? "active" : "applied" }),
    ...gigTransitions.restored(db, seller.userId, operator.id, at),
  ] as const;
}

/** What a decision changes apart from the money. `gigs`: what happens to all of the seller's gigs. */
function effectsOf(action: VettingAction, seller: Seller, at: number) {
  const activated = { status: "active", activatedAt: at, activatedBy: "waiver", reminderAt: null } as const;
  const refused = { status: "suspended", reminderAt: null } as const;
  switch (action) {
    case "vet":
      return { to: { vettedAt: at }, event: "vetted", mail: "seller_vetted", gigs: "none" } as const;
    case "ask":
      return {
        to: { askedAt: at },
        event: "evidence_wanted",
        mail: "seller_evidence",
        gigs: "none",
      } as const;
    case "waive":
      return { to: activated, event: "waived", mail: "seller_activated", gigs: "restored" } as const;
    case "return-fee":
      // A seller whom the fee activated is not active without it. A refused one stays refused.
      return seller.status === "active" && seller.activatedBy === "fee"
        ? ({
            to: { status: "applied" },
            event: "fee_returned",
            mail: "fee_returned",
            gigs: "suspended",
          } as const)
        : ({ to: {}, event: "fee_returned", mail: "fee_returned", gigs: "none" } as const);
    default:
      return { to: refused, event: "refused", mail: "seller_refused", gigs: "suspended" } as const;
  }
}

/** Returns what is left of a fee to the card: the ledger entries, and the refund that is due. */
async function feeReturned({ db }: Deps, seller: Seller, at: number) {
  const registration = registrationOf(seller);
  const cents = leftOf(registration);
  const payment = await payments.findApplied(db, registration);
  if (!payment || !isFeeKept(seller)) throw new Error(`Registration ${seller.id} has no fee to return`);
  const decision = `${seller.id}:${seller.version + 1}`;
  return {
    cents,
    statements: [
      ledger.returned(db, registration, returnOf(registration, cents), decision, at),
      refundCalls.refundDue(db, registration, payment.paymentIntentId, cents, "refund", at),
    ] as const,
  };
}

/** Refuses a form that shows an earlier version of the application. */
const applicationChanged = "This application has changed. Look at it again before you decide.";

/** A decision as a proposal stores it. `version`: the one that the operator saw. */
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
  if (seller.version !== version) throw new OutdatedForm(applicationChanged);
  refuseIf("stale", refusalToVet(intent, seller));
  if ((await decide(deps, intent, seller, decision)) === "changed")
    throw new OutdatedForm(applicationChanged);
  return notices[intent];
}
