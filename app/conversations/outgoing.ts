import { conversationPath } from "#app/conversations/conversation.ts";

/**
 * A message on its way, from the press of Send until it is seen in its thread. `sent`: the server has it. `refusal`: why it is
 * not sent (a sentence); null: it is not refused.
 */
export type Outgoing = {
  id: string;
  conversation: string;
  content: string;
  sent: boolean;
  refusal: string | null;
};

/** What one page load has on its way. Kept beside the components, so that no click elsewhere loses a text. */
let all: readonly Outgoing[] = [];
const watchers = new Set<() => void>();

export function list(): readonly Outgoing[] {
  return all;
}

/** Calls back after every change. @returns what ends it */
export function watch(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}

/** A message starts on its way, or starts again. */
export function start({
  id,
  conversation,
  content,
}: Pick<Outgoing, "id" | "conversation" | "content">): void {
  change([...without([id]), { id, conversation, content, sent: false, refusal: null }]);
}

/** Messages that are seen in their thread, or given up. */
export function forget(ids: string[]): void {
  const rest = without(ids);
  if (rest.length < all.length) change(rest);
}

let before: Promise<unknown> = Promise.resolve();

/**
 * Posts a message when those before it are answered, so that they are kept in the order in which they were sent. A cut line, or
 * a server that fails, is a refusal and no error: the page stays.
 * @param post the page's action; it throws a redirect: back to the conversation when the message is saved, else to sign-in
 * @throws Response the redirect to sign-in, which carries the text
 */
export async function deliver(
  id: string,
  conversation: string,
  post: () => Promise<{ refusal: string }>,
): Promise<null> {
  const posted = before.then(post);
  before = posted.catch(() => null);
  try {
    const { refusal } = await posted;
    settle(id, { refusal });
  } catch (thrown) {
    const to = thrown instanceof Response ? thrown.headers.get("Location") : null;
    const sent = to === conversationPath(conversation);
    settle(id, sent ? { sent } : { refusal: to ? "Please sign in to continue" : "Failed to send message" });
    if (to && !sent) throw thrown;
  }
  return null;
}

function settle(id: string, news: Partial<Pick<Outgoing, "sent" | "refusal">>): void {
  change(all.map((message) => (message.id === id ? { ...message, ...news } : message)));
}

function without(ids: string[]): Outgoing[] {
  return all.filter((message) => !ids.includes(message.id));
}

function change(next: readonly Outgoing[]): void {
  all = next;
  for (const watcher of watchers) watcher();
}
