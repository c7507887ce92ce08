import { changed, loadedState, type Missed, type PageState } from "#app/conversations/live/page-state.ts";
import { Random } from "#tests/support/schedules/random.ts";
import { atLeast, atMost, type Figure } from "../figure.ts";
import { ask, sleep } from "../load/ask.ts";
import type { LoadAccount } from "../load/crowd.ts";
import type { Market } from "../market.ts";

/** How many messages are sent, and after which of them the server is killed. */
const count = 500;
const killedAfter = [120, 260, 400];
/** Between which messages one of the two browsers has no line. */
const offline = { from: 200, to: 300 };
/** The longest pause before a browser connects again, in ms, as the first one of live.script.ts. */
const longestPause = 500;
/** The longest time until all have arrived after the last was written, in ms. */
const patience = 60_000;

/**
 * Sends 500 messages from two sides while sockets are cut at random, tabs reload, one browser has no line for
 * a while, answers are lost, and the server is killed three times.
 * @param seed the same seed makes the same cuts
 */
export async function measureLost(
  market: Market,
  [one, two]: LoadAccount[],
  seed: number,
): Promise<Figure[]> {
  if (!one || !two) throw new Error("The market has too few accounts");
  const random = new Random(seed);
  const sides = [
    new Browser(market.url, one, one.conversation, random),
    new Browser(market.url, two, one.conversation, random),
  ] as const;
  const work = sides.map((side) => side.run());
  const texts: string[] = [];
  for (let i = 0; i < count; i++) {
    const side = sides[random.chance(0.5) ? 0 : 1];
    texts.push(`${i}`);
    side.outbox.push({ id: crypto.randomUUID(), content: `${i}` });
    sides[1].isOffline = i >= offline.from && i < offline.to;
    for (const each of sides) if (random.chance(0.03)) each.cut();
    if (random.chance(0.01)) sides[random.chance(0.5) ? 0 : 1].reload();
    if (killedAfter.includes(i)) {
      await market.kill();
      await sleep(500);
      await market.restart();
    }
    await sleep(25);
  }
  const until = Date.now() + patience;
  const isDone = () => sides.every((side) => side.outbox.length === 0 && side.shown().length >= count);
  while (!isDone() && Date.now() < until) await sleep(100);
  for (const side of sides) side.stop();
  await Promise.all(work);
  const [mine, theirs] = sides.map((side) => side.shown()) as [string[], string[]];
  const isOnce = (text: string) =>
    [mine, theirs].every((all) => all.filter((one) => one === text).length === 1);
  const outOfOrder = sides.flatMap(({ written }) => {
    const order = mine.filter((text) => written.includes(text));
    return written.filter((text, i) => order[i] !== text);
  });
  const note = `seed ${seed}; ${sides.map(({ cuts }) => cuts).join(" + ")} cuts, 3 kills`;
  return [
    atLeast(`of ${count} messages, those on both sides once`, texts.filter(isOnce).length, "", count, note),
    atMost("messages out of their sender's order", outOfOrder.length, "", 0),
    atMost(
      "places at which the two sides differ",
      mine.filter((text, i) => theirs[i] !== text).length,
      "",
      0,
    ),
  ];
}

/** A browser on a bad line: the outbox, the page's rules and the socket. */
class Browser {
  readonly outbox: { id: string; content: string }[] = [];
  readonly written: string[] = [];
  isOffline = false;
  cuts = 0;
  readonly #url: string;
  readonly #who: LoadAccount;
  readonly #conversation: string;
  readonly #random: Random;
  #state: PageState;
  #socket: WebSocket | null = null;
  #isAsking = false;
  #isOver = false;

  constructor(url: string, who: LoadAccount, conversation: string, random: Random) {
    this.#url = url;
    this.#who = who;
    this.#conversation = conversation;
    this.#random = random;
    this.#state = this.#empty();
  }

  shown(): string[] {
    return this.#state.window.messages.map(({ content }) => content);
  }

  /** Works until `stop`: sends what waits, and keeps the socket open. */
  async run(): Promise<void> {
    await Promise.all([this.#send(), this.#listen()]);
  }

  stop(): void {
    this.#isOver = true;
    this.#socket?.close();
  }

  cut(): void {
    this.cuts++;
    this.#socket?.close();
  }

  /** Nothing is left but what the browser has stored. */
  reload(): void {
    this.#state = this.#empty();
    this.cut();
  }

  #empty(): PageState {
    const thread = { id: this.#conversation, at: "", reads: null, messages: [], older: false, newer: false };
    return loadedState({ viewerId: this.#who.id, list: [], thread });
  }

  async #send(): Promise<void> {
    while (!this.#isOver) {
      const [next] = this.outbox;
      if (!next || this.isOffline) {
        await sleep(20);
        continue;
      }
      const fields = { ...next, conversation: this.#conversation, sender: this.#who.id };
      const isSent = await ask(`${this.#url}/messages/send`, "192.0.2.9", this.#who.cookie, fields).then(
        ({ status }) => status === 200,
        // The server was killed, or is not there yet.
        () => false,
      );
      // An answer that is lost: the message is sent once more.
      if (!isSent || this.#random.chance(0.1)) await sleep(50);
      else {
        this.written.push(next.content);
        this.outbox.shift();
      }
    }
  }

  async #listen(): Promise<void> {
    while (!this.#isOver) {
      if (this.isOffline) this.#socket?.close();
      else if (!this.#socket) {
        // With the cuts above the line is down 30 % of the time.
        await sleep(this.#random.next() * longestPause);
        this.#open();
      } else if (this.#state.hasGap) await this.#resume();
      await sleep(50);
    }
  }

  #open(): void {
    const headers = { Cookie: this.#who.cookie, Origin: this.#url, "CF-Connecting-IP": "192.0.2.9" };
    // Node's WebSocket takes headers; browsers do not, and its types follow them.
    const socket: WebSocket = Reflect.construct(WebSocket, [
      `${this.#url.replace("http", "ws")}/live`,
      { headers },
    ]);
    this.#socket = socket;
    socket.addEventListener("open", () => void this.#resume());
    socket.addEventListener("message", ({ data }) => {
      const event = JSON.parse(String(data));
      if (this.#socket === socket && !this.isOffline)
        this.#state = changed(this.#state, { type: "event", event, isTaken: true });
    });
    const lose = () => {
      if (this.#socket === socket) this.#socket = null;
    };
    socket.addEventListener("close", lose);
    socket.addEventListener("error", lose);
  }

  /** Asks for what was missed until nothing is, as use-messages.ts does. */
  async #resume(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    for (let isMore = true; isMore && !this.#isOver; ) {
      const after = this.#state.window.messages.at(-1)?.number ?? 0;
      const query = new URLSearchParams({ conversation: this.#conversation, after: String(after) });
      const answer = await ask(`${this.#url}/messages/since?${query}`, "192.0.2.9", this.#who.cookie).catch(
        // The server was killed.
        () => null,
      );
      if (answer?.status !== 200) {
        await sleep(200);
        continue;
      }
      const missed: Missed = JSON.parse(answer.text);
      this.#state = changed(this.#state, { type: "missed", conversation: this.#conversation, missed });
      isMore = missed.newer;
    }
    this.#isAsking = false;
  }
}
