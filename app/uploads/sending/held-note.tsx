import { useEffect, useRef } from "react";
import type { Held } from "#app/uploads/sending/held-form.ts";

const texts = {
  waits: "This will be sent when the upload finishes. Please keep the page open until then.",
  stopped: "Not sent yet, because a file failed. Send the file again or discard it first.",
};

/** Says why a submitted form has not been sent, and scrolls into view, because the button may be far away. */
export function HeldNote({ held }: { held: Held }) {
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (held) note.current?.scrollIntoView({ block: "nearest" });
  }, [held]);
  return held ? (
    <p className="small" role="status" ref={note}>
      {texts[held]}
    </p>
  ) : null;
}
