import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { cursorOf, listPath } from "#app/admin/list-search.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { pagesOf, QueuePage } from "#app/admin/queue-page.tsx";
import { notFound, requireOperator } from "#app/admin/require-operator.server.ts";
import { list } from "#app/admin/signups/signups.server.ts";
import { type Column, Table } from "#app/admin/table.tsx";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { Empty } from "#app/ui/empty.tsx";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("New signups");

/** /admin/signups?after={number}: the new signups (docs/specification.md#operator-signups). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const after = cursorOf(new URL(request.url).searchParams.get("after"));
  const { page, waits } = await loadPage(context, () => list(context.db, after));
  return { ...page, after, waits };
}

export const action = notFound;

type Signup = Awaited<ReturnType<typeof list>>["shown"][number];

const columns: Column<Signup>[] = [
  {
    label: "Signup",
    cell: ({ userId, message }) => <a href={href("/admin/users/:id", { id: userId })}>{message}</a>,
  },
  { label: "Email", kind: "why", cell: ({ details }) => details.email },
  { label: "Signed up with", cell: ({ details }) => details.authProvider },
  { label: "When", kind: "num", cell: ({ createdAt }) => dateTime(createdAt) },
];

/** The signups that operators were notified of, newest first. */
export default function Signups() {
  const { shown, next, after } = useLoaderData<typeof loader>();
  return (
    <QueuePage
      current="signups"
      title="New signups"
      empty={
        shown.length === 0 ? (
          <Empty title="No new signups yet" text="People who sign in right after joining appear here." />
        ) : null
      }
      pages={pagesOf((search) => listPath("/admin/signups", search), { after }, next)}
    >
      <div className="mt-5">
        <Table label="New signups" columns={columns} rows={shown} keyOf={({ id }) => id} />
      </div>
    </QueuePage>
  );
}
