import { AboutCard } from "#app/conversations/thread/about-card.tsx";
import { elsewhereSentence, hasLink, partsOf } from "#app/conversations/thread/message-text.ts";
import { DealCard } from "#app/conversations/thread/offer-card.tsx";
import type { MessageView } from "#app/conversations/thread/thread-view.ts";
import { readersTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { Icon } from "#app/ui/icon.tsx";
import { ReportLink } from "#app/ui/report-link.tsx";
import { FileList } from "#app/uploads/file-list.tsx";

type Props = {
  conversation: string;
  message: MessageView;
  mine: boolean;
  /** The viewer has never written to the other. */
  isStranger: boolean;
  /** When the page was loaded, UTC ms. */
  now: number;
  timeZone: string | null;
};

/** One message with its files, card, time and subject and, for the viewer's own, whether it was read. */
export function Bubble({ conversation, message, mine, isStranger, now, timeZone }: Props) {
  const { id, content, createdAt, isRead, offer, looksElsewhere, isRemoved, files } = message;
  return (
    <>
      {!mine && (looksElsewhere || (isStranger && hasLink(content))) ? (
        <p className="outside">
          <Icon name="shield" />
          {elsewhereSentence}
        </p>
      ) : null}
      <div className={mine ? "msg me" : "msg"} id={`m${message.number}`}>
        <AboutCard {...message} offer={offer?.id === id ? null : offer} />
        {isRemoved ? <p className="muted">{content}</p> : <MessageText content={content} />}
        <FileList
          files={files}
          pathOf={(file) => href("/messages/:conversation/files/:file", { conversation, file })}
          previews
        />
        <DealCard conversation={conversation} message={message} mine={mine} now={now} timeZone={timeZone} />
        <time dateTime={new Date(createdAt).toISOString()}>
          {`${readersTime(createdAt, timeZone)}${mine ? ` · ${isRead ? "Read" : "Sent"}` : ""}`}
        </time>
        {mine || isRemoved ? null : <ReportLink kind="message" id={id} what="this message" />}
      </div>
    </>
  );
}

/** The text of a message, with its links. The direction of its text does not affect the text around it. */
export function MessageText({ content }: { content: string }) {
  if (!content) return null;
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
