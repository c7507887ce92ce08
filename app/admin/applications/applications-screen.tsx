import {
  type ApplicationSearch,
  applicationFilters,
  applicationsPath,
  confirmPath,
} from "#app/admin/applications/application-search.ts";
import type { ListedApplication } from "#app/admin/applications/applications.server.ts";
import { ConfirmDecision } from "#app/admin/confirm-decision.tsx";
import { type DecisionReply, replyAbout } from "#app/admin/decision.ts";
import { type DecisionButton, DecisionForm } from "#app/admin/decision-form.tsx";
import { DecisionQueue } from "#app/admin/decision-queue.tsx";
import { DescriptionList } from "#app/admin/description-list.tsx";
import { FilterChips } from "#app/admin/filters.tsx";
import { QueuePage } from "#app/admin/queue-page.tsx";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { exactDollars } from "#app/lib/money.ts";
import { refusalToVet, returnsFee, type VettingAction } from "#app/sellers/vetting.ts";

type Props = {
  search: ApplicationSearch;
  applications: ListedApplication[];
  next: number | null;
  stuck: number | null;
  /** The decision to confirm; null to show the list. */
  confirm: string | null;
  reply: DecisionReply | null;
};

const emptyTitles = {
  waiting: "No applications are waiting to be vetted",
  unpaid: "No applications are waiting for their fee",
  vetted: "No sellers have been vetted yet",
  refused: "No applications have been refused",
} as const;

/** Sellers' applications, each with its full texts and the buttons that decide it. */
export function ApplicationsScreen({ search, applications, next, stuck, confirm, reply }: Props) {
  const { id, show } = search;
  const [one] = applications;
  const asked = buttons.find(({ intent }) => intent === confirm && returnsFee(intent));
  if (id !== null && one && asked && refusalToVet(asked.intent, one.seller) === null)
    return (
      <ConfirmDecision
        current="applications"
        stuck={stuck}
        title={`${asked.label}?`}
        subject={`${one.fullName} · @${one.username}`}
        consequences={consequencesOf(asked.intent, one.seller)}
        button={{ intent: asked.intent, label: `Yes, refund ${feeLeft(one.seller)}`, kind: "stop" }}
        reply={reply}
        hidden={{ id, version: one.seller.version }}
        reasonHint="At least 10 characters. The seller will see it."
        back={applicationsPath({ id })}
      />
    );
  return (
    <QueuePage
      current="applications"
      stuck={stuck}
      title="Applications"
      filters={
        <FilterChips
          label="Which applications"
          className="chips"
          chips={applicationFilters.map(({ key, label }) => ({
            label,
            to: applicationsPath({ show: key }),
            isCurrent: id === null && key === show,
          }))}
        />
      }
      pages={{
        newest: search.before === null ? null : applicationsPath({ show }),
        older: next === null ? null : applicationsPath({ show, before: next }),
      }}
    >
      <DecisionQueue
        reply={reply}
        waiting={applications.map(({ seller }) => seller.id)}
        emptyTitle={id === null ? emptyTitles[show] : "There is no such application"}
        recentTitle=""
        recent={[]}
      >
        {applications.map((application) => (
          <ApplicationPanel key={application.seller.id} application={application} reply={reply} />
        ))}
      </DecisionQueue>
    </QueuePage>
  );
}

type PanelProps = { application: ListedApplication; reply: DecisionReply | null };

function ApplicationPanel({ application, reply }: PanelProps) {
  const { seller, username, fullName, bio, suspendedAt } = application;
  const { id, version } = seller;
  const possible = buttons.filter(({ intent }) => refusalToVet(intent, seller) === null);
  return (
    <section className="panel stack">
      <div className="row">
        <h2>
          <a href={href("/admin/users/:id", { id: seller.userId })}>{fullName}</a>
        </h2>
        <span className="muted">{`@${username}`}</span>
        {seller.vettedAt === null ? null : <span className="tag ok">Vetted</span>}
        {suspendedAt === null ? null : <span className="tag bad">Account suspended</span>}
      </div>
      <DescriptionList items={factsOf(application)} />
      {[
        ["Bio", bio ?? ""],
        ["Skills", seller.skills],
        ["Experience", seller.experience],
      ].map(([title, text]) => (
        <div key={title}>
          <h3>{title}</h3>
          <p className="whitespace-pre-wrap">{text || "–"}</p>
        </div>
      ))}
      <DecisionForm
        reply={replyAbout(reply, id)}
        hidden={{ id, version }}
        reasonId={`reason-${id}`}
        reasonHint="At least 10 characters. The seller will see it, except for ‘Vet’ and ‘Waive the fee’."
        buttons={possible.filter(({ intent }) => !returnsFee(intent))}
      />
      {possible.some(({ intent }) => returnsFee(intent)) ? (
        <div className="row">
          {possible
            .filter(({ intent }) => returnsFee(intent))
            .map(({ intent, label }) => (
              <a key={intent} className="btn stop" href={confirmPath(id, intent)}>
                {label}
              </a>
            ))}
        </div>
      ) : null}
    </section>
  );
}

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

function factsOf({ seller }: ListedApplication): [string, string][] {
  const moment = (at: number | null) => (at === null ? "–" : dateTime(at));
  return [
    ["Applied", moment(seller.appliedAt)],
    ["Active since", moment(seller.activatedAt)],
    ["Fee", feeText(seller)],
    ["Asked for evidence", moment(seller.askedAt)],
    ["Country", seller.country ?? "–"],
    ["Languages", seller.languages.map(({ name, level }) => `${name} (${level})`).join(", ") || "–"],
  ];
}

function feeText(seller: ListedApplication["seller"]): string {
  const { paymentStatus, refundedCents, priceCents, activatedBy } = seller;
  if (refundedCents > 0)
    return `${exactDollars(refundedCents)} ${paymentStatus === "refunded" ? "returned" : "on its way back"}`;
  if (paymentStatus === "paid") return `${exactDollars(priceCents)} paid`;
  if (activatedBy === "waiver") return "waived";
  return paymentStatus === "failed" ? "the bank has refused it" : "not paid";
}
