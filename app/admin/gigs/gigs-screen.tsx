import { Chips } from "#app/admin/chips.tsx";
import type { DecisionReply } from "#app/admin/decision.ts";
import { Filters } from "#app/admin/filters.tsx";
import { ChangedTexts, type GigDifference } from "#app/admin/gigs/changed-texts.tsx";
import type { FoundDraft, ListedGig } from "#app/admin/gigs/gig-list.server.ts";
import { adminGigsPath, type GigListSearch, gigFilters } from "#app/admin/gigs/gig-list.ts";
import { PickList } from "#app/admin/pick-list.tsx";
import { NoMatches, pagesOf, QueuePage } from "#app/admin/queue-page.tsx";
import { type Column, Table } from "#app/admin/table.tsx";
import { UserLink } from "#app/admin/users/user-link.tsx";
import { stateTag } from "#app/dashboard/dashboard-gig.ts";
import { type GigDecision, refusalToDecide } from "#app/gigs/gig-state.ts";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { exactDollars } from "#app/lib/money.ts";

type Props = {
  search: GigListSearch;
  gigs: ListedGig[];
  /** The drafts, if the search shows them; else null. */
  drafts: FoundDraft[] | null;
  /** What the sellers of the denied gigs on this page have changed. */
  differences: GigDifference[];
  /** The `after` of the next page; null on the last page. */
  next: number | null;
  reply: DecisionReply | null;
};

const buttons = [
  { intent: "deny", label: "Deny", kind: "stop" },
  { intent: "allow", label: "Allow again", kind: "go" },
] as const;

/** The console's list of gigs, filtered by a text and by state, newest first. */
export function GigsScreen({ search, gigs, drafts, differences, next, reply }: Props) {
  const allows = (intent: GigDecision, gig: ListedGig) =>
    refusalToDecide(intent, { ...gig, maySell: true }) === null;
  const noMatches = (
    <NoMatches
      q={search.q}
      hint="A part of the title, or the whole address, ID or @seller."
      isUnfinished={next !== null}
      none={
        search.show === "changed" && search.q === ""
          ? { title: "Nothing to review", text: "No denied gig has been changed." }
          : search.show === "drafts"
            ? { title: "No drafts found", text: "Try another part of the title, or the seller." }
            : { title: "No gigs found", text: "Try another part of the title, or all gigs." }
      }
    />
  );
  return (
    <QueuePage
      current="gigs"
      title="Gigs"
      filters={
        <>
          <Chips
            label="Which gigs"
            choices={gigFilters}
            current={search.show}
            to={(key) => adminGigsPath({ q: search.q, show: key })}
          />
          <Filters
            path="/admin/gigs"
            text={{ label: "Find gigs", value: search.q, placeholder: "Title, address, ID or @seller" }}
            kept={{ show: search.show === "all" ? null : search.show }}
          />
        </>
      }
      pages={pagesOf(adminGigsPath, search, next)}
    >
      {drafts === null ? (
        <PickList
          label="Gigs"
          columns={columnsWith(differences)}
          rows={gigs}
          about={({ id, version, title }) => ({ id, version, name: title })}
          isFixed={(gig) => !buttons.some(({ intent }) => allows(intent, gig))}
          buttons={buttons.filter(({ intent }) => gigs.some((gig) => allows(intent, gig)))}
          asksRule={gigs.some((gig) => allows("deny", gig))}
          reasonHint="What happened, in at least 10 characters. The sellers will see it, with the rule."
          empty={noMatches}
          reply={reply}
        />
      ) : drafts.length > 0 ? (
        <Table label="Drafts" columns={draftColumns} rows={drafts} keyOf={({ id }) => id} />
      ) : (
        noMatches
      )}
    </QueuePage>
  );
}

function columnsWith(differences: GigDifference[]): Column<ListedGig>[] {
  return [
    {
      label: "Gig",
      kind: "why",
      cell: (gig) => {
        const difference = differences.find(({ id }) => id === gig.id);
        return (
          <>
            <h2>
              <a href={href("/services/s/:slug", { slug: gig.slug })}>{gig.title}</a>
            </h2>
            {gig.denial === null ? null : <p className="small">{`Denied: ${gig.denial}`}</p>}
            <details>
              <summary>{difference ? "What the seller changed" : "Description"}</summary>
              {difference ? (
                <ChangedTexts difference={difference} />
              ) : (
                <>
                  <p className="whitespace-pre-wrap">{gig.description}</p>
                  {gig.extras && gig.extras.list.length > 0 ? (
                    <>
                      <h3>Extras</h3>
                      <ul>
                        {gig.extras.list.map(({ id, title, priceCents }) => (
                          <li key={id}>{`${title}: ${exactDollars(priceCents)}`}</li>
                        ))}
                      </ul>
                    </>
                  ) : null}
                </>
              )}
            </details>
          </>
        );
      },
    },
    {
      label: "Seller",
      cell: ({ sellerId, username }) => <UserLink id={sellerId} username={username} />,
    },
    {
      label: "State",
      cell: (gig) => {
        const { label, kind } = stateTag(gig);
        return <span className={`tag ${kind}`}>{label}</span>;
      },
    },
    { label: "Price", kind: "num", cell: ({ priceCents }) => exactDollars(priceCents) },
    { label: "Published", kind: "num", cell: ({ createdAt }) => dateTime(createdAt) },
  ];
}

/** Drafts have no decisions: only their seller sees them. */
const draftColumns: Column<FoundDraft>[] = [
  {
    label: "Draft",
    kind: "why",
    cell: ({ title, isPublished }) => (
      <>
        <h2>{title?.trim() || "Untitled"}</h2>
        {isPublished ? <p className="tiny muted">Changes to a published gig</p> : null}
      </>
    ),
  },
  {
    label: "Seller",
    cell: ({ sellerId, username }) => <UserLink id={sellerId} username={username} />,
  },
  { label: "Last change", kind: "num", cell: ({ updatedAt }) => dateTime(updatedAt) },
];
