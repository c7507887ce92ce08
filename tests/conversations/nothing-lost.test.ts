import { expect, test } from "vitest";
import { changed, loadedState, type Missed, type PageState } from "#app/conversations/live/page-state.ts";
import { connect, messagesOf, talk } from "../support/conversations.ts";
import { Random } from "../support/schedules/random.ts";
import { origin, type Visitor } from "../support/visitor.ts";

/** An open page of messages on a bad connection: the rules of the page, and a socket that the test cuts. */
class Page {
  readonly who: Visitor;
  readonly conversation: string;
  state: PageState;
  #wire: Awaited<ReturnType<typeof connect>> | null = null;

  constructor(who: Visitor, conversation: string) {
    this.who = who;
    this.conversation = conversation;
    this.state = this.#empty();
  }

  #empty(): PageState {
    const thread = { id: this.conversation, at: "", reads: null, messages: [], older: false, newer: false };
    return loadedState({ viewerId: this.who.id, list: [], thread });
  }

  /** Opens the socket, and asks for what was missed, as use-messages.ts does. */
  async open(): Promise<void> {
    const wire = await connect(this.who);
    this.#wire = wire;
    wire.socket?.addEventListener("message", ({ data }) => {
      if (this.#wire === wire)
        this.state = changed(this.state, { type: "event", event: JSON.parse(String(data)), isTaken: true });
    });
    await this.resume();
  }

  async resume(): Promise<void> {
    for (;;) {
      const after = this.state.window.messages.at(-1)?.number ?? 0;
      const query = new URLSearchParams({ conversation: this.conversation, after: String(after) });
      const missed = await (await this.who.fetch(`/messages/since?${query}`)).json<Missed>();
      this.state = changed(this.state, { type: "missed", conversation: this.conversation, missed });
      if (!missed.newer) return;
    }
  }

  cut(): void {
    this.#wire?.socket?.close();
    this.#wire = null;
  }

  /** A reload: only what the server has is left. */
  async reload(): Promise<void> {
    this.cut();
    this.state = this.#empty();
    await this.open();
  }

  /** Sends a message of the outbox, and sends it again when the answer is lost. */
  async send(id: string, content: string, isAnswerLost: boolean): Promise<void> {
    const body = { conversation: this.conversation, content, sender: this.who.id, id };
    for (let tries = isAnswerLost ? 2 : 1; tries > 0; tries--) {
      const answer = await this.who.fetch("/messages/send", {
        method: "POST",
        headers: { Origin: origin },
        body: new URLSearchParams(body),
      });
      expect(answer.status).toBe(200);
    }
  }
}

/** SEED=7 npm test -- nothing-lost replays a run. */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6));

test(`60 messages from two sides over a line that is cut at random arrive once each, in order (seed ${seed})`, async () => {
  const random = new Random(seed);
  const chance = (share: number) => random.chance(share);
  const { ann, bob, id } = await talk();
  const pages = [new Page(ann, id), new Page(bob, id)];
  for (const page of pages) await page.open();
  const texts: string[] = [];
  for (let i = 0; i < 60; i++) {
    const sender = pages[chance(0.5) ? 0 : 1];
    for (const page of pages) {
      if (chance(0.3)) page.cut();
      if (chance(0.3)) await page.open();
      if (chance(0.05)) await page.reload();
    }
    texts.push(`message ${i}`);
    await sender?.send(crypto.randomUUID(), `message ${i}`, chance(0.3));
  }
  const saved = await messagesOf(id);
  expect(saved.map(({ content }) => content)).toEqual(texts);
  for (const page of pages) {
    // The connection is back.
    page.cut();
    await page.open();
    expect(page.state.window.messages.map(({ content }) => content)).toEqual(texts);
  }
});
