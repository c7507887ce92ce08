import type { Lack, Topics } from "#app/gigs/drafts/check-draft.ts";
import type { Step, Typed, WrittenStep } from "#app/gigs/drafts/typed.ts";
import { Conflict } from "#app/gigs/editor/conflict.tsx";
import { DescriptionFields } from "#app/gigs/editor/fields/description-fields.tsx";
import { OverviewFields } from "#app/gigs/editor/fields/overview-fields.tsx";
import { PackagesFields } from "#app/gigs/editor/fields/packages-fields.tsx";
import { RequirementsFields } from "#app/gigs/editor/fields/requirements-fields.tsx";
import type { StepEdit } from "#app/gigs/editor/fields/step-edit.ts";
import { GalleryFields } from "#app/gigs/editor/gallery/gallery-fields.tsx";
import type { PublishReply } from "#app/gigs/editor/publish-action.server.ts";
import { nextForDenied, PublishPanel } from "#app/gigs/editor/publish-panel.tsx";
import type { StepReply } from "#app/gigs/editor/step-action.server.ts";
import { StepForm } from "#app/gigs/editor/step-form.tsx";
import { type Marks, StepFrame } from "#app/gigs/editor/step-frame.tsx";
import { type Left, StepLeft } from "#app/gigs/editor/step-left.tsx";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { Note } from "#app/ui/note.tsx";
import { useTimeZone } from "#app/ui/use-time-zone.ts";

type Props = {
  writerId: string;
  draft: {
    id: string;
    title: string;
    createdAt: number;
    updatedAt: number;
    isChange: boolean;
    denial: string | null;
    /** True if changes of the denied gig already wait for an operator. */
    isWaiting: boolean;
  };
  step: Step;
  marks: Marks;
  /** The step that the seller has just left, if it lacks something. */
  left: Left | null;
  errors: Record<string, string>;
  typed: Typed;
  version: number;
  /** True if the fields contain text that was parked during sign-in. */
  isUnsaved: boolean;
  topics: Topics;
  pictures: string[];
  lacks: Lack[];
  hasPreview: boolean;
  reply: StepReply | PublishReply | undefined;
};

/** One step of the gig editor (docs/specification.md#gig-editor). */
export function StepScreen(props: Props) {
  const { draft, step, marks, left, lacks, hasPreview, reply } = props;
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
          lacks={lacks}
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
