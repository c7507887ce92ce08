import { readersTime } from "#app/lib/dates.ts";
import { RetryTimer } from "#app/lib/retries.ts";
import type { AutosaveAnswer } from "#app/ui/forms/autosave-answer.ts";
import {
  type EarlierText,
  forgetKept,
  isSameText,
  keepEarlier,
  keepText,
  mergeKept,
  readEarlier,
  readKept,
  type TypedFields,
} from "#app/ui/forms/kept-text.ts";

/** How long after the last keystroke a form is saved, in ms (docs/specification.md#autosave). */
const pause = 2000;
/** The timeout for an answer, in ms. */
const answerTime = 20_000;
/** Browsers refuse a larger body in a request that outlives its page. */
const largestKeepalive = 60_000;

export type AutosaveState = "idle" | "saving" | "offline" | AutosaveAnswer["state"];

export type AutosaveOptions = {
  /** Accepts the form's fields, and returns `AutosaveAnswer`. */
  url: string;
  /** The key in the browser's storage. */
  key: string;
  /** What is typed, as the browser stores it. */
  typedOf(form: FormData): TypedFields;
  /** What the page showed initially. */
  shown: TypedFields;
  /** True if `shown` was typed and is not saved: it is then newer than the browser's copy. */
  isUnsaved: boolean;
  /** Puts texts into the fields immediately. */
  fill(typed: TypedFields): void;
  /** Offers the texts that newer ones replaced. */
  showEarlier(earlier: EarlierText[]): void;
  /** Shows the state of the autosave. */
  show(state: AutosaveState, sentence: string): void;
  /**
   * Receives the current version. The field already has it; the page must not overwrite it with its old one.
   */
  setVersion(version: string): void;
  timeZone: string | null;
};

/** The event of a form that is being submitted. */
type Submission = { preventDefault(): void; currentTarget: HTMLFormElement };

/**
 * Saves a form while the user types: 2 s after the last keystroke, when a field loses focus, and when the
 * page is hidden. Without a connection the text is kept in the browser and sent once the connection is back.
 * The field `version`, if there is one, is updated from the answers.
 */
export class Autosaver {
  readonly #form: HTMLFormElement;
  readonly #options: () => AutosaveOptions;
  /** Counts changes, so that a keystroke during a save is not lost. */
  #made = 0;
  #saved = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #retries = new RetryTimer(() => void this.saveNow());
  #running: Promise<boolean> | null = null;
  /** True after an answer that a retry cannot fix: the form itself must be submitted. */
  #isStuck = false;
  /** What was sent without an answer. It may have been saved. */
  #unanswered: TypedFields[] = [];
  #earlier: EarlierText[] = [];

  constructor(form: HTMLFormElement, options: () => AutosaveOptions) {
    this.#form = form;
    this.#options = options;
  }

  /** Starts listening. @returns a function that stops it */
  start(): () => void {
    const listeners: [EventTarget, string, () => void][] = [
      [this.#form, "input", () => this.touch()],
      [this.#form, "focusout", () => this.#saveChanges(false)],
      [document, "visibilitychange", () => document.visibilityState === "hidden" && this.#saveChanges(true)],
      [window, "pagehide", () => this.#saveChanges(true)],
      [window, "online", () => this.#saveChanges(false)],
    ];
    for (const [target, name, listener] of listeners) target.addEventListener(name, listener);
    let hasEnded = false;
    // A component starts this while React commits. The fields can be filled in one step only afterwards, so
    // that no keystroke falls between reading and filling them.
    queueMicrotask(() => {
      if (!hasEnded) this.#restore();
    });
    return () => {
      hasEnded = true;
      this.#saveChanges(true);
      clearTimeout(this.#timer);
      this.#retries.stop();
      for (const [target, name, listener] of listeners) target.removeEventListener(name, listener);
    };
  }

  /** Call it when the form has changed. */
  touch(): void {
    this.#made++;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.saveNow(), pause);
  }

  /** Saves what is not saved yet. @returns whether everything is saved */
  async saveNow(isLeaving = false): Promise<boolean> {
    clearTimeout(this.#timer);
    while (this.#running) await this.#running;
    if (this.#made === this.#saved) return true;
    if (this.#isStuck) {
      this.#keep();
      return false;
    }
    this.#running = this.#send(isLeaving);
    const isSaved = await this.#running;
    this.#running = null;
    return isSaved;
  }

  /** Resolves when no save is in progress. */
  async #settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  /**
   * Call it when a button submits the form. While a save is in progress, the form waits for it: it must carry
   * the version that the save creates, or it would conflict with itself.
   */
  submitting(event: Submission, button: HTMLButtonElement | null): void {
    if (!this.#running) {
      this.handOver();
      return;
    }
    event.preventDefault();
    const form = event.currentTarget;
    void this.#settled().then(() => form.requestSubmit(button));
  }

  /** Call it when the form is submitted. */
  handOver(): void {
    clearTimeout(this.#timer);
    this.#saved = this.#made;
    // The stored text must not be older than what is submitted.
    if (readKept(this.#options().key)) this.#keep();
  }

  /** Swaps an earlier text with the current one of its field. */
  swapEarlier(earlier: EarlierText): void {
    const now = this.#typed();
    const text = now[earlier.name];
    this.#setEarlier(
      this.#earlier.flatMap((one) => (one !== earlier ? [one] : text ? [{ ...one, text }] : [])),
    );
    this.#options().fill({ ...now, [earlier.name]: earlier.text });
    this.touch();
  }

  discardEarlier(earlier: EarlierText): void {
    this.#setEarlier(this.#earlier.filter((one) => one !== earlier));
  }

  #typed(): TypedFields {
    return this.#options().typedOf(new FormData(this.#form));
  }

  /** Stores the typed text in the browser. */
  #keep(): void {
    keepText(this.#options().key, { version: this.#version?.value ?? "", typed: this.#typed() });
  }

  #saveChanges(isLeaving: boolean): void {
    if (this.#made !== this.#saved) void this.saveNow(isLeaving);
  }

  get #version(): HTMLInputElement | null {
    return this.#form.elements.namedItem("version") as HTMLInputElement | null;
  }

  async #send(isLeaving: boolean): Promise<boolean> {
    const { url, key, typedOf, show, timeZone } = this.#options();
    const count = this.#made;
    const fields = new FormData(this.#form);
    const typed = typedOf(fields);
    // Stored before it is sent, because the page may end first.
    keepText(key, { version: this.#version?.value ?? "", typed });
    const body = new URLSearchParams();
    for (const [name, value] of fields) if (typeof value === "string") body.append(name, value);
    show("saving", "Saving…");
    let answer: AutosaveAnswer;
    try {
      const keepalive = isLeaving && body.toString().length < largestKeepalive;
      const signal = AbortSignal.timeout(answerTime);
      const response = await fetch(url, { method: "POST", body, keepalive, signal });
      answer = await response.json();
    } catch {
      // No answer, or an answer that is not from the product.
      this.#unanswered.push(typed);
      show("offline", sentences.offline);
      this.#retries.failed();
      return false;
    }
    const unanswered = this.#unanswered;
    this.#unanswered = [];
    if (answer.state === "failed") this.#retries.failed();
    else this.#retries.reset();
    if (answer.state === "saved") {
      this.#setVersion(String(answer.version));
      this.#saved = count;
      if (this.#made === count) forgetKept(key);
      show("saved", `Saved ${readersTime(Date.now(), timeZone)}`);
      return this.#made === count;
    }
    if (answer.state === "changed") {
      const { version, typed: stands } = answer;
      if (unanswered.some((sent) => isSameText(sent, stands))) {
        // This page saved it: the connection was lost before the answer arrived.
        this.#setVersion(String(version));
        return await this.#send(isLeaving);
      }
    }
    show(answer.state, answer.state === "refused" ? answer.sentence : sentences[answer.state]);
    this.#isStuck = answer.state !== "refused" && answer.state !== "failed";
    return false;
  }

  #setVersion(version: string): void {
    if (!this.#version) return;
    this.#version.value = version;
    this.#options().setVersion(version);
  }

  #restore(): void {
    const { key, shown, isUnsaved, fill } = this.#options();
    const now = this.#typed();
    const kept = readKept(key);
    const { typed, earlier } = mergeKept(kept?.typed ?? now, isUnsaved ? null : shown, now);
    const all = [...readEarlier(key), ...earlier];
    this.#setEarlier(all.filter(({ name, text }) => text !== typed[name]));
    if (kept && !isSameText(typed, now)) {
      fill(typed);
      // It was sent when the page was left, and may have been saved after this page was rendered.
      this.#unanswered.push(kept.typed);
      // If it is older than the current version, the server reports that.
      this.#setVersion(kept.version);
    }
    if (!isSameText(typed, shown)) this.touch();
    else if (kept) forgetKept(key);
  }

  #setEarlier(earlier: EarlierText[]): void {
    const { key, showEarlier } = this.#options();
    const isNew = ({ name, text }: EarlierText, i: number) =>
      i === earlier.findIndex((one) => one.name === name && one.text === text);
    this.#earlier = earlier.filter(isNew);
    keepEarlier(key, this.#earlier);
    showEarlier(this.#earlier);
  }
}

const sentences = {
  offline: "You are offline. Your text is kept in this browser and will be saved when you are back online.",
  changed: "This was changed in another window.",
  "signed out": "You are signed out. Your text is kept in this browser.",
  gone: "This draft no longer exists. Your text is kept in this browser.",
  failed: "Not saved yet. We will try again in a few seconds.",
} as const;
