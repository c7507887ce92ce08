import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { type FileLimits, type FileView, refusalToAdd } from "#app/uploads/private-file.ts";
import type { FileAnswer } from "#app/uploads/sending/file-answer.ts";
import { type Held, useHeldForm } from "#app/uploads/sending/held-form.ts";
import { sendUntilArrived } from "#app/uploads/sending/send-until-arrived.ts";

/** A file being sent. `sentence`: why it did not arrive; null while it is being sent. */
type FileOnItsWay = {
  token: string;
  file: File;
  share: number;
  sentence: string | null;
  canRetry: boolean;
};

/** The files of a form: `files` are stored, `sending` are not yet. */
export type Uploads = {
  /** True once scripts send each file on its own. Otherwise files are sent with the form. */
  isLive: boolean;
  files: FileView[];
  sending: FileOnItsWay[];
  held: Held;
  input: RefObject<HTMLInputElement>;
  /** Sends the files chosen in the input. */
  choose: () => void;
  add: (files: readonly File[]) => void;
  retry: (token: string) => void;
  /** Drops a file that did not arrive. */
  discard: (token: string) => void;
  remove: (id: string) => void;
  /** Drops all files, because they were used. */
  clear: () => void;
};

/**
 * Sends the files of a form as soon as they are chosen, each in its own request
 * (docs/specification.md#private-files). The form waits for them. If one fails, it is not sent until the user
 * has decided about the file and submits it again.
 * @param url the address to send them to
 * @param first files uploaded before
 */
export function useUploads(url: string, limits: FileLimits, first: FileView[]): Uploads {
  const [isLive, setLive] = useState(false);
  const [files, setFiles] = useState(first);
  const [sending, setSending] = useState<FileOnItsWay[]>([]);
  const input = useRef<HTMLInputElement>(null);
  /** Files are sent one after another, so that the first one arrives soon on a slow connection. */
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const known = useRef({ files, sending });
  known.current = { files, sending };

  const change = useCallback((token: string, to: Partial<FileOnItsWay>) => {
    setSending((all) => all.map((one) => (one.token === token ? { ...one, ...to } : one)));
  }, []);
  const discard = useCallback((token: string) => {
    setSending((all) => all.filter((one) => one.token !== token));
  }, []);

  const send = useCallback(
    ({ token, file }: FileOnItsWay) => {
      change(token, { share: 0, sentence: null });
      last.current = last.current.then(async () => {
        const address = `${url}?${new URLSearchParams({ name: file.name, token })}`;
        const answer = await sendUntilArrived<FileAnswer>(address, file, (share) => change(token, { share }));
        if (answer?.state !== "done") return change(token, problemOf(answer));
        discard(token);
        setFiles((all) => [...all.filter(({ id }) => id !== answer.file.id), answer.file]);
      });
    },
    [url, change, discard],
  );

  const add = useCallback(
    (chosen: readonly File[]) => {
      const before = [
        ...known.current.files,
        ...known.current.sending.map(({ file }) => ({ bytes: file.size })),
      ];
      const added = chosen.map((file): FileOnItsWay => {
        const sentence = refusalToAdd(file, before, limits);
        if (sentence === null) before.push({ bytes: file.size });
        return { token: crypto.randomUUID(), file, share: 0, sentence, canRetry: false };
      });
      setSending((all) => [...all, ...added]);
      for (const one of added) if (one.sentence === null) send(one);
    },
    [limits, send],
  );

  const choose = useCallback(() => {
    if (!input.current) return;
    add([...(input.current.files ?? [])]);
    // They are being sent now, so the form must not send them again.
    input.current.value = "";
  }, [add]);

  const chooseFirst = useRef(choose);
  useEffect(() => {
    setLive(true);
    // Files chosen before this script ran.
    chooseFirst.current();
  }, []);

  const held = useHeldForm(input, sending);
  const clear = useCallback(() => setFiles([]), []);
  const retry = (token: string) => {
    const one = sending.find((other) => other.token === token);
    if (one) send(one);
  };
  const remove = (id: string) => setFiles((all) => all.filter((file) => file.id !== id));
  return { isLive, files, sending, held, input, choose, add, retry, discard, remove, clear };
}

/** Why a file did not arrive, and whether it may be sent again unchanged. */
function problemOf(answer: Exclude<FileAnswer, { state: "done" }> | null) {
  if (answer === null)
    return { sentence: "It did not arrive. Are you online? You can send it again.", canRetry: true };
  switch (answer.state) {
    case "refused":
      return { sentence: answer.sentence, canRetry: false };
    case "failed":
      return {
        sentence: "We couldn't store this file. Send it again, or continue without it.",
        canRetry: true,
      };
    case "signed out":
      return {
        sentence: "You are signed out. Sign in in another tab, then send it again.",
        canRetry: true,
      };
    case "gone":
      return { sentence: "This page no longer exists.", canRetry: false };
  }
}
