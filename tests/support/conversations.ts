import { eq, sql } from "drizzle-orm";
import { pairOf } from "#app/conversations/conversation.ts";
import { conversations, messages } from "#drizzle/schema.ts";
import { db, origin, type Visitor, visitor } from "./visitor.ts";

/** Two signed-in users and their conversation, without a message. */
export async function talk() {
  const [ann, bob] = [await visitor.signedIn(), await visitor.signedIn()];
  return { ann, bob, id: await conversationOf(ann, bob) };
}

/** Creates the conversation of two users, without sides. */
export async function conversationOf(one: { id: string }, two: { id: string }): Promise<string> {
  const id = crypto.randomUUID();
  await db
    .insert(conversations)
    .values({ id, ...pairOf(one.id, two.id), lastMessage: null, createdAt: 1, updatedAt: 1 });
  return id;
}

/**
 * Writes messages from one sender: "message 1", "message 2" … at 1 s, 2 s … after the start of 1970.
 * @param from the first of these numbers
 */
export async function write(
  conversation: string,
  sender: { id: string },
  count: number,
  { from = 1, isRead = false }: { from?: number; isRead?: boolean } = {},
): Promise<void> {
  await db.run(sql`insert into messages (id, conversation_id, sender_id, content, is_read, created_at)
    with recursive n(value) as (select cast(${from} as integer) union all select value + 1 from n where value < ${from + count - 1})
    select ${conversation} || value, ${conversation}, ${sender.id}, 'message ' || value, ${isRead ? 1 : 0}, value * 1000 from n`);
}

/** The messages of a conversation, oldest first. */
export const messagesOf = (id: string) =>
  db.select().from(messages).where(eq(messages.conversationId, id)).orderBy(messages.number);

/** The texts of the shown messages, in the order of the page. */
export const shownIn = (html: string): string[] =>
  [...html.matchAll(/<p class="whitespace-pre-wrap" dir="auto">([\s\S]*?)<\/p>/g)].map(
    ([, text]) => text ?? "",
  );

/** Opens a viewer's live connection. `received` collects its events. */
export async function connect(viewer: Visitor, path = "/live") {
  const answer = await viewer.fetch(path, {
    headers: { Upgrade: "websocket", Origin: origin },
  });
  const received: { type: string }[] = [];
  const closed: number[] = [];
  answer.webSocket?.accept();
  answer.webSocket?.addEventListener("message", ({ data }) => {
    if (data !== "pong") received.push(JSON.parse(String(data)));
  });
  answer.webSocket?.addEventListener("close", ({ code }) => {
    closed.push(code);
  });
  return { status: answer.status, socket: answer.webSocket, received, closed };
}
