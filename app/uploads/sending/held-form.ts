import { type RefObject, useEffect, useRef, useState } from "react";

/** A submitted form `waits` for its files, or is `stopped` because one of them failed. Null: neither. */
export type Held = "waits" | "stopped" | null;

/**
 * Delays a form while its files are being sent, and submits it when they have arrived. If one fails, the form
 * is not sent until the user has decided about the file and submits it again. Until the files have arrived,
 * the browser asks before it leaves the page, which would end the uploads.
 * @param input the form's field for files
 * @param sending the files that have not arrived. `sentence`: why one failed; null while it is being sent
 */
export function useHeldForm(
  input: RefObject<HTMLInputElement>,
  sending: { sentence: string | null }[],
): Held {
  const [held, setHeld] = useState<Held>(null);
  const waiting = useRef(sending);
  waiting.current = sending;
  const submitted = useRef<{ form: HTMLFormElement; submitter: HTMLElement | null } | null>(null);
  useEffect(() => {
    const hold = (event: SubmitEvent) => {
      const form = input.current?.form;
      if (!form || event.target !== form || waiting.current.length === 0) return;
      event.preventDefault();
      event.stopPropagation();
      submitted.current = { form, submitter: event.submitter };
      setHeld("waits");
    };
    document.addEventListener("submit", hold, true);
    return () => document.removeEventListener("submit", hold, true);
  }, [input]);
  const isSending = sending.some(({ sentence }) => sentence === null);
  useEffect(() => {
    if (!isSending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isSending]);
  useEffect(() => {
    const hasFailed = sending.some(({ sentence }) => sentence !== null);
    if (held === "stopped" && !hasFailed) setHeld(null);
    if (held !== "waits") return;
    if (hasFailed) setHeld("stopped");
    if (sending.length > 0) return;
    setHeld(null);
    submitted.current?.form.requestSubmit(submitted.current.submitter);
  }, [sending, held]);
  return held;
}
