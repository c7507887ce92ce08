import type { Topics } from "#app/gigs/drafts/check-draft.ts";
import type { ListedDraft } from "#app/gigs/drafts/gig-drafts.server.ts";
import type { Typed } from "#app/gigs/drafts/typed.ts";
import { Conflict } from "#app/gigs/editor/conflict.tsx";
import { DraftList } from "#app/gigs/editor/draft-list.tsx";
import { OverviewFields } from "#app/gigs/editor/fields/overview-fields.tsx";
import type { StepReply } from "#app/gigs/editor/step-action.server.ts";
import { StepForm } from "#app/gigs/editor/step-form.tsx";
import { StepFrame } from "#app/gigs/editor/step-frame.tsx";
import { href } from "#app/lib/href.ts";
import { Note } from "#app/ui/note.tsx";

type Props = {
  newId: string;
  writerId: string;
  drafts: ListedDraft[];
  topics: Topics;
  typed: Typed;
  isUnsaved: boolean;
  reply: StepReply | undefined;
};

/** /services/create: the drafts, and the first step of a new gig. */
export function CreateScreen({ newId, writerId, drafts, topics, typed, isUnsaved, reply }: Props) {
  return (
    <StepFrame title="Create a Gig" about="New service" step="overview" marks={null}>
      {drafts.length > 0 ? <DraftList drafts={drafts} /> : null}
      {isUnsaved ? <Note kind="plain" title="What you typed before signing in is not saved yet." /> : null}
      <h2 className="mb-4">{drafts.length > 0 ? "A new service" : "What do you offer?"}</h2>
      {reply?.theirs ? (
        <Conflict
          draftId={newId}
          createdAt={null}
          step="overview"
          writerId={writerId}
          mine={reply.typed}
          theirs={reply.theirs}
        />
      ) : (
        <StepForm
          draftId={newId}
          createdAt={null}
          writerId={writerId}
          step="overview"
          action={href("/services/create")}
          typed={reply?.typed ?? typed}
          version={0}
          isUnsaved={false}
          errors={{}}
          refusals={reply?.refusals ?? []}
          fields={(edit) => <OverviewFields edit={edit} topics={topics} />}
        />
      )}
    </StepFrame>
  );
}
