import { Link } from "@remix-run/react";
import { TicketTag } from "#app/contact/page/ticket-tag.tsx";
import { requestPath, type TicketState, topicLabel } from "#app/contact/ticket.ts";
import { href } from "#app/lib/href.ts";
import { Empty } from "#app/ui/empty.tsx";

type Props = {
  requests: { code: string; topic: string; state: TicketState; updatedAt: string }[];
  /** The address of the next page, with older tickets; null if there are none. */
  older: string | null;
};

/** The viewer's tickets, newest first. */
export function RequestsScreen({ requests, older }: Props) {
  return (
    <div className="wrap page">
      <div className="mid stack">
        <h1 className="stitch">My requests</h1>
        {requests.length === 0 ? (
          <Empty title="No requests yet" text="What you ask us appears here, with our answers.">
            <Link className="btn go" to={href("/contact")}>
              Contact us
            </Link>
          </Empty>
        ) : (
          <>
            <ul className="lines panel">
              {requests.map(({ code, topic, state, updatedAt }) => (
                <li key={code} className="row between">
                  <div>
                    <h2 className="small">
                      <Link className="more" to={requestPath(code)}>
                        {topicLabel(topic)}
                      </Link>
                    </h2>
                    <p className="small muted num">{`${code}, ${updatedAt}`}</p>
                  </div>
                  <TicketTag state={state} />
                </li>
              ))}
            </ul>
            <p className="row">
              <Link className="btn" to={href("/contact")}>
                New request
              </Link>
              {older === null ? null : (
                <Link className="more" to={older}>
                  Older requests
                </Link>
              )}
            </p>
          </>
        )}
      </div>
    </div>
  );
}
