import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Outbox, outboxBounds, outboxKey } from "#app/conversations/sending/outbox.ts";

type Answer = { status?: number; body?: object };

/**
 * A browser with storage, a lock and a connection. `posted`: the contents in the order in which they arrived.
 */
function browser() {
  const stored = new Map<string, string>();
  const posted: Record<string, string>[] = [];
  const told: object[] = [];
  let answers: (fields: Record<string, string>) => Promise<Answer> | Answer = ({ id, content }) => ({
    body: { sent: { id, content, number: posted.length }, previous: null },
  });
  const heard = new EventTarget();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
    key: (i: number) => [...stored.keys()][i] ?? null,
    get length() {
      return stored.size;
    },
  });
  const line = { onLine: true };
  let lock: Promise<unknown> = Promise.resolve();
  vi.stubGlobal("navigator", {
    get onLine() {
      return line.onLine;
    },
    locks: {
      request: (_: string, work: () => Promise<void>) => {
        lock = lock.then(work);
        return lock;
      },
    },
  });
  vi.stubGlobal("window", {
    addEventListener: (name: string, act: EventListener) => heard.addEventListener(name, act),
    removeEventListener: (name: string, act: EventListener) => heard.removeEventListener(name, act),
    dispatchEvent: (event: CustomEvent) => told.push(event.detail),
  });
  vi.stubGlobal("document", { addEventListener: () => {}, removeEventListener: () => {} });
  vi.stubGlobal("fetch", async (_: string, { body }: { body: URLSearchParams }) => {
    const fields = Object.fromEntries(body);
    const { status = 200, body: answer } = await answers(fields);
    if (status === 0) throw new TypeError("no line");
    posted.push(fields);
    return Response.json(answer, { status });
  });
  return {
    stored,
    told,
    texts: () => posted.map(({ content }) => content),
    posted,
    answer: (by: typeof answers) => {
      answers = by;
    },
    setLine: (isOnline: boolean) => {
      line.onLine = isOnline;
      heard.dispatchEvent(new Event(isOnline ? "online" : "offline"));
    },
  };
}

const message = (content: string, conversation = "a") => ({
  id: `${conversation}-${content}`,
  conversation,
  content,
  gig: null,
  order: null,
  offer: null,
  files: [],
});
const opened = (user = "me") => {
  const outbox = new Outbox(user);
  const close = outbox.watch(() => {});
  return { outbox, close, texts: () => outbox.state().messages.map(({ content }) => content) };
};

describe("The browser's outbox", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

  it("Sends messages in order, tells the page what was saved, and then deletes them", async () => {
    const { texts, told, stored } = browser();
    const { outbox } = opened();
    for (const content of ["one", "two", "three"]) outbox.add(message(content));
    expect([...stored.keys()].every((key) => key.startsWith(`${outboxKey("me")}:`))).toBe(true);
    expect([...stored.values()].join()).toContain("three");
    await settle();
    expect(texts()).toEqual(["one", "two", "three"]);
    expect(told).toMatchObject(
      ["one", "two", "three"].map((content) => ({ type: "message", message: { content } })),
    );
    expect([outbox.state().messages, [...stored.keys()]]).toEqual([[], []]);
  });

  it("Sends what a message is about, and sends one that an earlier release stored", async () => {
    const { posted, stored } = browser();
    const key = `${outboxKey("me")}:000000000000001:old`;
    stored.set(key, JSON.stringify({ id: "old", conversation: "b", content: "old", refusal: null }));
    const { outbox } = opened();
    outbox.add({ ...message("one"), offer: "an-offer" });
    outbox.add({ ...message("two"), order: "an-order" });
    await settle();
    expect(posted.map(({ content, offer, order }) => [content, offer, order])).toEqual([
      ["old", undefined, undefined],
      ["one", "an-offer", undefined],
      ["two", undefined, "an-order"],
    ]);
  });

  it("Keeps waiting messages while the page is closed or offline, and sends them when the connection is back", async () => {
    const { setLine, texts } = browser();
    setLine(false);
    const first = opened();
    first.outbox.add(message("one"));
    first.outbox.add(message("two"));
    await settle(60_000);
    expect([texts(), first.outbox.state().isOffline]).toEqual([[], true]);
    first.close();
    const second = opened();
    expect(second.texts()).toEqual(["one", "two"]);
    setLine(true);
    await settle();
    expect([texts(), second.texts()]).toEqual([["one", "two"], []]);
  });

  it("A permanent refusal stops its message with a reason, and lets the others through", async () => {
    const { answer, texts } = browser();
    answer(({ content, id }) =>
      content === "blocked"
        ? { status: 403, body: { refusal: "You cannot write to this person", isFinal: true } }
        : { body: { sent: { id, content }, previous: null } },
    );
    const { outbox } = opened();
    for (const content of ["blocked", "next"]) outbox.add(message(content));
    await settle(60_000);
    expect(texts()).toEqual(["blocked", "next"]);
    expect(outbox.state().messages).toMatchObject([{ refusal: "You cannot write to this person" }]);
    outbox.discard("a-blocked");
    expect(outbox.state().messages).toEqual([]);
  });

  it("After a failure, later messages of that conversation wait, others do not; it is retried automatically", async () => {
    const { answer, texts } = browser();
    let isDown = true;
    answer(({ content, id, conversation }) =>
      isDown && conversation === "a" ? { status: 0 } : { body: { sent: { id, content }, previous: null } },
    );
    const { outbox } = opened();
    outbox.add(message("one"));
    outbox.add(message("two"));
    outbox.add(message("elsewhere", "b"));
    await settle(100);
    expect(texts()).toEqual(["elsewhere"]);
    expect(outbox.state().messages).toMatchObject([
      { content: "one", refusal: "Failed to send message" },
      { content: "two", refusal: null },
    ]);
    isDown = false;
    await settle(30_000);
    expect(texts()).toEqual(["elsewhere", "one", "two"]);
  });

  it("Two tabs send each message once, one tab at a time", async () => {
    const { answer, texts } = browser();
    let running = 0;
    let most = 0;
    answer(async ({ content, id }) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 10));
      running--;
      return { body: { sent: { id, content }, previous: null } };
    });
    const [one, two] = [opened(), opened()];
    one.outbox.add(message("one"));
    two.outbox.add(message("two"));
    one.outbox.add(message("three"));
    await settle(1000);
    expect([texts(), most]).toEqual([["one", "two", "three"], 1]);
  });

  it("Belongs to the account: it names its sender, and another account does not see it", async () => {
    const { setLine, posted, stored } = browser();
    setLine(false);
    opened("me").outbox.add(message("mine"));
    const other = opened("other");
    expect(other.texts()).toEqual([]);
    setLine(true);
    await settle();
    expect(posted).toMatchObject([{ content: "mine", sender: "me" }]);
    expect(stored.size).toBe(0);
  });

  it("Holds at most 200 messages or a million characters, and refuses more", async () => {
    const { setLine } = browser();
    setLine(false);
    const { outbox } = opened();
    for (let i = 0; i < outboxBounds.messages; i++) expect(outbox.add(message(`${i}`))).toBe(true);
    expect(outbox.add(message("one more"))).toBe(false);
    const other = opened("other").outbox;
    expect(other.add(message("x".repeat(outboxBounds.characters)))).toBe(true);
    expect(other.add(message("y"))).toBe(false);
  });

  it("Keeps everything that two tabs add at the same time: neither overwrites the other", async () => {
    const { setLine, stored, texts } = browser();
    setLine(false);
    const [one, two] = [opened(), opened()];
    // The second tab adds while the first one is between reading and writing.
    const { setItem } = localStorage;
    localStorage.setItem = (key, value) => {
      localStorage.setItem = setItem;
      two.outbox.add(message("theirs"));
      setItem(key, value);
    };
    vi.setSystemTime(1000);
    one.outbox.add(message("mine"));
    expect([...stored.values()].join()).toMatch(/mine/);
    expect([...stored.values()].join()).toMatch(/theirs/);
    setLine(true);
    await settle();
    expect(texts().toSorted()).toEqual(["mine", "theirs"]);
  });

  it("If the storage is full, a message is still sent", async () => {
    const { texts } = browser();
    localStorage.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    const { outbox } = opened();
    for (const content of ["one", "two"]) outbox.add(message(content));
    await settle();
    expect([texts(), outbox.state().messages]).toEqual([["one", "two"], []]);
  });

  it("Without storage it works until the page is closed", async () => {
    const { texts } = browser();
    vi.stubGlobal("localStorage", {
      getItem: () => {
        throw new Error("forbidden");
      },
      setItem: () => {
        throw new Error("forbidden");
      },
    });
    const { outbox } = opened();
    outbox.add(message("one"));
    await settle();
    expect([texts(), outbox.state().messages]).toEqual([["one"], []]);
  });
});
