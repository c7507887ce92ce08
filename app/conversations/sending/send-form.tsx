import { Link, useNavigate } from "@remix-run/react";
import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import {
  conversationPath,
  maxMessageLength,
  pathAbout,
  refusalToSend,
} from "#app/conversations/conversation.ts";
import { messageFileLimits } from "#app/conversations/files/message-file.ts";
import { sendFrame, typingPause } from "#app/conversations/live/frames.ts";
import { type SavedReply, withReply } from "#app/conversations/replies/reply.ts";
import { type Outbox, storedMessages } from "#app/conversations/sending/outbox.ts";
import { AboutCard } from "#app/conversations/thread/about-card.tsx";
import type { GigCard, OfferCard, OrderCard } from "#app/conversations/thread/thread-view.ts";
import { isBlank, trimmed } from "#app/lib/blank.ts";
import { href } from "#app/lib/href.ts";
import { Icon } from "#app/ui/icon.tsx";
import { ClipIcon } from "#app/uploads/file-icon.tsx";
import { acceptedFiles, type FileView } from "#app/uploads/private-file.ts";
import { ChosenFiles } from "#app/uploads/sending/chosen-files.tsx";
import { useUploads } from "#app/uploads/sending/use-uploads.ts";
import { keptField } from "#app/uploads/sent-files.ts";

/**
 * A refused message with its text and files, or, without a refusal, a text with a saved reply in it. `id`
 * stays the same, so that trying again sends the same message; null if it needs a new id.
 */
export type Refused = { refusal: string | null; content: string; id: string | null; files: FileView[] };

/** The subject of the next message; null: none was requested. */
export type AboutView = {
  gig: (GigCard & { id: string }) | null;
  order: OrderCard | null;
  offer: OfferCard | null;
} | null;

type Props = {
  viewerId: string;
  conversation: string;
  draftId: string;
  /** The text that was typed before sign-in. */
  draft: string;
  about: AboutView;
  replies: SavedReply[];
  refused: Refused | null;
  outbox: Outbox;
  /** The page loads its scripts. */
  scripts: boolean;
};

const noFiles: FileView[] = [];

/** The field shows a character count from this length on. */
const countedFrom = 4500;

/**
 * The send form. Without scripts it is a plain POST with its files, and its hidden id ensures that a form
 * that is sent twice is one message. With scripts every press of Send adds a message to the outbox, and the
 * conversation shows it immediately. The field is then empty for the next message. Nothing else changes what
 * the user is typing, and the browser stores it.
 */
export function SendForm(props: Props) {
  const { viewerId, conversation, draftId, draft, about, replies, refused, outbox, scripts } = props;
  const form = useRef<HTMLFormElement>(null);
  const [refusal, setRefusal] = useState(refused?.refusal ?? null);
  const [length, setLength] = useState(0);
  const navigate = useNavigate();
  const path = conversationPath(conversation);
  const subject = {
    gig: about?.gig?.id ?? null,
    order: about?.order?.id ?? null,
    offer: about?.offer?.id ?? null,
  };
  const typed = refused?.content ?? draft;
  const kept = useKeptText(`${storedMessages}${viewerId}:draft:${conversation}`);
  const uploads = useUploads(
    href("/messages/:conversation/files", { conversation }),
    messageFileLimits,
    refused?.files ?? noFiles,
  );

  useEffect(() => {
    const field = form.current && fieldOf(form.current);
    if (!field) return;
    if (!field.value && !typed) field.value = kept.read();
    setLength(field.value.length);
    grow(field);
  }, [kept, typed]);

  /** Appends a saved reply to the typed text. */
  function put(event: MouseEvent<HTMLButtonElement>, { content }: SavedReply) {
    const field = form.current && fieldOf(form.current);
    if (!field) return;
    event.preventDefault();
    field.value = withReply(field.value, content);
    event.currentTarget.closest("details")?.removeAttribute("open");
    field.focus();
    changed(field);
  }

  function changed(field: HTMLTextAreaElement) {
    setLength(field.value.length);
    kept.write(field.value);
    grow(field);
  }

  const typedAt = useRef(-typingPause);

  function onInput(event: FormEvent<HTMLTextAreaElement>) {
    const now = performance.now();
    if (!isBlank(event.currentTarget.value) && now - typedAt.current > typingPause) {
      typedAt.current = now;
      sendFrame({ type: "typing" });
    }
    changed(event.currentTarget);
  }

  /** Attaches a picture from the clipboard. */
  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    uploads.add(files);
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = fieldOf(event.currentTarget);
    if (!field) return;
    const { files } = uploads;
    const content = trimmed(field.value);
    const message = { id: crypto.randomUUID(), conversation, content, ...subject, files };
    const problem = refusalToSend(content, files.length) ?? (outbox.add(message) ? null : tooManyWait);
    setRefusal(problem);
    if (problem) return;
    field.value = "";
    changed(field);
    uploads.clear();
    // A reload would restore the draft or the card.
    if (draft || about) navigate(path, { replace: true, preventScrollReset: true });
  }

  return (
    <form
      method="post"
      action={pathAbout(path, subject)}
      encType="multipart/form-data"
      className="send"
      noValidate
      onSubmit={onSubmit}
      ref={form}
    >
      <input type="hidden" name="conversation" value={conversation} />
      <input type="hidden" name="id" value={refused?.id ?? draftId} />
      {about && (about.gig || about.order || about.offer) ? <About about={about} path={path} /> : null}
      <ChosenFiles name={keptField("files")} uploads={uploads} />
      <label className={scripts ? "clip" : "clip plain"}>
        <ClipIcon />
        <span className="vh">Attach files</span>
        <input
          type="file"
          name="files"
          accept={acceptedFiles}
          multiple
          ref={uploads.input}
          onChange={uploads.choose}
        />
      </label>
      <div className="field">
        <label className="vh" htmlFor="content">
          Message
        </label>
        <textarea
          className="in"
          id="content"
          name="content"
          rows={1}
          placeholder="Type a message..."
          enterKeyHint="send"
          dir="auto"
          defaultValue={typed}
          onInput={onInput}
          onPaste={onPaste}
          onKeyDown={sendOnEnter}
          aria-invalid={refusal ? true : undefined}
          aria-describedby={refusal ? "content-e" : undefined}
        />
        {length >= countedFrom ? (
          <p className="tiny muted num" role="status">
            {`${length.toLocaleString("en-US")} of ${maxMessageLength.toLocaleString("en-US")} characters`}
          </p>
        ) : null}
        {refusal ? (
          <p className="err" id="content-e" role="alert">
            <Icon name="alert" />
            {refusal}
          </p>
        ) : null}
      </div>
      {replies.length > 0 ? <Replies replies={replies} put={put} /> : null}
      <button type="submit" className="btn go">
        <Icon name="send" />
        <span className="vh">Send</span>
      </button>
    </form>
  );
}

type PutReply = (event: MouseEvent<HTMLButtonElement>, reply: SavedReply) => void;

/** The saved replies. Without scripts, their buttons reload the page with the text in the field. */
function Replies({ replies, put }: { replies: SavedReply[]; put: PutReply }) {
  return (
    <details className="drop up" data-menu>
      <summary>
        <Icon name="redo" />
        <span className="vh">Saved replies</span>
      </summary>
      <ul>
        {replies.map((reply) => (
          <li key={reply.number}>
            <button type="submit" name="reply" value={reply.number} onClick={(event) => put(event, reply)}>
              <span dir="auto">{reply.content}</span>
            </button>
          </li>
        ))}
        <li>
          <Link to="/profile/replies">Change replies</Link>
        </li>
      </ul>
    </details>
  );
}

const tooManyWait = "Too many messages are waiting to be sent. Send or discard some of them first.";

/** The subject of the next message, and a link that removes it. */
function About({ about, path }: { about: NonNullable<AboutView>; path: string }) {
  return (
    <div className="attached">
      {about.gig ? <input type="hidden" name="gig" value={about.gig.id} /> : null}
      {about.order ? <input type="hidden" name="order" value={about.order.id} /> : null}
      {about.offer ? <input type="hidden" name="offer" value={about.offer.id} /> : null}
      <AboutCard {...about} />
      <Link className="icon" to={path} replace preventScrollReset prefetch="none">
        <Icon name="close" />
        <span className="vh">Don't include this</span>
      </Link>
    </div>
  );
}

/** Enter sends if there is a real keyboard, but not while an input method composes a word. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  // Safari ends the composition before the key event, and reports 229.
  const composes = event.nativeEvent.isComposing || event.keyCode === 229;
  if (event.key !== "Enter" || event.shiftKey || composes) return;
  if (!matchMedia("(hover: hover) and (pointer: fine)").matches) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

function fieldOf(form: HTMLFormElement): HTMLTextAreaElement | null {
  const field = form.elements.namedItem("content");
  return field instanceof HTMLTextAreaElement ? field : null;
}

/** Grows the field with its text if CSS alone does not (`field-sizing`). CSS limits the height. */
function grow(field: HTMLTextAreaElement) {
  if (CSS.supports("field-sizing", "content")) return;
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
}

/** A text that the browser keeps until it is sent. */
function useKeptText(key: string) {
  const [kept] = useState(() => ({
    read: (): string => {
      try {
        return localStorage.getItem(key) ?? "";
      } catch {
        // Storage is forbidden, so nothing is kept.
        return "";
      }
    },
    write: (text: string): void => {
      try {
        if (text) localStorage.setItem(key, text);
        else localStorage.removeItem(key);
      } catch {
        // Storage is forbidden or full, so the text is lost with this page.
      }
    },
  }));
  return kept;
}
