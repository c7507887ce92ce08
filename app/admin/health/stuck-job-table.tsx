import { ApplicationLink } from "#app/admin/applications/application-link.tsx";
import { age } from "#app/admin/health/health.ts";
import type { StuckJob } from "#app/admin/health/stuck-jobs.server.ts";
import { ScrollTable, TableRow } from "#app/admin/scroll-table.tsx";
import { href } from "#app/lib/href.ts";
import { shortId } from "#app/orders/order.ts";
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

const columns = ["What", "Order", "Since", "Attempts", "Last error"];

/** The stuck jobs of one kind. */
export function StuckJobTable({ id, title, jobs, at, retry }: Props) {
  if (jobs.length === 0) return null;
  return (
    <section id={id} className="mt-6">
      <h2 className="mb-3">{title}</h2>
      <ScrollTable label={title} columns={columns} hasActions={retry !== null}>
        {jobs.map((job) => (
          <TableRow key={job.id} columns={columns}>
            <td>{job.label}</td>
            <td>
              {job.registrationId !== null ? (
                <ApplicationLink id={job.registrationId} />
              ) : job.orderId === null ? (
                "–"
              ) : (
                <a className="num" href={href("/admin/orders/:id", { id: job.orderId })}>
                  {`#${shortId(job.orderId)}`}
                </a>
              )}
            </td>
            <td className="num">{age(job.since, at)}</td>
            <td className="num">{job.attempts}</td>
            <td className="why">{job.error ?? "–"}</td>
            {retry ? (
              <td>
                {job.canRetry ? (
                  <Submit
                    className="btn"
                    name="again"
                    value={`${retry.kind}:${job.id}`}
                    pendingText="Processing..."
                  >
                    {retry.label}
                  </Submit>
                ) : (
                  <span className="tiny muted">See the order</span>
                )}
              </td>
            ) : null}
          </TableRow>
        ))}
      </ScrollTable>
    </section>
  );
}
