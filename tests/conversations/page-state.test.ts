import { describe, expect, it } from "vitest";
import type { ConversationView } from "#app/conversations/list/list.ts";
import { type Change, changed, loadedState, type PageState } from "#app/conversations/live/page-state.ts";
import type { MessageView, OfferCard, RequestCard } from "#app/conversations/thread/thread-view.ts";

const me = "me";
const message = (number: number, senderId = "other"): MessageView => ({
  id: `m${number}`,
  number,
  senderId,
  content: `text ${number}`,
  isRead: false,
  createdAt: number,
  gig: null,
  order: null,
  offer: null,
  request: null,
  files: [],
  looksElsewhere: false,
  isRemoved: false,
});
const row = (id: string, latest: number, unread = 0): ConversationView => ({
  id,
  other: { username: id, fullName: id, avatarUrl: null },
  lastMessage: `text ${latest}`,
  updatedAt: latest,
  latest,
  unread,
});
const threadOf = (numbers: number[], edges: { older?: boolean; newer?: boolean; at?: string } = {}) => ({
  id: "a",
  at: "a",
  reads: null,
  older: false,
  newer: false,
  ...edges,
  messages: numbers.map((number) => message(number)),
});
const page = (numbers: number[], edges = {}, list = [row("a", 3), row("b", 2)]) =>
  loadedState({ viewerId: me, list, thread: threadOf(numbers, edges) });
const arrives = (number: number, previous: number | null, conversation = "a", isTaken = false): Change => ({
  type: "event",
  isTaken,
  event: { type: "message", conversation, previous, message: message(number), isQuiet: false },
});
const applied = (state: PageState, ...changes: Change[]) => changes.reduce(changed, state);
const numbersOf = ({ window }: PageState) => window.messages.map(({ number }) => number);

describe("An open page of messages", () => {
  it("Shows a message that follows the last one, once, and moves its conversation up", () => {
    const state = applied(page([1, 3]), arrives(7, 3), arrives(7, 3), arrives(9, 2, "b"));
    expect([numbersOf(state), state.hasGap]).toEqual([[1, 3, 7], false]);
    expect(state.list).toMatchObject([
      { id: "b", lastMessage: "text 9", unread: 1 },
      { id: "a", lastMessage: "text 7", unread: 1 },
    ]);
    expect(applied(page([3]), arrives(7, 3, "a", true)).list[0]?.unread).toBe(0);
  });

  it("Detects a gap if the message before is missing, and fills it with what was missed", () => {
    const state = applied(page([1, 3]), arrives(9, 7));
    expect([numbersOf(state), state.hasGap]).toEqual([[1, 3], true]);
    const missed = {
      messages: [message(7), message(9)],
      newer: false,
      readUpTo: 0,
      list: [row("a", 9, 2)],
      more: false,
    };
    const whole = applied(state, { type: "missed", conversation: "a", missed });
    expect([numbersOf(whole), whole.hasGap, whole.list[0]?.unread]).toEqual([[1, 3, 7, 9], false, 2]);
    expect(
      applied(state, { type: "missed", conversation: "a", missed: { ...missed, newer: true } }).hasGap,
    ).toBe(true);
    expect(numbersOf(applied(state, { type: "missed", conversation: "b", missed }))).toEqual([1, 3]);
  });

  it("Expects no message before the very first one", () => {
    expect(numbersOf(applied(page([]), arrives(4, null)))).toEqual([4]);
  });

  it("Holds a new message back until the pages before it are loaded", () => {
    const state = applied(page([1, 3], { newer: true }), arrives(9, 7));
    expect([numbersOf(state), state.hasGap]).toEqual([[1, 3], false]);
    const page2 = { messages: [message(7), message(9)], older: true, newer: false };
    expect(numbersOf(applied(state, { type: "newer", conversation: "a", page: page2 }))).toEqual([
      1, 3, 7, 9,
    ]);
  });

  it("Adds an older page at the top, without duplicates", () => {
    const older = { messages: [message(1), message(2), message(3)], older: true, newer: true };
    const state = applied(page([3, 4], { older: true }), { type: "older", conversation: "a", page: older });
    expect([numbersOf(state), state.window.older, state.window.newer]).toEqual([[1, 2, 3, 4], true, false]);
    expect(numbersOf(applied(page([3]), { type: "older", conversation: "b", page: older }))).toEqual([3]);
  });

  it("Merges a reloaded page; a late one removes nothing; a page from another part replaces the messages", () => {
    const live = applied(page([1, 3]), arrives(7, 3));
    const loaded = (numbers: number[], edges = {}): Change => ({
      type: "loaded",
      loaded: { viewerId: me, list: [row("a", 3)], thread: threadOf(numbers, edges) },
    });
    expect(numbersOf(applied(live, loaded([1, 3])))).toEqual([1, 3, 7]);
    expect(numbersOf(applied(live, loaded([3, 7, 8])))).toEqual([1, 3, 7, 8]);
    // With a gap: there may be messages in between that no one has read.
    expect(numbersOf(applied(live, loaded([20, 21])))).toEqual([20, 21]);
    expect(numbersOf(applied(live, loaded([1], { at: "a 2" })))).toEqual([1]);
  });

  it("Marks the viewer's messages as read up to a number, and a conversation they read as read in the list", () => {
    const mine = { ...threadOf([]), messages: [message(1, me), message(2), message(5, me)] };
    const state = loadedState({ viewerId: me, list: [row("a", 5, 4)], thread: mine });
    const read = (reader: string, upTo: number): Change => ({
      type: "event",
      isTaken: false,
      event: { type: "read", conversation: "a", reader, upTo, left: 1 },
    });
    expect(applied(state, read("other", 2)).window.messages.map(({ isRead }) => isRead)).toEqual([
      true,
      false,
      false,
    ]);
    expect(applied(state, read(me, 2)).list[0]?.unread).toBe(1);
  });

  it("Shows the latest state of an offer in each message about it, however late and often it arrives", () => {
    const at = (version: number, state: OfferCard["state"]): OfferCard => ({
      ...{ id: "m1", title: "A logo", priceCents: 500, deliveryDays: 1, revisions: 0, edition: 1 },
      ...{ state, expiresAt: 9, version },
    });
    const messages = [
      { ...message(1), offer: at(1, "open") },
      { ...message(3, me), offer: at(1, "open") },
      { ...message(4), offer: { ...at(1, "open"), id: "m4" } },
    ];
    const state = loadedState({ viewerId: me, list: [], thread: { ...threadOf([]), messages } });
    const becomes = (offer: OfferCard, conversation = "a"): Change => ({
      type: "event",
      isTaken: false,
      event: { type: "offer", conversation, offer },
    });
    const statesOf = ({ window }: PageState) => window.messages.map(({ offer }) => offer?.state);
    const accepted = applied(state, becomes(at(2, "accepted")));
    expect(statesOf(accepted)).toEqual(["accepted", "accepted", "open"]);
    expect(statesOf(applied(accepted, becomes(at(2, "accepted")), becomes(at(1, "open"))))).toEqual(
      statesOf(accepted),
    );
    // Its order ended unpaid, so it is open again.
    expect(statesOf(applied(accepted, becomes(at(3, "open"))))).toEqual(["open", "open", "open"]);
    expect(applied(page([1]), becomes(at(2, "accepted"), "b")).window).toEqual(page([1]).window);
  });

  it("Closes a request, and never opens it again", () => {
    const open = { gigId: null, budgetCents: null, wantedBy: null, state: "open" } as const;
    const messages = [{ ...message(1), request: open }, message(2)];
    const state = loadedState({ viewerId: me, list: [], thread: { ...threadOf([]), messages } });
    const becomes = (state: RequestCard["state"]): Change => ({
      type: "event",
      isTaken: false,
      event: { type: "request", conversation: "a", id: "m1", request: { ...open, state } },
    });
    const statesOf = ({ window }: PageState) => window.messages.map(({ request }) => request?.state);
    expect(statesOf(applied(state, becomes("offered")))).toEqual(["offered", undefined]);
    expect(statesOf(applied(state, becomes("offered"), becomes("open")))).toEqual(["offered", undefined]);
  });

  it("Removes the card with the text of a message that an operator removed", () => {
    const request = { gigId: null, budgetCents: null, wantedBy: null, state: "open" } as const;
    const messages = [{ ...message(1), request }];
    const state = loadedState({ viewerId: me, list: [], thread: { ...threadOf([]), messages } });
    const event = { type: "removed", conversation: "a", number: 1 } as const;
    const [shown] = applied(state, { type: "event", isTaken: false, event }).window.messages;
    expect([shown?.request, shown?.isRemoved]).toEqual([null, true]);
  });

  it("Asks for a conversation that is not in the list", () => {
    expect(applied(page([3]), arrives(7, null, "c")).isListStale).toBe(true);
  });
});
