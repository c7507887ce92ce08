import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { AdminFrame } from "#app/admin/admin-frame.tsx";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { find } from "#app/admin/find/find.server.ts";
import { groups as allGroups, findTextOf, type Hit, refusalToFind } from "#app/admin/find/find.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { notFound, requireOperator } from "#app/admin/require-operator.server.ts";
import { type Column, Table } from "#app/admin/table.tsx";
import { redirect } from "#app/lib/replies.ts";
import { Empty } from "#app/ui/empty.tsx";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Find");

/** /admin/find?q=: finds anything by its name, number or id (docs/specification.md#operator-find). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const q = findTextOf(new URL(request.url).searchParams);
  const { page, waits } = await loadPage(context, () => find(context.db, q));
  const [only, ...others] = page.groups.flatMap(({ hits }) => hits);
  if (only && others.length === 0) throw redirect(only.to);
  return { q, ...page, waits };
}

export const action = notFound;

const columns: Column<Hit>[] = [
  { label: "Found", cell: ({ to, label }) => <a href={to}>{label}</a> },
  { label: "About", kind: "why", cell: ({ detail }) => detail },
];

/** What was found, in groups. The search box above the menu keeps the text. */
export default function Find() {
  const { q, groups, isExact } = useLoaderData<typeof loader>();
  return (
    <AdminFrame current={null} find={q}>
      <div className="head">
        <h1 className="stitch">Find</h1>
      </div>
      {groups.length === 0 ? <NothingFound q={q} /> : null}
      {isExact ? <p className="mt-5">Each of these matches exactly.</p> : null}
      {groups.map(({ key, hits, all }) => {
        const label = allGroups.find((group) => group.key === key)?.label ?? "";
        return (
          <section key={key} className="mt-6">
            <h2 className="mb-3">{label}</h2>
            <Table label={label} columns={columns} rows={hits} keyOf={({ to }) => to} />
            {all === null ? null : (
              <p className="mt-3">
                <a className="more" href={all}>{`All matching ${label.toLowerCase()}`}</a>
              </p>
            )}
          </section>
        );
      })}
    </AdminFrame>
  );
}

function NothingFound({ q }: { q: string }) {
  const hint =
    "An email address, a name, a username, the title or address of a gig, the number of a ticket, a short or whole ID, or Stripe’s ID of a payment, refund, dispute, transfer, payout, account or event.";
  const title = q === "" ? "What are you looking for?" : (refusalToFind(q, false) ?? "Nothing found");
  return <Empty title={title} text={hint} />;
}
