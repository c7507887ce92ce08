import { Link } from "@remix-run/react";
import type { Problem, Topics } from "#app/gigs/drafts/check-draft.ts";
import { stepNames, type WrittenStep } from "#app/gigs/drafts/typed.ts";
import { Conflict } from "#app/gigs/editor/conflict.tsx";
import { DescriptionFields } from "#app/gigs/editor/fields/description-fields.tsx";
import { OverviewFields } from "#app/gigs/editor/fields/overview-fields.tsx";
import { PackagesFields } from "#app/gigs/editor/fields/packages-fields.tsx";
import { QuestionRows } from "#app/gigs/editor/fields/question-rows.tsx";
import type { FieldsEdit, StepEdit } from "#app/gigs/editor/fields/step-edit.ts";
import { GalleryFields } from "#app/gigs/editor/gallery/gallery-fields.tsx";
import type { loadStep } from "#app/gigs/editor/load-step.server.ts";
import type { PublishReply } from "#app/gigs/editor/publish-action.server.ts";
import { nextForDenied, PublishPanel } from "#app/gigs/editor/publish-panel.tsx";
import type { StepReply } from "#app/gigs/editor/step-action.server.ts";
import { StepForm } from "#app/gigs/editor/step-form.tsx";
import { StepFrame, toFixText } from "#app/gigs/editor/step-frame.tsx";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { Note } from "#app/ui/note.tsx";
import { useTimeZone } from "#app/ui/use-time-zone.ts";

type Props = Awaited<ReturnType<typeof loadStep>> & { reply: StepReply | PublishReply | undefined };

/** One step of the gig editor (docs/specification.md#gig-editor). */
export function StepScreen(props: Props) {
  const { draft, step, marks, left, problems, hasPreview, reply } = props;
  const saved = dateTime(draft.updatedAt, useTimeZone());
  const about = `${draft.isChange ? "Changes to a published service" : "Draft"} · saved ${saved}`;
  return (
    <StepFrame title={draft.title} about={about} step={step} marks={marks}>
      {left ? <StepLeft draftId={draft.id} {...left} /> : null}
      {step === "publish" ? (
        <PublishPanel
          draftId={draft.id}
          isChange={draft.isChange}
          denial={draft.denial}
          isWaiting={draft.isWaiting}
          problems={problems}
          hasPreview={hasPreview}
          reply={reply && "toPause" in reply ? reply : undefined}
        />
      ) : (
        <WrittenPart
          {...props}
          step={step}
          reply={reply && "typed" in reply ? reply : undefined}
          key={`${draft.id} ${step} ${props.version}`}
        />
      )}
    </StepFrame>
  );
}

function WrittenPart({
  writerId,
  draft,
  step,
  typed,
  version,
  isUnsaved,
  errors,
  topics,
  pictures,
  reply,
}: Props & { step: WrittenStep; reply: StepReply | undefined }) {
  if (reply?.theirs)
    return (
      <Conflict
        draftId={draft.id}
        createdAt={draft.createdAt}
        step={step}
        writerId={writerId}
        mine={reply.typed}
        theirs={reply.theirs}
      />
    );
  return (
    <>
      {draft.denial ? (
        <Note kind="amber" title="Support denied this service">
          <p>{draft.denial}</p>
          <p>{nextForDenied(draft.isWaiting)}</p>
        </Note>
      ) : null}
      {isUnsaved ? <Note kind="plain" title="What you typed before signing in is not saved yet." /> : null}
      <StepForm
        draftId={draft.id}
        createdAt={draft.createdAt}
        step={step}
        writerId={writerId}
        action={href("/services/create/:draft/:step", { draft: draft.id, step })}
        typed={reply?.typed ?? typed}
        version={version}
        isUnsaved={isUnsaved || reply !== undefined}
        errors={reply || isUnsaved ? {} : errors}
        refusals={reply?.refusals ?? []}
        fields={(edit) => <Fields edit={edit} draftId={draft.id} topics={topics} pictures={pictures} />}
      />
    </>
  );
}

type FieldsProps = { edit: StepEdit; draftId: string; topics: Topics; pictures: string[] };

function Fields({ edit, draftId, topics, pictures }: FieldsProps) {
  switch (edit.step) {
    case "overview":
      return <OverviewFields edit={edit} topics={topics} />;
    case "packages":
      return <PackagesFields edit={edit} />;
    case "description":
      return <DescriptionFields edit={edit} />;
    case "requirements":
      return <RequirementsFields edit={edit} />;
    case "gallery":
      return <GalleryFields edit={edit} draftId={draftId} pictures={pictures} />;
  }
}

/** An incomplete step, and what is missing or wrong in it. */
type Left = { step: WrittenStep; problems: Problem[] };

/**
 * Lists what to fix in the step that the seller has just left, with links back to it
 * (docs/specification.md#gig-editor).
 */
function StepLeft({ draftId, step, problems }: Left & { draftId: string }) {
  const path = href("/services/create/:draft/:step", { draft: draftId, step });
  return (
    <div className="step-left mb-6">
      <Note kind="amber" title={`Saved. ${stepNames[step]}: ${toFixText(problems.length)}`}>
        <ul className="problems">
          {problems.map(({ field, sentence }) => (
            <li key={field}>
              <Link to={`${path}#${field}`}>{sentence}</Link>
            </li>
          ))}
        </ul>
      </Note>
    </div>
  );
}

/** What the seller asks a buyer once an order is paid. */
function RequirementsFields({ edit }: { edit: FieldsEdit }) {
  return (
    <fieldset>
      <legend className="serif big-legend">What you need from the buyer</legend>
      <p className="muted">
        Up to 10 questions, of at most 200 characters. Buyers answer them after they have paid. The delivery
        time begins when you start the work. If you ask nothing, you start from what they wrote when they
        ordered.
      </p>
      <QuestionRows edit={edit} />
    </fieldset>
  );
}
