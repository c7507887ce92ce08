import type { MessageView, OfferCard, RequestCard } from "#app/conversations/thread/thread-view.ts";

/** The events of a live connection (docs/specification.md#live-events), shared by server, inbox and page. */
export type LiveEvent =
  /**
   * A message was saved. `previous`: the number of the one before it in the conversation; null: it is the
   * first. `isQuiet`: its recipient has muted the conversation.
   */
  | {
      type: "message";
      conversation: string;
      message: MessageView;
      previous: number | null;
      isQuiet: boolean;
    }
  /** An operator removed the message with this number. */
  | { type: "removed"; conversation: string; number: number }
  /** The state of an offer, or of the request that the message with this id makes, has changed. */
  | { type: "offer"; conversation: string; offer: OfferCard }
  | { type: "request"; conversation: string; id: string; request: RequestCard }
  /** A participant has read the messages up to a number. `left`: how many unread ones remain for them. */
  | { type: "read"; conversation: string; reader: string; upTo: number; left: number }
  /**
   * Whether a user is online; null if it is not shared. For the page that shows the conversation with them.
   */
  | { type: "presence"; conversation: string; user: string; isOnline: boolean | null }
  /** A user is typing in the conversation that the page shows. */
  | { type: "typing"; conversation: string; user: string }
  /**
   * How many unread messages the user has now, at most 100. `turn`, for a page that reconnects: an order
   * waits for them.
   */
  | { type: "badge"; unread: number; turn?: boolean }
  /**
   * An order of the user changed. `version`: the number of its last event. `turn`: this or another order
   * waits for them now.
   */
  | { type: "order"; id: string; version: number; turn: boolean };
