import { AboutCard } from "#app/conversations/thread/about-card.tsx";
import type { MessageView } from "#app/conversations/thread/thread-view.ts";
import { time } from "#app/lib/dates.ts";

type Props = { message: MessageView; mine: boolean; timeZone: string | null };

/** One message, with what it is about, its time and, if it is the viewer's, whether it was read. */
export function Bubble({ message, mine, timeZone }: Props) {
  const { content, createdAt, isRead, gig, order } = message;
  return (
    <div className={mine ? "msg me" : "msg"} id={`m${message.number}`}>
      <AboutCard gig={gig} order={order} />
      <p className="whitespace-pre-wrap" dir="auto">
        {content}
      </p>
      <time dateTime={new Date(createdAt).toISOString()}>
        {`${time(createdAt, timeZone)}${timeZone ? "" : " UTC"}${mine ? ` · ${isRead ? "Read" : "Sent"}` : ""}`}
      </time>
    </div>
  );
}
