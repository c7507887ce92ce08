import { Link } from "@remix-run/react";
import { conversationPath } from "#app/conversations/conversation.ts";
import { messageFileLimits } from "#app/conversations/files/message-file.ts";
import { AboutCard } from "#app/conversations/thread/about-card.tsx";
import { href } from "#app/lib/href.ts";
import { offersPath } from "#app/offers/offer.ts";
import type { AskReply, AskView } from "#app/offers/writing/load-ask.server.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";
import { Note } from "#app/ui/note.tsx";
import { acceptedFiles, filesHint, maxInForm } from "#app/uploads/private-file.ts";
import { FilesField } from "#app/uploads/sending/files-field.tsx";

type Props = Omit<AskReply, "ask"> & {
  /** Null: the database failed, so only the fields are shown. */
  ask: AskView | null;
};

/** The form that asks for an offer (docs/specification.md#asking-for-an-offer). It works without scripts. */
export function AskScreen(props: Props) {
  const { ask, at, typed, refusal } = props;
  const isEmpty = Object.values(typed).every((text) => text === "" || text === at.gig);
  return (
    <div className="wrap page writing">
      <h1 className="stitch">Ask for an offer</h1>
      <p className="lede">
        {`Say what you need. ${ask?.name ?? "The seller"} can answer with an offer: a price, a delivery time and what you get.`}
      </p>
      {ask?.problem && !refusal ? <Note kind="amber" icon="info" title={ask.problem} /> : null}
      {ask?.problem && isEmpty ? <WayBack {...props} /> : <AskForm {...props} />}
    </div>
  );
}

/** Where a viewer who cannot ask can go. */
function WayBack({ ask, at }: Props) {
  return (
    <p className="mt-6">
      {at.conversation ? (
        <Link className="btn" to={conversationPath(at.conversation)}>
          Back to the conversation
        </Link>
      ) : ask?.gig ? (
        <Link className="btn" to={href("/services/s/:slug", { slug: ask.gig.slug })}>
          Back to the service
        </Link>
      ) : null}
    </p>
  );
}

function AskForm({ ask, at, typed, id, files, refusal, errors }: Props) {
  const ids = { conversation: at.conversation ?? undefined, gig: at.gig ?? undefined };
  return (
    <form
      method="post"
      action={offersPath("ask", at.conversation ? { ...ids, ask: true } : ids)}
      encType="multipart/form-data"
      className="panel mt-6"
      noValidate
    >
      <input type="hidden" name="intent" value="ask" />
      <input type="hidden" name="id" value={id} />
      {at.conversation ? <input type="hidden" name="conversation" value={at.conversation} /> : null}
      <ErrorSummary errors={errors} {...(refusal === null ? {} : { form: [refusal] })} />
      {ask && at.conversation ? (
        <SelectField
          name="gig"
          label="About a service (optional)"
          options={ask.services.map(({ id: value, title }) => ({ value, label: title }))}
          defaultValue={typed.gig}
          none="None in particular"
          {...(errors.gig ? { error: errors.gig } : {})}
        />
      ) : (
        <>
          <input type="hidden" name="gig" value={ask?.gig?.id ?? at.gig ?? ""} />
          <AboutCard gig={ask?.gig ?? null} order={null} offer={null} />
        </>
      )}
      <Field
        name="content"
        label="What you need"
        hint="40 to 5,000 characters. What it is for, what you already have, and what a good result looks like."
        multiline
        rows={8}
        required
        defaultValue={typed.content}
        error={errors.content}
      />
      <div className="cols">
        <Field
          name="budget"
          label="Budget in US dollars (optional)"
          hint="$5 to $10,000"
          inputMode="decimal"
          defaultValue={typed.budget}
          error={errors.budget}
        />
        <Field
          name="wantedBy"
          label="Wanted by (optional)"
          hint="Any day in the next 12 months"
          type="date"
          defaultValue={typed.wantedBy}
          error={errors.wantedBy}
        />
      </div>
      <Files conversation={ask?.conversation ?? at.conversation} files={files} error={errors.files} />
      <Submit className="btn go big wide mt-6" pendingText="Sending...">
        Ask for an offer
      </Submit>
    </form>
  );
}

type FilesProps = {
  conversation: string | null;
  files: AskReply["files"];
  error: string[] | undefined;
};

/**
 * Scripts can upload files before the form is sent, but only into a conversation. Before there is one, they
 * come with the form.
 */
function Files({ conversation, files, error }: FilesProps) {
  const label = "Files (optional)";
  if (conversation)
    return (
      <FilesField
        name="files"
        label={label}
        sendTo={href("/messages/:conversation/files", { conversation })}
        limits={messageFileLimits}
        kept={files}
        {...(error ? { error } : {})}
      />
    );
  return (
    <div className="field">
      <label htmlFor="files">{label}</label>
      <span className="hint" id="files-h">
        {filesHint({ ...messageFileLimits, together: maxInForm })}
      </span>
      <input
        className="in"
        id="files"
        name="files"
        type="file"
        accept={acceptedFiles}
        multiple
        aria-describedby="files-h"
      />
    </div>
  );
}
