import { Link, useNavigate, useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { conversationPath, type ListFilter, livePath } from "#app/conversations/conversation.ts";
import { ConversationList, type ConversationView } from "#app/conversations/conversation-list.tsx";
import { useFullPageLoadsInLite, useLive } from "#app/conversations/live.tsx";
import { useOutgoing } from "#app/conversations/outgoing-messages.tsx";
import { type Refused, SendForm } from "#app/conversations/send-form.tsx";
import { Thread, type ThreadView } from "#app/conversations/thread.tsx";
import { isDeleted } from "#app/profiles/profile.ts";
import { Empty } from "#app/ui/empty.tsx";
import { Note } from "#app/ui/note.tsx";

type Props = {
  viewerId: string;
  /** True if the address names a conversation. Otherwise the first one is shown, on wide screens only. */
  asked: boolean;
  list: ConversationView[];
  filter: ListFilter;
  /** A part of a name, by which the list was searched; empty: it was not. */
  name: string;
  /** The address of older conversations; null if there are none. */
  older: string | null;
  thread: ThreadView | null;
  draftId: string;
  /** The text that was typed before sign-in. */
  draft: string;
  problem: string | null;
  /** The refusal of the last send without scripts. */
  refused: (Refused & { conversation: string }) | null;
  /**
   * A new object for every revalidation that failed; the other props are then unchanged. Null if it
   * succeeded.
   */
  unanswered: object | null;
  /** True if the page loads its scripts. */
  scripts: boolean;
};

/**
 * Conversation list on the left, thread on the right, send form below it
 * (docs/specification.md#messages-screen).
 */
export function MessagesScreen(props: Props) {
  const { list, filter, name, older, thread, asked, problem, unanswered, scripts, ...rest } = props;
  // The value of the first load: later loads use the address without `live=1`.
  const [live] = useState(scripts);
  const revalidator = useRevalidator();
  useLive("message", () => revalidator.revalidate(), unanswered);
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
            {thread ? <SelectedThread key={thread.id} thread={thread} {...rest} /> : null}
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

type SelectedProps = { thread: ThreadView } & Pick<Props, "viewerId" | "draftId" | "draft" | "refused">;

function SelectedThread({ thread, viewerId, draftId, draft, refused }: SelectedProps) {
  return (
    <Thread thread={thread} outgoing={useOutgoing(thread, draft)} viewerId={viewerId}>
      {isDeleted(thread.other) ? (
        <p className="small muted m-4">This account was deleted, so no one would read your message.</p>
      ) : (
        <SendForm
          conversation={thread.id}
          draftId={draftId}
          draft={draft}
          refused={refused?.conversation === thread.id ? refused : null}
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
