import { removedMessage } from "#app/conversations/conversation.ts";
import type { OrderStatus, PaymentStatus, Stage } from "#app/orders/order.ts";
import type { Person } from "#app/profiles/profile.ts";
import type { FileView } from "#app/uploads/private-file.ts";

/** What a message is about. Cents. */
export type GigCard = { slug: string; title: string; priceCents: number; imageUrl: string | null };
export type OrderCard = { id: string; title: string };

/**
 * A message as a thread shows it. @property createdAt UTC ms
 * @property looksElsewhere its text looks like paying or talking elsewhere
 *   (docs/specification.md#outside-contact)
 * @property isRemoved an operator has removed it; `content` says so
 */
export type MessageView = {
  id: string;
  number: number;
  senderId: string;
  content: string;
  isRead: boolean;
  createdAt: number;
  gig: GigCard | null;
  order: OrderCard | null;
  files: FileView[];
  looksElsewhere: boolean;
  isRemoved: boolean;
};

/** What a thread shows of a message that an operator has removed. */
export const removedContent = {
  content: removedMessage,
  gig: null,
  order: null,
  files: [],
  looksElsewhere: false,
  isRemoved: true,
} satisfies Partial<MessageView>;

/** The other participant, with what the head of a thread says about them. */
export type Partner = Person & {
  id: string;
  level: string | null;
  /** An IANA name; null if unknown. */
  timeZone: string | null;
  /** The address of their public page; null if there is none. */
  page: string | null;
  /** When they were last here, UTC ms; null if unknown. */
  seenAt: number | null;
};

/** An order between the two that is not over. */
export type OpenOrder = OrderCard & { status: OrderStatus; stage: Stage; paymentStatus: PaymentStatus };

/** A conversation with a page of its messages (docs/specification.md#threads). */
export type ThreadView = {
  id: string;
  other: Partner;
  /** What the viewer has done with it; null: it is not in their list, because nothing was written yet. */
  side: { isArchived: boolean; isMuted: boolean; hasBlocked: boolean; hasWritten: boolean } | null;
  /** One of the two has blocked the other: neither can write. */
  isBlocked: boolean;
  orders: OpenOrder[];
  /** Oldest first; of a search, newest first. */
  messages: MessageView[];
  older: boolean;
  newer: boolean;
  /** The number of the first message that was not read when the page was loaded; null: all were. */
  firstUnread: number | null;
  /** Up to which number this page marks messages as read; null: none. */
  reads: number | null;
  /** The text that was searched; empty: nothing was. */
  q: string;
  /** The number before which the search goes on; null: it has seen everything. */
  furtherBefore: number | null;
  /** Names the part of the conversation that the page shows. */
  at: string;
  /** When the page was loaded, UTC ms. */
  now: number;
};
