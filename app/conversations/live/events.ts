import type { MessageView } from "#app/conversations/thread/thread-view.ts";

/**
 * What a live connection tells an open page (docs/specification.md#live-events). Server, inbox and page share
 * it.
 */
export type LiveEvent =
  /**
   * A message is saved. `previous`: the number of the one before it in the conversation; null: it is the
   * first. `isQuiet`: its recipient has muted the conversation.
   */
  | {
      type: "message";
      conversation: string;
      message: MessageView;
      previous: number | null;
      isQuiet: boolean;
    }
  /** An operator has removed the message with a number. */
  | { type: "removed"; conversation: string; number: number }
  /** A participant has read the messages up to a number. `left`: how many unread ones they have there. */
  | { type: "read"; conversation: string; reader: string; upTo: number; left: number }
  /** Whether a user is here; null: it is not told. For the page that shows the conversation with them. */
  | { type: "presence"; conversation: string; user: string; isOnline: boolean | null }
  /** A user types in the conversation that the page shows. */
  | { type: "typing"; conversation: string; user: string }
  /** How many unread messages the user has now, at most 100. */
  | { type: "badge"; unread: number }
  /** An order of the user changed. `version`: the number of its last event. */
  | { type: "order"; id: string; version: number };
