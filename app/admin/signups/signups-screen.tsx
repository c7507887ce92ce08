import { listPath } from "#app/admin/list-search.ts";
import { pagesOf, QueuePage } from "#app/admin/queue-page.tsx";
import type { list } from "#app/admin/signups/signups.server.ts";
import { type Column, Table } from "#app/admin/table.tsx";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { Empty } from "#app/ui/empty.tsx";

type Props = Awaited<ReturnType<typeof list>> & {
  /** The number of the previous page's last row; null for the first page. */
  after: number | null;
};

const columns: Column<Props["shown"][number]>[] = [
  {
    label: "Signup",
    cell: ({ userId, message }) => <a href={href("/admin/users/:id", { id: userId })}>{message}</a>,
  },
  { label: "Email", kind: "why", cell: ({ details }) => details.email },
  { label: "Signed up with", cell: ({ details }) => details.authProvider },
  { label: "When", kind: "num", cell: ({ createdAt }) => dateTime(createdAt) },
];

/** The signups that operators were notified of, newest first. */
export function SignupsScreen({ shown, next, after }: Props) {
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
