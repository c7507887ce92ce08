import {
  type ApplicationSearch,
  applicationFilters,
  applicationsPath,
  confirmPath,
} from "#app/admin/applications/application-search.ts";
import type { ListedApplication } from "#app/admin/applications/applications.server.ts";
import { WaitingNote } from "#app/admin/approvals/waiting-note.tsx";
import { Chips } from "#app/admin/chips.tsx";
import { ConfirmDecision } from "#app/admin/confirm-decision.tsx";
import type { DecisionReply } from "#app/admin/decision.ts";
import type { DecisionButton } from "#app/admin/decision-form.tsx";
import { ExportLink } from "#app/admin/exports/export-link.tsx";
import { moment } from "#app/admin/humanize.ts";
import type { ListPage } from "#app/admin/list-page.server.ts";
import { PickList } from "#app/admin/pick-list.tsx";
import { pagesOf, QueuePage } from "#app/admin/queue-page.tsx";
import type { Column } from "#app/admin/table.tsx";
import { accountName } from "#app/admin/users/account-name.ts";
import { href } from "#app/lib/href.ts";
import { exactDollars } from "#app/lib/money.ts";
import { isRefusal, refusalToVet, returnsFee, type VettingAction } from "#app/sellers/vetting.ts";
import { Empty } from "#app/ui/empty.tsx";

type Props = ListPage<ListedApplication> & {
  search: ApplicationSearch;
  /** The decision to confirm; null to show the list. */
  confirm: string | null;
  /** True if another operator must confirm it. */
  isProposed: boolean;
  /** What is waiting for a second operator about this one application; null: nothing. */
  proposal: { action: string; cents: number } | null;
  reply: DecisionReply | null;
};

const emptyTitles = {
  waiting: "No applications are waiting to be vetted",
  unpaid: "No applications are waiting for their fee",
  vetted: "No sellers have been vetted yet",
  refused: "No applications have been refused",
} as const;

/** Sellers' applications, with their texts folded, and one form that decides on the chosen ones. */
export function ApplicationsScreen(props: Props) {
  const { search, shown, next, confirm, isProposed, proposal, reply } = props;
  const { id, show } = search;
  const [one] = shown;
  const asked = buttons.find(({ intent }) => intent === confirm && returnsFee(intent));
  if (id !== null && one && asked && refusalToVet(asked.intent, one.seller) === null)
    return (
      <ConfirmDecision
        current="applications"
        title={`${asked.label}?`}
        subject={`${one.fullName} · ${accountName(one.username)}`}
        consequences={consequencesOf(asked.intent, one.seller)}
        button={{ intent: asked.intent, label: `Yes, refund ${feeLeft(one.seller)}`, kind: "stop" }}
        isProposed={isProposed}
        proposal={proposal}
        reply={reply}
        hidden={{ pick: `${id}:${one.seller.version}` }}
        asksRule={isRefusal(asked.intent)}
        reasonHint="What happened, in at least 10 characters. The seller will see it."
        back={applicationsPath({ id })}
      />
    );
  return (
    <QueuePage
      current="applications"
      title="Applications"
      aside={<ExportLink kind="registrations" search={{ show: search.show }} />}
      filters={
        <Chips
          label="Which applications"
          choices={applicationFilters}
          current={id === null ? show : null}
          to={(key) => applicationsPath({ show: key })}
        />
      }
      pages={pagesOf(applicationsPath, search, next)}
    >
      <div className="mt-5 stack">
        <WaitingNote proposal={proposal} />
        <PickList
          label="Applications"
          columns={id === null ? [person, ...facts] : [{ ...person, cell: PersonInFull }, ...facts]}
          rows={shown}
          about={({ seller, fullName }) => ({ id: seller.id, version: seller.version, name: fullName })}
          isAboutOne={id !== null}
          isFixed={({ seller }) => possible(seller).every(({ intent }) => returnsFee(intent))}
          buttons={buttons.filter(
            ({ intent }) =>
              !returnsFee(intent) && shown.some(({ seller }) => refusalToVet(intent, seller) === null),
          )}
          asksRule={shown.some(({ seller }) => refusalToVet("refuse", seller) === null)}
          reasonHint="At least 10 characters. The sellers will see it, except for ‘Vet’ and ‘Waive the fee’. For ‘Refuse’, say what happened."
          empty={<Empty title={id === null ? emptyTitles[show] : "There is no such application"} />}
          reply={reply}
        />
      </div>
    </QueuePage>
  );
}

const possible = (seller: ListedApplication["seller"]) =>
  buttons.filter(({ intent }) => refusalToVet(intent, seller) === null);

const person: Column<ListedApplication> = {
  label: "Applicant",
  kind: "why",
  cell: (application) => (
    <>
      <Name {...application} />
      <details>
        <summary>Application</summary>
        <Texts {...application} />
      </details>
    </>
  ),
};

function PersonInFull(application: ListedApplication) {
  return (
    <>
      <Name {...application} />
      <Texts {...application} />
    </>
  );
}

function Name({ seller, username, fullName, suspendedAt }: ListedApplication) {
  return (
    <>
      <h2>
        <a href={href("/admin/users/:id", { id: seller.userId })}>{fullName || "Deleted account"}</a>
      </h2>
      <p className="row tiny muted">
        {accountName(username)}
        {seller.vettedAt === null ? null : <span className="tag ok">Vetted</span>}
        {suspendedAt === null ? null : <span className="tag bad">Account suspended</span>}
      </p>
    </>
  );
}

function Texts({ seller, bio }: ListedApplication) {
  const languages = seller.languages.map(({ name, level }) => `${name} (${level})`).join(", ");
  return (
    <div className="stack">
      {[
        ["Bio", bio],
        ["Skills", seller.skills],
        ["Experience", seller.experience],
        ["Languages", languages],
      ].map(([title, text]) => (
        <div key={title}>
          <h3>{title}</h3>
          <p className="whitespace-pre-wrap">{text || "–"}</p>
        </div>
      ))}
    </div>
  );
}

const facts: Column<ListedApplication>[] = [
  { label: "Country", cell: ({ seller }) => seller.country ?? "–" },
  { label: "Fee", cell: ({ seller }) => feeText(seller) },
  { label: "Applied", kind: "num", cell: ({ seller }) => moment(seller.appliedAt) },
  { label: "Active since", kind: "num", cell: ({ seller }) => moment(seller.activatedAt) },
  { label: "Asked for evidence", kind: "num", cell: ({ seller }) => moment(seller.askedAt) },
  {
    label: "Decide with a refund",
    cell: ({ seller, fullName }) => (
      <span className="row">
        {possible(seller)
          .filter(({ intent }) => returnsFee(intent))
          .map(({ intent, label }) => (
            <a key={intent} className="btn stop" href={confirmPath(seller.id, intent)}>
              {label}
              <span className="vh">{` of ${fullName}`}</span>
            </a>
          ))}
      </span>
    ),
  },
];

const buttons: (DecisionButton & { intent: VettingAction })[] = [
  { intent: "vet", label: "Vet", kind: "go" },
  { intent: "ask", label: "Ask for evidence" },
  { intent: "waive", label: "Waive the fee" },
  { intent: "return-fee", label: "Return the fee" },
  { intent: "refuse", label: "Refuse", kind: "stop" },
  { intent: "refuse-and-return", label: "Refuse and return the fee", kind: "stop" },
];

const feeLeft = ({ priceCents, refundedCents }: ListedApplication["seller"]) =>
  exactDollars(priceCents - refundedCents);

/** The consequences of a decision that returns the fee (docs/specification.md#operator-confirmation). */
function consequencesOf(intent: VettingAction, seller: ListedApplication["seller"]): string[] {
  const refund = `${feeLeft(seller)} goes back to the card that paid. This cannot be undone.`;
  const hidden = "The services are hidden. Open orders continue.";
  if (intent === "refuse-and-return") return [refund, `This person can no longer sell. ${hidden}`];
  const isActiveByFee = seller.status === "active" && seller.activatedBy === "fee";
  return isActiveByFee ? [refund, `The seller account is no longer active. ${hidden}`] : [refund];
}

function feeText(seller: ListedApplication["seller"]): string {
  const { paymentStatus, refundedCents, priceCents, activatedBy } = seller;
  if (refundedCents > 0)
    return `${exactDollars(refundedCents)} ${paymentStatus === "refunded" ? "returned" : "on its way back"}`;
  if (paymentStatus === "paid") return `${exactDollars(priceCents)} paid`;
  if (activatedBy === "waiver") return "waived";
  return paymentStatus === "failed" ? "the bank has refused it" : "not paid";
}
