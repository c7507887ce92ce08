import { Link } from "@remix-run/react";
import type { Problem } from "#app/gigs/drafts/check-draft.ts";
import { stepNames } from "#app/gigs/drafts/typed.ts";
import { EditorIcon } from "#app/gigs/editor/fields/editor-icon.tsx";
import type { PublishReply } from "#app/gigs/editor/publish-action.server.ts";
import { href } from "#app/lib/href.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Note } from "#app/ui/note.tsx";

type Props = {
  draftId: string;
  problems: Problem[];
  /** Whether the page can be previewed as buyers will see it. */
  hasPreview: boolean;
  /** True if the draft changes a published gig. */
  isChange: boolean;
  /** Why an operator denied the gig; null if it is not denied. */
  denial: string | null;
  /** True if changes of the denied gig already wait for an operator. */
  isWaiting: boolean;
  reply: PublishReply | undefined;
};

/** The last step: the missing details, the preview, and the button. */
export function PublishPanel(props: Props) {
  const { draftId, problems, hasPreview, isChange, denial, isWaiting, reply } = props;
  const isComplete = problems.length === 0;
  return (
    <>
      <div className="stack">
        {reply?.refusal ? (
          <RefusalNote title={reply.refusal}>
            {reply.toPause.length > 0 ? <PauseList gigs={reply.toPause} /> : null}
          </RefusalNote>
        ) : null}
        <ErrorSummary errors={{ rights: reply?.rights }} />
        {denial ? (
          <Note kind="amber" title="Support denied this service">
            <p>{denial}</p>
            <p>{nextForDenied(isWaiting)}</p>
          </Note>
        ) : null}
        {isComplete ? (
          <Note kind="ok" title={isChange ? "Your changes are ready" : "Your service is ready"} />
        ) : (
          <section aria-labelledby="problems">
            <h2 id="problems">Some details are missing</h2>
            <ul className="problems mt-4">
              {problems.map(({ step, field, sentence }) => (
                <li key={`${step} ${field}`}>
                  <Link
                    to={`${href("/services/create/:draft/:step", { draft: draftId, step })}?check=1#${field}`}
                  >
                    {sentence}
                  </Link>
                  <span className="muted">{` (${stepNames[step]})`}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      {hasPreview ? (
        <p className="mt-4">
          <a className="btn" href={href("/services/create/:draft/preview", { draft: draftId })}>
            Preview it as a buyer
          </a>
        </p>
      ) : null}
      <form
        id="step"
        method="post"
        action={href("/services/create/:draft/:step", { draft: draftId, step: "publish" })}
        noValidate
        className="mt-6"
      >
        <label className="pick">
          <input
            type="checkbox"
            name="rights"
            id="rights"
            value="yes"
            defaultChecked={reply && !reply.rights}
            aria-describedby={reply?.rights ? "rights-e" : undefined}
            aria-invalid={reply?.rights ? true : undefined}
          />
          I hold the rights to everything I deliver
        </label>
        {reply?.rights ? (
          <p className="err" id="rights-e">
            <Icon name="alert" />
            {reply.rights[0]}
          </p>
        ) : null}
        <div className="stickybar">
          <button
            type="submit"
            className="btn plain"
            name="intent"
            value="go:gallery"
            aria-label="Back to Gallery"
          >
            <EditorIcon name="back" />
            <span>Gallery</span>
          </button>
          <Submit
            name="intent"
            value="publish"
            pendingText={denial === null ? "Publishing..." : "Sending..."}
          >
            {denial === null ? (isChange ? "Publish changes" : "Publish service") : "Send to support"}
          </Submit>
        </div>
      </form>
    </>
  );
}

/** What happens to changes of a denied gig (docs/specification.md#denied-changes). */
export function nextForDenied(isWaiting: boolean): string {
  return isWaiting
    ? "We are reviewing the changes you sent. If you send new ones, we'll review those instead. We'll email you our decision. Until then, buyers can't see this service."
    : "Fix what we pointed out and send it for review. We'll email you our decision. Until then, buyers can't see this service.";
}

function PauseList({ gigs }: { gigs: PublishReply["toPause"] }) {
  return (
    <>
      <p>Your draft is kept. These services are active:</p>
      <ul className="problems mt-4">
        {gigs.map(({ id, title }) => (
          <li key={id} className="row between">
            <span>{title}</span>
            <form method="post" action={href("/dashboard/services")}>
              <input type="hidden" name="gig" value={id} />
              <button type="submit" className="btn" name="intent" value="pause">
                Pause
                <span className="vh">{` ${title}`}</span>
              </button>
            </form>
          </li>
        ))}
      </ul>
    </>
  );
}
