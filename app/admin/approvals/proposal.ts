import { humanize } from "#app/admin/humanize.ts";
import { settingOf, valueText } from "#app/admin/settings/setting.ts";
import { day } from "#app/lib/dates.ts";
import { exactDollars } from "#app/lib/money.ts";

// What an operator proposes, and another one confirms (docs/specification.md#second-operator).

/** How long a proposal can be confirmed, in ms. */
export const proposalLasts = 7 * day;

type ProposalKind = "order" | "application" | "payment" | "payouts" | "setting";

/** The notice after a decision that another operator must confirm. */
export const proposedNotice =
  "Another operator needs to confirm this within 7 days. Nothing has happened yet.";

/** The notice after a decision; `info`: it was only proposed. */
export type Decided = { notice: string; kind: "success" | "info" };

/** The notice after the same decision on several subjects. @param each at least one */
export function noticeOfEach(each: Decided[]): Decided {
  const [first = { notice: "", kind: "success" }] = each;
  const proposed = each.filter(({ kind }) => kind === "info").length;
  if (proposed === 0 || proposed === each.length) return first;
  const notice = `${proposed} of ${each.length} wait until another operator confirms them, within 7 days. The others are decided.`;
  return { notice, kind: "info" };
}

/** Shown before a decision that another operator must confirm. */
export const onlyProposed = "Another operator must confirm this within 7 days. Until then, nothing happens.";

/** The button that proposes a decision: `Yes, refund $5.00` becomes `Propose to refund $5.00`. */
export function proposingLabel(label: string): string {
  const verb = label.replace(/^Yes, /, "");
  return `Propose to ${verb.charAt(0).toLowerCase()}${verb.slice(1)}`;
}

/** Decisions whose names do not say that they refund. */
const titles = new Map([
  ["set", "Change a setting"],
  ["operator-cancel", "Cancel and refund"],
  ["cancel", "Cancel for the buyer and refund"],
  ["refuse", "Decline for the seller and refund"],
  ["accept-cancel", "Accept the cancellation and refund"],
  ["accept-refund", "Accept the request and refund"],
]);

/** What a proposal does, in words: `Refund $500.00`. @param cents 0: no money */
export function proposalTitle({ action, cents }: { action: string; cents: number }): string {
  const title = titles.get(action) ?? humanize(action);
  return cents > 0 ? `${title} ${exactDollars(cents)}` : title;
}

const bearers: Record<string, string> = {
  seller: "comes from the seller",
  platform: "is paid by the platform",
};

/** The details that the title leaves out, one sentence each. @param input the form of the proposal */
export function detailsOf(kind: ProposalKind, input: Record<string, unknown>): string[] {
  const text = (name: string) => (typeof input[name] === "string" ? input[name] : "");
  if (kind === "setting") {
    const setting = settingOf(text("id"));
    return setting ? [`${valueText(setting, text("seen"))} → ${valueText(setting, text("value"))}`] : [];
  }
  const bearer = bearers[text("bearer")];
  return [
    ...(bearer ? [`The seller's share ${bearer}`] : []),
    ...(text("reference") ? [`The bank's reference: ${text("reference")}`] : []),
  ];
}

type Confirmable = { state: string; expiresAt: number; operatorId: string; isByOperator: boolean };

/** Why a proposal can no longer be decided. */
export const decidedAlready = "This has already been decided";

/** Why a proposal can no longer be confirmed: its subject has changed since. */
export const outdatedProposal =
  "What this is about has changed since it was proposed. Decline it. If it is still right, propose it again.";

/** Why a recently appointed operator cannot confirm anything yet. */
export const tooNewToConfirm =
  "You became an operator less than 7 days ago, so you cannot confirm proposals yet.";

/** Why no one can decide a proposal anymore; null if someone can. @param at UTC ms */
export function refusalToDecide({ state, expiresAt }: { state: string; expiresAt: number }, at: number) {
  if (state !== "open") return decidedAlready;
  return expiresAt <= at ? "This was not confirmed within 7 days. It can be proposed again." : null;
}

/**
 * Why this operator cannot confirm a proposal; null if they can.
 * @param proposal `isByOperator`: false if the person who made it has lost the role
 * @param at UTC ms
 */
export function refusalToConfirm(proposal: Confirmable, by: string, at: number): string | null {
  const { operatorId, isByOperator } = proposal;
  const refusal = refusalToDecide(proposal, at);
  if (refusal !== null) return refusal;
  if (!isByOperator)
    return "The person who proposed this is no longer an operator. Decline it; you can then propose it yourself.";
  return operatorId === by ? "Another operator needs to confirm what you proposed" : null;
}
