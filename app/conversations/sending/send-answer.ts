import type { MessageView } from "#app/conversations/thread/thread-view.ts";

/**
 * The response to POST /messages/send. `previous`: the number of the message before it; null: it is the
 * first. `isFinal`: sending it again unchanged would not help.
 */
export type SendAnswer =
  | { sent: MessageView; previous: number | null }
  | { refusal: string; isFinal: boolean };

/** The refusal of a message whose sender's session has ended. */
export const signInFirst = "Please sign in to continue";
