/** The longest message, in characters. */
export const longestMessage = 5000;

/** A character that shows: no space, no control, no zero-width or direction mark, no filler. */
const visible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Why a text cannot be sent, as a sentence (docs/specification.md#sending-messages).
 * @returns null if it can be sent
 */
export function refusalToSend(content: string): string | null {
  if (!visible.test(content)) return "Write a message first";
  if (content.length > longestMessage)
    return `Please use at most ${longestMessage.toLocaleString("en-US")} characters in a message`;
  return null;
}

export function conversationPath(id: string): string {
  return `/messages?conversation=${encodeURIComponent(id)}`;
}

/** The address of a messages page that loads its scripts even in Lite (docs/specification.md#lite). */
export function livePath(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}live=1`;
}

export function isLive({ pathname, searchParams }: URL): boolean {
  return pathname === "/messages" && searchParams.get("live") === "1";
}

/** The close code of a socket whose session has ended. The page then does not reconnect. */
export const signedOutCode = 4401;

/** The two ids of a pair in the order in which its row stores them. */
export function pairOf(a: string, b: string): { firstId: string; secondId: string } {
  return a < b ? { firstId: a, secondId: b } : { firstId: b, secondId: a };
}
