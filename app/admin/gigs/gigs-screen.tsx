import { type DecisionReply, replyAbout } from "#app/admin/decision.ts";
import { DecisionForm } from "#app/admin/decision-form.tsx";
import { DecisionQueue } from "#app/admin/decision-queue.tsx";
import { DescriptionList } from "#app/admin/description-list.tsx";
import { FilterChips, FilterForm, QueryField } from "#app/admin/filters.tsx";
import { ChangedTexts, type GigDifference } from "#app/admin/gigs/changed-texts.tsx";
import type { ListedGig } from "#app/admin/gigs/gig-list.server.ts";
import {
  adminGigsPath,
  type GigListSearch,
  gigFilters,
  refusalToGigSearch,
} from "#app/admin/gigs/gig-list.ts";
import { NoMatches, QueuePage } from "#app/admin/queue-page.tsx";
import { stateTag } from "#app/dashboard/dashboard-gig.ts";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { exactDollars } from "#app/lib/money.ts";
import { Icon } from "#app/ui/icon.tsx";

type Props = {
  search: GigListSearch;
  gigs: ListedGig[];
  /** What the sellers of the denied gigs on this page have changed. */
  differences: GigDifference[];
  /** The `before` of the next page; null on the last page. */
  next: number | null;
  stuck: number | null;
  reply: DecisionReply | null;
};

/** The console's list of services, filtered by a text and by state, newest first. */
export function GigsScreen({ search, gigs, differences, next, stuck, reply }: Props) {
  return (
    <QueuePage
      current="gigs"
      stuck={stuck}
      title="Services"
      filters={
        <div className="narrowing">
          <FilterForm action="/admin/gigs" className="find" show={search.show === "all" ? null : search.show}>
            <QueryField
              label="Find services"
              hiddenLabelFor="gig-q"
              value={search.q}
              placeholder="Title, address, ID or @seller"
            />
            <button type="submit">
              <Icon name="search" />
              <span className="vh">Find services</span>
            </button>
          </FilterForm>
          <FilterChips
            label="Which services"
            className="chips"
            chips={gigFilters.map(({ key, label }) => ({
              label,
              to: adminGigsPath({ q: search.q, show: key }),
              isCurrent: key === search.show,
            }))}
          />
        </div>
      }
      empty={
        gigs.length > 0 || reply ? null : (
          <NoMatches
            refusal={refusalToGigSearch(search)}
            hint="A part of an active service's title, or the whole address, ID or @seller of any."
            none={
              search.show === "changed" && search.q === ""
                ? { title: "Nothing to review", text: "No denied service has been changed." }
                : { title: "No services found", text: "Try another part of the title, or all services." }
            }
          />
        )
      }
      pages={{
        newest: search.before === null ? null : adminGigsPath({ ...search, before: null }),
        older: next === null ? null : adminGigsPath({ ...search, before: next }),
      }}
    >
      <DecisionQueue
        reply={reply}
        waiting={gigs.map(({ id }) => id)}
        emptyTitle="No services found"
        recentTitle=""
        recent={[]}
      >
        {gigs.map((gig) => (
          <GigPanel
            key={gig.id}
            gig={gig}
            difference={differences.find(({ id }) => id === gig.id) ?? null}
            reply={reply}
          />
        ))}
      </DecisionQueue>
    </QueuePage>
  );
}

type PanelProps = { gig: ListedGig; difference: GigDifference | null; reply: DecisionReply | null };

function GigPanel({ gig, difference, reply }: PanelProps) {
  const { id, version, state } = gig;
  const { label, kind } = stateTag(gig);
  const isDenied = state === "denied";
  return (
    <section className="panel stack">
      <div className="row">
        <h2>
          <a href={href("/services/s/:slug", { slug: gig.slug })}>{gig.title}</a>
        </h2>
        <span className={`tag ${kind}`}>{label}</span>
      </div>
      <DescriptionList
        items={[
          [
            "Seller",
            <a key="seller" href={href("/admin/users/:id", { id: gig.sellerId })}>
              {`@${gig.username}`}
            </a>,
          ],
          ["Price", exactDollars(gig.priceCents)],
          ["Published", dateTime(gig.createdAt)],
        ]}
      />
      {gig.denial === null ? null : (
        <p>
          <b>Denied:</b>
          {` ${gig.denial}`}
        </p>
      )}
      {difference ? (
        <ChangedTexts difference={difference} />
      ) : (
        <p className="whitespace-pre-wrap">{gig.description}</p>
      )}
      {gig.listed || state === "paused" || isDenied ? (
        <DecisionForm
          reply={replyAbout(reply, id)}
          hidden={{ id, version }}
          reasonId={`reason-${id}`}
          reasonHint="At least 10 characters. The seller will see it."
          buttons={
            difference
              ? [
                  { intent: "allow", label: "List it again", kind: "go" },
                  { intent: "deny", label: "Deny again", kind: "stop" },
                ]
              : isDenied
                ? [{ intent: "allow", label: "Allow again", kind: "go" }]
                : [{ intent: "deny", label: "Deny", kind: "stop" }]
          }
        />
      ) : null}
    </section>
  );
}
