import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { Chips } from "#app/admin/chips.tsx";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { decideOnEach, picksField, runDecision } from "#app/admin/decision.server.ts";
import { Filters } from "#app/admin/filters.tsx";
import { ChangedTexts, type GigDifference } from "#app/admin/gigs/changed-texts.tsx";
import * as gigDecisions from "#app/admin/gigs/gig-decisions.server.ts";
import type { FoundDraft, ListedGig } from "#app/admin/gigs/gig-list.server.ts";
import * as gigList from "#app/admin/gigs/gig-list.server.ts";
import { adminGigsPath, gigFilters, parseGigListSearch } from "#app/admin/gigs/gig-list.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { PickList } from "#app/admin/pick-list.tsx";
import { NoMatches, pagesOf, QueuePage } from "#app/admin/queue-page.tsx";
import { reasonField } from "#app/admin/reason.form.ts";
import { requireOperator } from "#app/admin/require-operator.server.ts";
import { ruleField, rulePicked } from "#app/admin/rule.form.ts";
import { type Column, Table } from "#app/admin/table.tsx";
import { UserLink } from "#app/admin/users/user-link.tsx";
import { topics } from "#app/catalog/topics.server.ts";
import { stateTag } from "#app/dashboard/dashboard-gig.ts";
import type { Topics } from "#app/gigs/drafts/check-draft.ts";
import { compareTexts } from "#app/gigs/drafts/compare-texts.ts";
import { typedOfPublished } from "#app/gigs/drafts/typed-of-gig.ts";
import { type GigDecision, refusalToDecide } from "#app/gigs/gig-state.ts";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { exactDollars } from "#app/lib/money.ts";
import * as writes from "#app/writes/writes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Gigs");

/** /admin/gigs?q={text}&show={list}&after={number}: the services (docs/specification.md#operator-gigs). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const search = parseGigListSearch(new URL(request.url).searchParams);
  const { page, waits } = await loadPage(context, async () => {
    if (search.show !== "drafts") return { drafts: null, ...(await gigList.list(context.db, search)) };
    const { shown, next } = await gigList.listDrafts(context.db, search);
    return { gigs: [], waiting: [], drafts: shown, next };
  });
  const { waiting, ...listed } = page;
  const all = waiting.length > 0 ? await context.dataCache.read(topics) : [];
  const differences = waiting.map(({ gig, denied, since }) => ({
    id: gig.id,
    since,
    ...compareTexts(denied, typedOfPublished(gig), nameIn(all)),
  }));
  return { search, ...listed, differences, waits };
}

/** Shows the name of a category or subcategory in place of its id. */
function nameIn(all: Topics) {
  return (field: string, value: string) => {
    const rows =
      field === "category"
        ? all
        : field === "subcategory"
          ? all.flatMap(({ subcategories }) => subcategories)
          : [];
    return rows.find(({ id }) => id === value)?.name ?? value;
  };
}

const toasts = {
  deny: "Denied. The sellers get an email with the reason",
  allow: "Allowed again. The sellers get an email",
};

/** The form: the chosen gigs, what to do, and why. A denial names its rule. */
const gigDecisionForm = z
  .object({
    intent: z.enum(["deny", "allow"], { error: "Please choose what to do" }),
    pick: picksField("Please choose a gig"),
    rule: ruleField,
    reason: reasonField,
  })
  .refine(({ intent, rule }) => intent !== "deny" || rule !== undefined, rulePicked);

/** Denies the chosen services, or allows them again. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  return await runDecision(request, context, gigDecisionForm, async ({ intent, pick, ...why }) => {
    const find = (id: string) => gigDecisions.findNamed(context.db, id);
    await decideOnEach(context, pick, find, (gig, version) =>
      gigDecisions.run(context, intent, gig, version, { operator, ...why }),
    );
    return writes.done(context, toasts[intent], listPath(request));
  });
}

/** The address of the list with the operator's filters. */
function listPath({ url }: Request): string {
  return adminGigsPath(parseGigListSearch(new URL(url).searchParams));
}

const buttons = [
  { intent: "deny", label: "Deny", kind: "stop" },
  { intent: "allow", label: "Allow again", kind: "go" },
] as const;

/** The console's list of gigs, filtered by a text and by state, newest first. */
export default function Gigs() {
  const { search, gigs, drafts, differences, next } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>() ?? null;
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
