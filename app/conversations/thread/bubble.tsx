import { AboutCard } from "#app/conversations/thread/about-card.tsx";
import { leadsOutside, partsOf } from "#app/conversations/thread/message-text.ts";
import type { MessageView } from "#app/conversations/thread/thread-view.ts";
import { time } from "#app/lib/dates.ts";
import { Icon } from "#app/ui/icon.tsx";
import { ReportLink } from "#app/ui/report-link.tsx";

type Props = {
  message: MessageView;
  mine: boolean;
  /** The viewer has never written to the other. */
  isStranger: boolean;
  timeZone: string | null;
};

/** One message, with what it is about, its time and, if it is the viewer's, whether it was read. */
export function Bubble({ message, mine, isStranger, timeZone }: Props) {
  const { id, content, createdAt, isRead, gig, order, isRemoved } = message;
  return (
    <>
      {!mine && leadsOutside(content, isStranger) ? (
        <p className="outside">
          <Icon name="shield" />
          Pay and talk on Handiwork: outside there is no refund
        </p>
      ) : null}
      <div className={mine ? "msg me" : "msg"} id={`m${message.number}`}>
        <AboutCard gig={gig} order={order} />
        {isRemoved ? <p className="muted">{content}</p> : <MessageText content={content} />}
        <time dateTime={new Date(createdAt).toISOString()}>
          {`${time(createdAt, timeZone)}${timeZone ? "" : " UTC"}${mine ? ` · ${isRead ? "Read" : "Sent"}` : ""}`}
        </time>
        {mine || isRemoved ? null : <ReportLink kind="message" id={id} what="this message" />}
      </div>
    </>
  );
}

/** The text of a message, with its links. Its direction changes nothing around it. */
export function MessageText({ content }: { content: string }) {
  return (
    <p className="whitespace-pre-wrap" dir="auto">
      {partsOf(content).map((part, index) =>
        "href" in part ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order
          <bdi key={index}>
            <a href={part.href} rel="nofollow noopener ugc" target="_blank">
              {part.text}
            </a>
            {` (${part.host})`}
          </bdi>
        ) : (
          part.text
        ),
      )}
    </p>
  );
}
