import { Link, useNavigate } from "@remix-run/react";
import { useEffect, useState } from "react";
import { accountDeleted, cannotWrite, conversationPath, livePath } from "#app/conversations/conversation.ts";
import { ConversationList } from "#app/conversations/list/conversation-list.tsx";
import type { ConversationView, ListFilter } from "#app/conversations/list/list.ts";
import { useFullPageLoadsInLite } from "#app/conversations/live/live.tsx";
import { useMessages } from "#app/conversations/live/use-messages.ts";
import type { SavedReply } from "#app/conversations/replies/reply.ts";
import { useOutbox } from "#app/conversations/sending/outgoing-messages.tsx";
import { type AboutView, type Refused, SendForm } from "#app/conversations/sending/send-form.tsx";
import { Thread } from "#app/conversations/thread/thread.tsx";
import type { ThreadView } from "#app/conversations/thread/thread-view.ts";
import { isDeleted } from "#app/profiles/profile.ts";
import { Empty } from "#app/ui/empty.tsx";
import { Note } from "#app/ui/note.tsx";

type Props = {
  viewerId: string;
  /** True if the address names a conversation. Otherwise the first one is shown, on wide screens only. */
  asked: boolean;
  list: ConversationView[];
  filter: ListFilter;
  /** The part of a name that was searched for; empty: any. */
  name: string;
  /** The address of older conversations; null if there are none. */
  older: string | null;
  thread: ThreadView | null;
  draftId: string;
  /** The text that was typed before sign-in. */
  draft: string;
  problem: string | null;
  replies: SavedReply[];
  /** The subject of the next message. */
  about: AboutView;
  /** The refusal of the last send without scripts. */
  refused: (Refused & { conversation: string }) | null;
  /** A new object for every failed revalidation; the other props are then unchanged. Null if it succeeded. */
  unanswered: object | null;
  /** True if the page loads its scripts. */
  scripts: boolean;
};

/**
 * Conversation list on the left, thread on the right, send form below it
 * (docs/specification.md#messages-screen).
 */
export function MessagesScreen(props: Props) {
  const { filter, name, older, thread, asked, problem, scripts } = props;
  // The value of the first load: later loads use the address without `live=1`.
  const [live] = useState(scripts);
  const shown = useMessages(props, asked);
  const { list } = shown;
  useFullPageLoadsInLite();
  useFirstOnWideScreens(!asked && thread ? conversationPath(thread.id) : null);
  const here = thread ? conversationPath(thread.id) : "/messages";
  return (
    <div className="wrap page">
      <h1 className="stitch mb-5">Messages</h1>
      {problem ? (
        <div className="mb-5">
          <Note kind="bad" icon="alert" title={problem} />
        </div>
      ) : null}
      {list.length === 0 && !older && filter === "all" && !name && !thread ? (
        <Empty title="No messages" text="Ask a seller something from any service page.">
          <Link className="btn go" to="/search">
            Browse services
          </Link>
        </Empty>
      ) : (
        <>
          <div className={asked && thread ? "inbox one" : "inbox all"}>
            <ConversationList
              list={list}
              filter={filter}
              name={name}
              older={older}
              shown={thread?.id ?? null}
            />
            {thread ? <SelectedThread {...props} key={thread.at} thread={thread} shown={shown} /> : null}
          </div>
          <p className="small muted mt-3">
            {live ? (
              <>
                <a href={here}>Refresh</a> if a new message does not appear.
              </>
            ) : (
              <>
                <a href={here}>Refresh</a>
                {" to see new messages. This page can also update automatically, which uses more data: "}
                <a href={livePath(here)}>Turn on live updates</a>
              </>
            )}
          </p>
        </>
      )}
    </div>
  );
}

type SelectedProps = Props & { thread: ThreadView; shown: ReturnType<typeof useMessages> };

function SelectedThread({ thread, shown, ...props }: SelectedProps) {
  const { viewerId, draftId, draft, about, replies, refused, scripts } = props;
  const sending = useOutbox(viewerId);
  return (
    <Thread thread={thread} shown={shown} sending={sending} viewerId={viewerId}>
      {isDeleted(thread.other) ? (
        <p className="small muted m-4">{accountDeleted}</p>
      ) : thread.isBlocked ? (
        <p className="small m-4">
          {cannotWrite}
          {thread.side?.hasBlocked ? ". You have blocked them. You can unblock them in the menu above." : "."}
        </p>
      ) : (
        <SendForm
          viewerId={viewerId}
          conversation={thread.id}
          draftId={draftId}
          draft={draft}
          about={about}
          replies={replies}
          refused={refused?.conversation === thread.id ? refused : null}
          outbox={sending.outbox}
          scripts={scripts}
        />
      )}
    </Thread>
  );
}

/**
 * On wide screens the first conversation is visible, so its address is opened, which marks its messages as
 * read.
 */
function useFirstOnWideScreens(path: string | null) {
  const navigate = useNavigate();
  useEffect(() => {
    if (path && matchMedia("(min-width: 768px)").matches) navigate(path, { replace: true });
  }, [path, navigate]);
}
