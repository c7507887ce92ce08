import { tellPage } from "#app/conversations/live/hub.ts";
import type { SendAnswer } from "#app/conversations/sending/send-answer.ts";
import { RetryTimer } from "#app/lib/retries.ts";
import type { FileView } from "#app/uploads/private-file.ts";
import { keptField } from "#app/uploads/sent-files.ts";

/**
 * A message that may not be saved yet. `refusal`: why it was not sent, as a sentence; null: it is waiting.
 * `isFinal`: sending it again unchanged would not help.
 */
type Outgoing = {
  id: string;
  conversation: string;
  content: string;
  gig: string | null;
  order: string | null;
  offer: string | null;
  /** The files are stored, but not used by a message yet. */
  files: FileView[];
  refusal: string | null;
  isFinal: boolean;
};

/** The content of the outbox. `sending`: the id of the message that is being sent; null: none. */
export type OutboxState = { messages: readonly Outgoing[]; sending: string | null; isOffline: boolean };

/** How many messages and characters an account's outbox can hold in a browser. */
export const outboxBounds = { messages: 200, characters: 1_000_000 };

const empty: OutboxState = { messages: [], sending: null, isOffline: false };

/**
 * The messages that one account has not sent yet (docs/specification.md#browser-outbox). The browser stores
 * them, so that they outlive the page. Every tab of the account shows them, but only one sends at a time, in
 * order within each conversation. A message that is sent twice is saved once.
 */
export class Outbox {
  /**
   * The prefix of this outbox's storage keys. Each message has its own key, because tabs may write at the
   * same time.
   */
  readonly #key: string;
  readonly #sender: string;
  /** Messages that do not fit into the browser's storage, by key. They are lost with this page. */
  readonly #unkept = new Map<string, Outgoing>();
  #state = empty;
  #watchers = new Set<() => void>();
  #isRunning = false;

  constructor(userId: string) {
    this.#sender = userId;
    this.#key = outboxKey(userId);
  }

  readonly state = (): OutboxState => this.#state;

  /** Calls back after every change. @returns a function that ends the subscription */
  readonly watch = (onChange: () => void): (() => void) => {
    this.#watchers.add(onChange);
    if (this.#watchers.size === 1) this.#start();
    return () => {
      this.#watchers.delete(onChange);
      if (this.#watchers.size === 0) this.#stop();
    };
  };

  /** Adds a message. @returns false if there is no room for it */
  add(message: Omit<Outgoing, "refusal" | "isFinal">): boolean {
    const all = this.#entries();
    const characters = all.reduce((sum, [, { content }]) => sum + content.length, message.content.length);
    if (all.length >= outboxBounds.messages || characters > outboxBounds.characters) return false;
    const last = Number.parseInt(all.at(-1)?.[0].slice(this.#key.length + 1) ?? "0", 10);
    const place = String(Math.max(Date.now(), last + 1)).padStart(15, "0");
    this.#keep(`${this.#key}:${place}:${message.id}`, { ...message, refusal: null, isFinal: false });
    this.#send();
    return true;
  }

  /** Sends a refused message again. */
  retry(id: string): void {
    this.#change(id, { refusal: null, isFinal: false });
    this.#send();
  }

  /** Removes messages that the conversation shows: they were saved, even if the answer was lost. */
  saved(ids: ReadonlySet<string>): void {
    if (this.#state.messages.some(({ id }) => ids.has(id))) this.#forget(({ id }) => ids.has(id));
  }

  discard(id: string): void {
    this.#forget((message) => message.id === id);
    this.#send();
  }

  #start(): void {
    window.addEventListener("storage", this.#onStorage);
    window.addEventListener("online", this.#onLine);
    window.addEventListener("offline", this.#onLine);
    document.addEventListener("visibilitychange", this.#onLine);
    // What failed for the previous page may succeed now.
    this.#show({ messages: this.#stored() });
    this.#onLine();
  }

  #stop(): void {
    this.#retries.stop();
    window.removeEventListener("storage", this.#onStorage);
    window.removeEventListener("online", this.#onLine);
    window.removeEventListener("offline", this.#onLine);
    document.removeEventListener("visibilitychange", this.#onLine);
  }

  readonly #onStorage = ({ key }: StorageEvent): void => {
    if (key === null || key.startsWith(`${this.#key}:`)) this.#show({ messages: this.#stored() });
  };

  readonly #onLine = (): void => {
    this.#show({ isOffline: !navigator.onLine });
    this.#retries.reset();
    this.#again();
  };

  /** Sends waiting messages, and those that failed for a temporary reason. */
  readonly #again = (): void => {
    const failed = this.#stored().filter(({ refusal, isFinal }) => refusal !== null && !isFinal);
    for (const { id } of failed) this.#change(id, { refusal: null });
    this.#send();
  };

  readonly #retries = new RetryTimer(this.#again);

  /** Sends waiting messages, unless another tab of the account is doing so. */
  async #send(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      if (navigator.locks) await navigator.locks.request(this.#key, () => this.#sendAll());
      else await this.#sendAll();
    } finally {
      this.#isRunning = false;
      this.#show({ sending: null });
    }
    // A message may have been added while the lock was released.
    if (this.#next()) await this.#send();
  }

  async #sendAll(): Promise<void> {
    for (let next = this.#next(); next; next = this.#next()) {
      this.#show({ sending: next.id });
      const answer = await post(next, this.#sender);
      if ("sent" in answer) {
        const { sent, previous, conversation } = answer;
        tellPage({ type: "message", conversation, message: sent, previous, isQuiet: true });
        this.#forget(({ id }) => id === next.id);
        this.#retries.reset();
      } else {
        this.#change(next.id, { refusal: answer.refusal, isFinal: answer.isFinal });
        if (!answer.isFinal) this.#retries.failed();
      }
      this.#show({ sending: null });
    }
  }

  /**
   * The first waiting message that has no earlier unsent message in its conversation. A message that was
   * refused for good does not hold up the others.
   */
  #next(): Outgoing | null {
    if (!navigator.onLine) return null;
    const held = new Set<string>();
    for (const message of this.#stored()) {
      if (message.refusal === null && !held.has(message.conversation)) return message;
      if (!message.isFinal) held.add(message.conversation);
    }
    return null;
  }

  #change(id: string, to: Partial<Outgoing>): void {
    for (const [key, message] of this.#entries())
      if (message.id === id) this.#keep(key, { ...message, ...to });
  }

  #stored(): readonly Outgoing[] {
    return this.#entries().map(([, message]) => message);
  }

  /** The stored messages with their keys, in order. Another tab may have changed them. */
  #entries(): (readonly [string, Outgoing])[] {
    const found = new Map<string, unknown>(this.#unkept);
    try {
      for (let i = 0; i < localStorage.length; i++) {
        const key = localStorage.key(i);
        if (key?.startsWith(`${this.#key}:`)) found.set(key, JSON.parse(localStorage.getItem(key) ?? "null"));
      }
    } catch {
      // Storage is forbidden or unreadable, so only this page's memory holds them.
    }
    return [...found]
      .flatMap(([key, message]) => (isOutgoing(message) ? [[key, message] as const] : []))
      .sort(([one], [two]) => (one < two ? -1 : 1));
  }

  #keep(key: string, message: Outgoing): void {
    try {
      localStorage.setItem(key, JSON.stringify(message));
      this.#unkept.delete(key);
    } catch {
      // Storage is forbidden or full, so the message is lost with this page.
      this.#unkept.set(key, message);
    }
    this.#show({ messages: this.#stored() });
  }

  #forget(isMeant: (message: Outgoing) => boolean): void {
    for (const [key, message] of this.#entries()) {
      if (!isMeant(message)) continue;
      this.#unkept.delete(key);
      try {
        localStorage.removeItem(key);
      } catch {
        // Storage is forbidden, so it holds nothing.
      }
    }
    this.#show({ messages: this.#stored() });
  }

  #show(changes: Partial<OutboxState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const watcher of this.#watchers) watcher();
  }
}

/** Signing out removes all keys with this prefix (page.script.ts). */
export const storedMessages = "messages:";

export function outboxKey(userId: string): string {
  return `${storedMessages}${userId}:outbox`;
}

function isOutgoing(value: unknown): value is Outgoing {
  const { id, conversation, content } = (value ?? {}) as Record<string, unknown>;
  return [id, conversation, content].every((text) => typeof text === "string");
}

const failed = { refusal: "Failed to send message", isFinal: false };

async function post({ id, conversation, content, gig, order, offer, files }: Outgoing, sender: string) {
  const body = new URLSearchParams({ id, conversation, content, sender });
  if (gig) body.set("gig", gig);
  if (order) body.set("order", order);
  if (offer) body.set("offer", offer);
  // A message stored by an earlier release has no files.
  for (const file of files ?? []) body.append(keptField("files"), file.id);
  try {
    const answer = await fetch("/messages/send", { method: "POST", body });
    const said = (await answer.json()) as SendAnswer;
    return "sent" in said ? { ...said, conversation } : said;
  } catch {
    return failed;
  }
}
