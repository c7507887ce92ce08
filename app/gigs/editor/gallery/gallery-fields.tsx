import { type MouseEvent, useEffect, useRef, useState } from "react";
import { maxPictures } from "#app/gigs/drafts/draft-limits.ts";
import { EditorIcon } from "#app/gigs/editor/fields/editor-icon.tsx";
import { fieldOf, type StepEdit } from "#app/gigs/editor/fields/step-edit.ts";
import { NewPictures } from "#app/gigs/editor/gallery/new-pictures.tsx";
import { type PictureMove, pictureIntent } from "#app/gigs/editor/gallery/picture-answer.ts";
import { sendIntent } from "#app/gigs/editor/gallery/send-picture.ts";
import { href } from "#app/lib/href.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { Picture } from "#app/ui/picture.tsx";

type Props = { edit: StepEdit; draftId: string; pictures: string[] };

/**
 * One to four pictures with their alternative texts; the first is the main one
 * (docs/specification.md#gig-pictures).
 */
export function GalleryFields({ edit, draftId, pictures: saved }: Props) {
  const [pictures, setPictures] = useState(saved);
  const [said, setSaid] = useState("");
  const focus = useRef<string | null>(null);
  const url = href("/services/create/:draft/pictures", { draft: draftId });
  // After each change, because it moves or removes the pressed button.
  useEffect(() => {
    if (pictures && focus.current) document.getElementById(focus.current)?.focus();
    focus.current = null;
  }, [pictures]);

  const press = async (event: MouseEvent<HTMLButtonElement>, move: PictureMove, place: number) => {
    event.preventDefault();
    const intent = event.currentTarget.value;
    const answer = await sendIntent(url, intent);
    if (answer?.state === "done") {
      setSaid("");
      focus.current = focusAfter(move, place, answer.pictures);
      setPictures(answer.pictures);
    } else
      setSaid(
        answer?.state === "refused" ? answer.sentence : "The pictures were not changed. Please try again",
      );
  };

  return (
    <fieldset id="pictures">
      <legend className="serif big-legend">Pictures</legend>
      <p className="muted mb-4">
        {`1 to ${maxPictures} pictures. Say what each shows in 3 to 120 characters; some buyers cannot see it.`}
      </p>
      {edit.errors.picture ? (
        <p className="err" id="picture-e">
          {edit.errors.picture}
        </p>
      ) : null}
      <ul className="pics">
        {pictures.map((key, i) => (
          <li key={key}>
            <Picture src={`/images/${key}`} title={`Picture ${i + 1}`} {...size} />
            <p className="small muted">{i === 0 ? "Main picture" : `Picture ${i + 1}`}</p>
            <Field {...fieldOf(edit, `alt-${key}`)} label={`What picture ${i + 1} shows`} />
            <div className="acts">
              {(["up", "down", "remove"] as const).map((move) => (
                <button
                  key={move}
                  type="submit"
                  className="icon"
                  id={pictureIntent(move, key)}
                  name="intent"
                  value={pictureIntent(move, key)}
                  disabled={(move === "up" && i === 0) || (move === "down" && i === pictures.length - 1)}
                  onClick={(event) => void press(event, move, i)}
                >
                  <EditorIcon name={move} />
                  <span className="vh">{`${words[move]} picture ${i + 1}`}</span>
                </button>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {said ? (
        <p className="err" role="alert">
          {said}
        </p>
      ) : null}
      <NewPictures
        url={url}
        cut={edit.typed.cut === "fit" ? "fit" : "fill"}
        room={maxPictures - pictures.length}
        hasError={Boolean(edit.errors.picture)}
        onAdded={(all) => {
          edit.onFixed("picture");
          setPictures(all);
        }}
      />
    </fieldset>
  );
}

const size = {
  width: 320,
  height: 240,
  widths: [320, 640] as [320, 640],
  sizes: "(min-width:600px) 15rem, 92vw",
};
const words = { up: "Move up", down: "Move down", remove: "Remove" } as const;

/** The id of the element to focus after a picture's button: the focus follows the picture. */
function focusAfter(move: PictureMove, place: number, pictures: string[]): string {
  if (move === "remove") {
    const next = pictures[Math.min(place, pictures.length - 1)];
    return next ? `alt-${next}` : "picture";
  }
  const at = place + (move === "up" ? -1 : 1);
  const isAtEdge = at === (move === "up" ? 0 : pictures.length - 1);
  return pictureIntent(isAtEdge ? (move === "up" ? "down" : "up") : move, pictures[at] ?? "");
}
