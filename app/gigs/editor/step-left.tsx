import { Link } from "@remix-run/react";
import type { Lack } from "#app/gigs/drafts/check-draft.ts";
import { stepNames, type WrittenStep } from "#app/gigs/drafts/typed.ts";
import { toFixText } from "#app/gigs/editor/step-frame.tsx";
import { href } from "#app/lib/href.ts";
import { Note } from "#app/ui/note.tsx";

/** An incomplete step, and what is missing or wrong in it. */
export type Left = { step: WrittenStep; lacks: Lack[] };

/**
 * Lists what to fix in the step that was left, with links back to it (docs/specification.md#gig-editor).
 */
export function StepLeft({ draftId, step, lacks }: Left & { draftId: string }) {
  const path = href("/services/create/:draft/:step", { draft: draftId, step });
  return (
    <div className="step-left mb-6">
      <Note kind="amber" title={`Saved. ${stepNames[step]}: ${toFixText(lacks.length)}`}>
        <ul className="lacks">
          {lacks.map(({ field, sentence }) => (
            <li key={field}>
              <Link to={`${path}#${field}`}>{sentence}</Link>
            </li>
          ))}
        </ul>
      </Note>
    </div>
  );
}
