import { ApplicationLink } from "#app/admin/applications/application-link.tsx";
import { age } from "#app/admin/health/health.ts";
import type { StuckJob } from "#app/admin/health/stuck-jobs.server.ts";
import { OrderLink } from "#app/admin/orders/order-link.tsx";
import { type Column, Table } from "#app/admin/table.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";

type Props = {
  id: string;
  title: string;
  jobs: StuckJob[];
  /** UTC ms. */
  at: number;
  /** The buttons of the form around the table; null if it has no form. */
  retry: { kind: "mail" | "webhook" | "money"; label: string } | null;
};

const columns: Column<StuckJob>[] = [
  { label: "What", cell: ({ label }) => label },
  {
    label: "Order",
    cell: ({ orderId, registrationId }) => {
      if (registrationId !== null) return <ApplicationLink id={registrationId} />;
      return orderId === null ? "–" : <OrderLink id={orderId} />;
    },
  },
];

/** The stuck jobs of one kind. */
export function StuckJobTable({ id, title, jobs, at, retry }: Props) {
  if (jobs.length === 0) return null;
  const since: Column<StuckJob>[] = [
    { label: "Since", kind: "num", cell: (job) => age(job.since, at) },
    { label: "Attempts", kind: "num", cell: ({ attempts }) => attempts },
    { label: "Last error", kind: "why", cell: ({ error }) => error ?? "–" },
  ];
  const action: Column<StuckJob> = {
    label: "Action",
    isAction: true,
    cell: ({ id, canRetry }) =>
      canRetry && retry ? (
        <Submit className="btn" name="again" value={`${retry.kind}:${id}`} pendingText="Processing...">
          {retry.label}
        </Submit>
      ) : (
        <span className="tiny muted">See the order</span>
      ),
  };
  return (
    <section id={id} className="mt-6">
      <h2 className="mb-3">{title}</h2>
      <Table
        label={title}
        columns={[...columns, ...since, ...(retry ? [action] : [])]}
        rows={jobs}
        keyOf={(job) => job.id}
      />
    </section>
  );
}
