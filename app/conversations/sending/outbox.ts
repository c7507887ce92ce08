import { tellPage } from "#app/conversations/live/hub.ts";
import type { SendAnswer } from "#app/conversations/sending/send-answer.ts";
import { RetryTimer } from "#app/lib/retries.ts";
import type { FileView } from "#app/uploads/private-file.ts";
import { keptField } from "#app/uploads/sent-files.ts";

/**
 * A message that is not known to be saved. `refusal`: why it was not sent, as a sentence; null: it waits.
 * `isFinal`: sending it again as it is would not help.
 */
export type Outgoing = {
  id: string;
  conversation: string;
  content: string;
  gig: string | null;
  order: string | null;
  /** They are stored, and wait to be used. */
  files: FileView[];
  refusal: string | null;
  isFinal: boolean;
};

/** What the outbox holds. `sending`: the id of the message that is on its way; null: none. */
export type OutboxState = { messages: readonly Outgoing[]; sending: string | null; isOffline: boolean };

/** How many messages, and how many characters, one account's outbox holds in a browser. */
export const outboxBounds = { messages: 200, characters: 1_000_000 };

const empty: OutboxState = { messages: [], sending: null, isOffline: false };

/**
 * The messages that one account has not sent yet (docs/specification.md#browser-outbox). The browser keeps
 * them, so that they outlive the page. Every tab of the account shows them, and one at a time sends them, in
 * order within each conversation. A message that is sent twice is saved once.
 */
export class Outbox {
  /** What the browser's names of this outbox begin with. Each message has its own: tabs write at once. */
  readonly #key: string;
  readonly #sender: string;
  /** The messages for which the browser has no room, by their names: they live as long as this page. */
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

  /** Forgets what the conversation shows: it was saved, though its answer was lost. */
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
    // What failed for the page before may pass now.
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

  /** Sends what waits, and what has failed for a reason that passes. */
  readonly #again = (): void => {
    const failed = this.#stored().filter(({ refusal, isFinal }) => refusal !== null && !isFinal);
    for (const { id } of failed) this.#change(id, { refusal: null });
    this.#send();
  };

  readonly #retries = new RetryTimer(this.#again);

  /** Sends what waits. Another tab of the account may be doing it. */
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
    // One may have been added while the lock was given back.
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

  /** The first message that waits, and whose conversation waits for no earlier one. */
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

  /** The messages with their names, in order, as the browser has them: another tab may have changed them. */
  #entries(): (readonly [string, Outgoing])[] {
    const found = new Map<string, unknown>(this.#unkept);
    try {
      for (let i = 0; i < localStorage.length; i++) {
        const key = localStorage.key(i);
        if (key?.startsWith(`${this.#key}:`)) found.set(key, JSON.parse(localStorage.getItem(key) ?? "null"));
      }
    } catch {
      // Storage is forbidden, or unreadable: this page's own memory holds them.
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
      // Storage is forbidden or full: it lives as long as this page.
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
        // Storage is forbidden: it holds nothing.
      }
    }
    this.#show({ messages: this.#stored() });
  }

  #show(changes: Partial<OutboxState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const watcher of this.#watchers) watcher();
  }
}

/** Signing out removes everything that begins with this (page.script.ts). */
export const storedMessages = "messages:";

export function outboxKey(userId: string): string {
  return `${storedMessages}${userId}:outbox`;
}

function isOutgoing(value: unknown): value is Outgoing {
  const { id, conversation, content } = (value ?? {}) as Record<string, unknown>;
  return [id, conversation, content].every((text) => typeof text === "string");
}

const failed = { refusal: "Failed to send message", isFinal: false };

async function post({ id, conversation, content, gig, order, files }: Outgoing, sender: string) {
  const body = new URLSearchParams({ id, conversation, content, sender });
  if (gig) body.set("gig", gig);
  if (order) body.set("order", order);
  // A message that an earlier version of the page has kept has none.
  for (const file of files ?? []) body.append(keptField("files"), file.id);
  try {
    const answer = await fetch("/messages/send", { method: "POST", body });
    const said = (await answer.json()) as SendAnswer;
    return "sent" in said ? { ...said, conversation } : said;
  } catch {
    return failed;
  }
}
