/** The messages that an open page has, oldest first, without a gap. `older`, `newer`: there are more. */
export type Window<Message extends Numbered> = { messages: Message[]; older: boolean; newer: boolean };

/** @property number gives the order: later messages have higher numbers */
type Numbered = { number: number };

/**
 * Joins data that was read again with what an open page has. A page that does not overlap replaces it,
 * because there may be unread messages between them.
 */
export function joined<Message extends Numbered>(
  window: Window<Message>,
  page: Window<Message>,
): Window<Message> {
  const [mine, theirs] = [rangeOf(window), rangeOf(page)];
  if (!theirs) return window;
  if (!mine || theirs.first > mine.last || mine.first > theirs.last) return page;
  const known = new Map(window.messages.map((message) => [message.number, message]));
  for (const message of page.messages) known.set(message.number, message);
  return {
    messages: [...known.values()].sort((a, b) => a.number - b.number),
    older: theirs.first < mine.first ? page.older : window.older,
    newer: theirs.last < mine.last ? window.newer : page.newer,
  };
}

/** Adds the page before the window. */
export function withOlder<Message extends Numbered>(
  window: Window<Message>,
  page: Window<Message>,
): Window<Message> {
  const first = rangeOf(window)?.first ?? Number.POSITIVE_INFINITY;
  const earlier = page.messages.filter(({ number }) => number < first);
  return { ...window, messages: [...earlier, ...window.messages], older: page.older };
}

/** Adds the page after the window. */
export function withNewer<Message extends Numbered>(
  window: Window<Message>,
  page: Window<Message>,
): Window<Message> {
  const last = rangeOf(window)?.last ?? 0;
  const later = page.messages.filter(({ number }) => number > last);
  return { ...window, messages: [...window.messages, ...later], newer: page.newer };
}

function rangeOf({ messages }: Window<Numbered>): { first: number; last: number } | null {
  const [first, last] = [messages[0], messages.at(-1)];
  return first && last ? { first: first.number, last: last.number } : null;
}
