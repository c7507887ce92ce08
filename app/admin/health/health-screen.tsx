import { AdminFrame } from "#app/admin/admin-frame.tsx";
import type { HealthCheck } from "#app/admin/health/health.server.ts";
import { age, cappedCount } from "#app/admin/health/health.ts";
import type { StuckJob } from "#app/admin/health/stuck-jobs.server.ts";
import { adminOrderPath } from "#app/admin/orders/order-search.ts";
import { dateTime } from "#app/lib/dates.ts";
import { shortId } from "#app/orders/order.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";
import { Note } from "#app/ui/note.tsx";

/** What came of a form that was sent: its sentences, and what was typed. */
type RetryReply = { reason: string; fieldError: string | null; formError: string | null };

type Props = {
  /** UTC ms. */
  at: number;
  troubles: HealthCheck[];
  mails: StuckJob[];
  webhooks: StuckJob[];
  money: StuckJob[];
  rejections: { reason: string; count: number }[];
  reply: RetryReply | null;
};

/** Everything that is stuck, in numbers first; below, what an operator can try again. */
export function HealthScreen({ at, troubles, mails, webhooks, money, rejections, reply }: Props) {
  const stuck = troubles.reduce((sum, trouble) => sum + trouble.stuck, 0);
  const isTryable = [...mails, ...webhooks, ...money].some(({ tryable }) => tryable);
  return (
    <AdminFrame current="health" stuck={stuck}>
      <div className="head">
        <h1 className="stitch">Health</h1>
        <p className="small muted">
          {dateTime(at)} · <a href="/admin/health">Refresh</a>
        </p>
      </div>
      {stuck === 0 ? (
        <div className="mt-5">
          <Note kind="ok" title="All well">
            <p>Nothing is stuck.</p>
          </Note>
        </div>
      ) : null}
      <div className="stats mt-5">
        {troubles.map(({ key, label, to, count, since, stuck }) => (
          <a key={key} href={to} className={stuck > 0 ? "some" : undefined}>
            <b className="num">{cappedCount(count)}</b>
            {label}
            <span className="tiny muted">{since === null ? "none" : `oldest ${age(since, at)}`}</span>
          </a>
        ))}
      </div>
      {isTryable || reply ? (
        <form method="post" className="mt-6" noValidate>
          {reply?.formError ? <Note kind="bad" title={reply.formError} /> : null}
          <Field
            name="reason"
            label="Reason for trying again"
            hint="At least 10 characters. Every action is written to the audit log."
            required
            defaultValue={reply?.reason ?? ""}
            error={reply?.fieldError ?? undefined}
          />
          <StuckTable id="mails" title="Failed e-mails" things={mails} at={at} again={["mail", "Try now"]} />
          <StuckTable
            id="webhooks"
            title="Webhooks not processed"
            things={webhooks}
            at={at}
            again={["webhook", "Work on it now"]}
          />
          <StuckTable
            id="money"
            title="Money calls that wait"
            things={money}
            at={at}
            again={["money", "Try now"]}
          />
        </form>
      ) : (
        <StuckTable id="money" title="Money calls that wait" things={money} at={at} again={null} />
      )}
      {rejections.length > 0 ? (
        <section id="rejected" className="mt-6">
          <h2 className="mb-3">Webhooks rejected in 24 hours</h2>
          <ul className="log-list">
            {rejections.map(({ reason, count }) => (
              <li key={reason}>
                <b className="num">{count}</b> {reason}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </AdminFrame>
  );
}

type TableProps = {
  id: string;
  title: string;
  things: StuckJob[];
  at: number;
  /** What its buttons try, and say; null: only the order's page has them. */
  again: ["mail" | "webhook" | "money", string] | null;
};

function StuckTable({ id, title, things, at, again }: TableProps) {
  if (things.length === 0) return null;
  return (
    <section id={id} className="mt-6">
      <h2 className="mb-3">{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways has to be reached by keyboard */}
      <section className="scroll" tabIndex={0} aria-label={`${title}, scroll sideways`}>
        <table>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Order</th>
              <th scope="col">Since</th>
              <th scope="col">Tries</th>
              <th scope="col">Last word</th>
              {again ? (
                <th scope="col">
                  <span className="vh">Action</span>
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {things.map((thing) => (
              <tr key={thing.id}>
                <td>{thing.what}</td>
                <td>
                  {thing.orderId === null ? (
                    "–"
                  ) : (
                    <a className="num" href={adminOrderPath(thing.orderId)}>
                      #{shortId(thing.orderId)}
                    </a>
                  )}
                </td>
                <td className="num">{age(thing.since, at)}</td>
                <td className="num">{thing.tries}</td>
                <td className="why">{thing.error ?? "–"}</td>
                {again ? (
                  <td>
                    {thing.tryable ? (
                      <Submit
                        className="btn"
                        name="again"
                        value={`${again[0]}:${thing.id}`}
                        pendingText="Processing..."
                      >
                        {again[1]}
                      </Submit>
                    ) : (
                      <span className="tiny muted">On the order's page</span>
                    )}
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
