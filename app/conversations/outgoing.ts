import { conversationPath } from "#app/conversations/conversation.ts";

/**
 * An outgoing message, from the click on Send until its conversation shows it. `sent`: the server has saved
 * it. `refusal`: why it was not sent, as a sentence; null if it was not refused.
 */
export type Outgoing = {
  id: string;
  conversation: string;
  content: string;
  sent: boolean;
  refusal: string | null;
};

/**
 * All outgoing messages of this page load. Stored outside the components, so that navigation does not lose a
 * text.
 */
let all: readonly Outgoing[] = [];
const watchers = new Set<() => void>();

export function list(): readonly Outgoing[] {
  return all;
}

/** Calls back after every change. @returns a function that ends the subscription */
export function watch(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}

/** Adds a message, or resets one that is sent again. */
export function start({
  id,
  conversation,
  content,
}: Pick<Outgoing, "id" | "conversation" | "content">): void {
  change([...without([id]), { id, conversation, content, sent: false, refusal: null }]);
}

/** Removes messages that their conversation shows, or that the user has discarded. */
export function forget(ids: string[]): void {
  const rest = without(ids);
  if (rest.length < all.length) change(rest);
}

let previous: Promise<unknown> = Promise.resolve();

/**
 * Posts a message after the responses to all earlier ones, so that messages are saved in the order in which
 * they were sent. A lost connection or a server error becomes a refusal, not an error, so that the page stays
 * open.
 * @param post the route's action; it throws a redirect: to the conversation if the message was saved,
 * otherwise to sign-in
 * @throws Response the redirect to sign-in, which contains the text
 */
export async function deliver(
  id: string,
  conversation: string,
  post: () => Promise<{ refusal: string }>,
): Promise<null> {
  const posted = previous.then(post);
  previous = posted.catch(() => null);
  try {
    const { refusal } = await posted;
    update(id, { refusal });
  } catch (thrown) {
    const to = thrown instanceof Response ? thrown.headers.get("Location") : null;
    const sent = to === conversationPath(conversation);
    update(id, sent ? { sent } : { refusal: to ? "Please sign in to continue" : "Failed to send message" });
    if (to && !sent) throw thrown;
  }
  return null;
}

function update(id: string, changes: Partial<Pick<Outgoing, "sent" | "refusal">>): void {
  change(all.map((message) => (message.id === id ? { ...message, ...changes } : message)));
}

function without(ids: string[]): Outgoing[] {
  return all.filter((message) => !ids.includes(message.id));
}

function change(next: readonly Outgoing[]): void {
  all = next;
  for (const watcher of watchers) watcher();
}
