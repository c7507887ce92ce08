import { fieldLabel } from "#app/gigs/drafts/field-label.ts";
import { differingNames, type Typed, type WrittenStep } from "#app/gigs/drafts/typed.ts";
import { keptKey } from "#app/gigs/editor/fields/step-edit.ts";
import { href } from "#app/lib/href.ts";
import { forgetKept } from "#app/ui/forms/kept-text.ts";
import { Note } from "#app/ui/note.tsx";

type Props = {
  draftId: string;
  createdAt: number | null;
  step: WrittenStep;
  /** The viewer's id. */
  writerId: string;
  mine: Typed;
  /** The saved fields, and their version. */
  theirs: { version: number; typed: Typed };
};

/**
 * Both versions of a step that two windows have saved. The seller chooses one; nothing is lost until then.
 */
export function Conflict({ draftId, createdAt, step, writerId, mine, theirs }: Props) {
  const forget = () => forgetKept(keptKey(draftId, createdAt, step));
  return (
    <>
      <Note kind="amber" title="This step was changed in another window">
        <p>Both versions are here. Choose which one to keep.</p>
      </Note>
      <ul className="conflict mt-6">
        {differingNames(mine, theirs.typed).map((name) => (
          <li key={name}>
            <h2>{fieldLabel(name)}</h2>
            <div className="cols">
              <Text title="Mine" text={mine[name]} />
              <Text title="Theirs" text={theirs.typed[name]} />
            </div>
          </li>
        ))}
      </ul>
      <div className="row mt-6">
        <form
          method="post"
          action={href("/services/create/:draft/:step", { draft: draftId, step })}
          onSubmit={forget}
        >
          {Object.entries(mine).map(([name, value]) => (
            // Not a hidden input: those lose line breaks in some browsers.
            <textarea key={name} name={name} defaultValue={value} hidden readOnly />
          ))}
          <input type="hidden" name="version" value={theirs.version} />
          <input type="hidden" name="writer" value={writerId} />
          <button type="submit" className="btn go" name="intent" value="save-mine">
            Keep mine
          </button>
        </form>
        <form
          method="post"
          action={href("/services/create/:draft/:step", { draft: draftId, step })}
          onSubmit={forget}
        >
          <button type="submit" className="btn" name="intent" value="keep-theirs">
            Keep theirs
          </button>
        </form>
      </div>
    </>
  );
}

function Text({ title, text }: { title: string; text: string | undefined }) {
  return (
    <div>
      <h3>{title}</h3>
      {text ? <p className="typed-text">{text}</p> : <p className="muted">Empty</p>}
    </div>
  );
}
