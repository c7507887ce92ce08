import { useEffect, useRef, useState } from "react";
import { maxPictures } from "#app/gigs/drafts/draft-limits.ts";
import { EditorIcon } from "#app/gigs/editor/fields/editor-icon.tsx";
import type { PictureAnswer } from "#app/gigs/editor/gallery/picture-answer.ts";
import { sendPicture } from "#app/gigs/editor/gallery/send-picture.ts";
import { type Cut, minGigWidth, pictureTypes } from "#app/uploads/picture.ts";
import { useHeldForm } from "#app/uploads/sending/held-form.ts";
import { HeldNote } from "#app/uploads/sending/held-note.tsx";

type Props = {
  url: string;
  /** The saved choice for pictures that are not 4:3. */
  cut: Cut;
  /** How many more pictures the draft can have. */
  room: number;
  /** True if the page shows an error about the pictures, under the id `picture-e`. */
  hasError: boolean;
  /** Called after each added picture, with the keys of all pictures of the draft. */
  onAdded: (pictures: string[]) => void;
};

/** A picture that is being sent. `sentence`: why it was not added; null while it is being sent. */
type Sending = { token: string; file: File; share: number; sentence: string | null; canRetry: boolean };

/**
 * Adds pictures. With scripts, each is sent immediately, in its own request. The form waits for them, because
 * its buttons load a page, which would end the uploads. Without scripts, all are sent with the form.
 */
export function NewPictures({ url, cut: savedCut, room, hasError, onAdded }: Props) {
  const [isLive, setLive] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<Sending[]>([]);
  const change = (token: string, to: Partial<Sending>) =>
    setSending((all) => all.map((one) => (one.token === token ? { ...one, ...to } : one)));
  const forget = (token: string) => setSending((all) => all.filter((one) => one.token !== token));

  const send = async ({ token, file }: Sending, cut: Cut) => {
    change(token, { share: 0, sentence: null });
    const answer = await sendPicture(url, { file, cut, token }, (share) => change(token, { share }));
    if (answer?.state === "done") {
      onAdded(answer.pictures);
      forget(token);
    } else change(token, sentenceOf(answer));
  };
  const sendChosen = async () => {
    if (!input.current) return;
    const cut = cutOf(input.current.form);
    const chosen = [...(input.current.files ?? [])].map(
      (file): Sending => ({ token: crypto.randomUUID(), file, share: 0, sentence: null, canRetry: false }),
    );
    // They are sent now, so the form must not send them again.
    input.current.value = "";
    setSending((all) => [...all, ...chosen]);
    // One by one, so that the first arrives soon even on a slow connection.
    for (const one of chosen) await send(one, cut);
  };

  const held = useHeldForm(input, sending);

  const atFirst = useRef(sendChosen);
  useEffect(() => {
    setLive(true);
    // Files chosen before this script ran.
    void atFirst.current();
  }, []);

  return (
    <div className="new-pictures mt-6">
      {sending.length > 0 ? (
        <ul className="sending" aria-live="polite">
          {sending.map((one) => (
            <li key={one.token}>
              <b>{one.file.name}</b>
              {one.sentence === null ? (
                <progress max={1} value={one.share} aria-label={`Sending ${one.file.name}`} />
              ) : (
                <p className="err">{one.sentence}</p>
              )}
              {one.sentence === null ? null : (
                <span className="acts">
                  {one.canRetry ? (
                    <button type="button" className="btn" onClick={() => void send(one, cutOf(null))}>
                      Send again
                      <span className="vh">{` ${one.file.name}`}</span>
                    </button>
                  ) : null}
                  <button type="button" className="btn" onClick={() => forget(one.token)}>
                    Discard
                    <span className="vh">{` ${one.file.name}`}</span>
                  </button>
                </span>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      <HeldNote held={held} />
      {/* Also in a full gallery: the choice is saved with the step, for the next picture. */}
      <fieldset className="cuts">
        <legend>If a picture is not 4:3</legend>
        <label className="pick">
          <input type="radio" name="cut" value="fill" defaultChecked={savedCut === "fill"} />
          Fill: crop its edges
        </label>
        <label className="pick">
          <input type="radio" name="cut" value="fit" defaultChecked={savedCut === "fit"} />
          Fit: show all of it, on a matching background
        </label>
      </fieldset>
      {room > 0 ? (
        <>
          <label className="drop-zone" htmlFor="picture">
            <EditorIcon name="upload" />
            {room === 1 ? "Add a picture" : "Add pictures"}
            <input
              type="file"
              id="picture"
              name="picture"
              accept={pictureTypes}
              multiple={room > 1}
              aria-describedby={hasError ? "picture-e picture-h" : "picture-h"}
              aria-invalid={hasError ? true : undefined}
              className={isLive ? "vh" : undefined}
              ref={input}
              onChange={() => void sendChosen()}
            />
          </label>
          <p className="small muted mt-2" id="picture-h">
            {`At least ${minGigWidth} px wide. JPEG, PNG, WebP or AVIF${isLive ? ". Large pictures are made smaller before they are sent." : ", at most 5 MB each."}`}
          </p>
          {isLive ? null : (
            <button type="submit" className="btn mt-4" name="intent" value="upload">
              Upload
            </button>
          )}
        </>
      ) : (
        <p className="muted">
          {`You have ${maxPictures} pictures, the most a service can have. Remove one to add another. Fill and Fit apply to pictures that you add.`}
        </p>
      )}
    </div>
  );
}

function cutOf(form: HTMLFormElement | null): Cut {
  const chosen = (form ?? document.querySelector<HTMLFormElement>("#step"))?.elements.namedItem("cut");
  return chosen instanceof RadioNodeList && chosen.value === "fit" ? "fit" : "fill";
}

/** Why a picture was not added, and whether it may be sent again as it is. */
function sentenceOf(answer: PictureAnswer | null): Pick<Sending, "sentence" | "canRetry"> {
  if (answer === null)
    return { sentence: "It did not arrive. Are you online? You can send it again", canRetry: true };
  if (answer.state === "refused") return { sentence: answer.sentence, canRetry: false };
  if (answer.state === "failed")
    return { sentence: "We couldn't save this picture. Please send it again", canRetry: true };
  return answer.state === "signed out"
    ? { sentence: "You are signed out. Sign in in another tab, then send it again", canRetry: true }
    : { sentence: "This draft no longer exists", canRetry: false };
}
