import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { decideOnEach, picksField, runDecision } from "#app/admin/decision.server.ts";
import * as gigDecisions from "#app/admin/gigs/gig-decisions.server.ts";
import * as gigList from "#app/admin/gigs/gig-list.server.ts";
import { adminGigsPath, parseGigListSearch } from "#app/admin/gigs/gig-list.ts";
import { GigsScreen } from "#app/admin/gigs/gigs-screen.tsx";
import { loadPage } from "#app/admin/load-page.server.ts";
import { reasonField } from "#app/admin/reason.form.ts";
import { requireOperator } from "#app/admin/require-operator.server.ts";
import { ruleField, rulePicked } from "#app/admin/rule.form.ts";
import { topics } from "#app/catalog/topics.server.ts";
import type { Topics } from "#app/gigs/drafts/check-draft.ts";
import { compareTexts } from "#app/gigs/drafts/compare-texts.ts";
import { typedOfPublished } from "#app/gigs/drafts/typed-of-gig.ts";
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

/** The list as the operator has filtered it. */
function listPath({ url }: Request): string {
  return adminGigsPath(parseGigListSearch(new URL(url).searchParams));
}

export default function Gigs() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <GigsScreen {...loaded} reply={reply ?? null} />;
}
