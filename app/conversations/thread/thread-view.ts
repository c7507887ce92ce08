import { removedMessage } from "#app/conversations/conversation.ts";
import type { OrderStatus, PaymentStatus, Stage } from "#app/orders/order.ts";
import type { Person } from "#app/profiles/profile.ts";
import type { FileView } from "#app/uploads/private-file.ts";

/** The subject of a message. Cents. */
export type GigCard = { slug: string; title: string; priceCents: number; imageUrl: string | null };
export type OrderCard = { id: string; title: string };

/**
 * An offer (docs/specification.md#offers). `edition`: its version, 1 for the first. `expiresAt`: UTC ms. An
 * expired offer stays stored as open until the sweep closes it.
 */
export type OfferCard = {
  id: string;
  title: string;
  priceCents: number;
  deliveryDays: number;
  /** -1: unlimited. */
  revisions: number;
  edition: number;
  state: OfferState;
  expiresAt: number;
  /** Grows with each change of the state. */
  version: number;
};
export type OfferState = "open" | "accepted" | "declined" | "withdrawn" | "expired" | "replaced";

/**
 * A request for an offer (docs/specification.md#asking-for-an-offer). `gigId`: the gig that it is about;
 * null: none in particular. `wantedBy`: `2026-11-30`.
 */
export type RequestCard = {
  gigId: string | null;
  budgetCents: number | null;
  wantedBy: string | null;
  state: "open" | "offered" | "declined";
};

/**
 * A message as a thread shows it.
 * @property createdAt UTC ms
 * @property offer the offer that it sends, if that has its own id; else the one that it mentions
 * @property request not null if it asks for an offer
 * @property looksElsewhere its text seems to offer to pay or talk outside
 * (docs/specification.md#outside-contact)
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
  offer: OfferCard | null;
  request: RequestCard | null;
  files: FileView[];
  looksElsewhere: boolean;
  isRemoved: boolean;
};

/** The fields of a message that an operator has removed. */
export const removedContent = {
  content: removedMessage,
  gig: null,
  order: null,
  offer: null,
  request: null,
  files: [],
  looksElsewhere: false,
  isRemoved: true,
} satisfies Partial<MessageView>;

/** The other participant, as the head of a thread shows them. */
export type Partner = Person & {
  id: string;
  level: string | null;
  /** How far their clocks are ahead of UTC now, in ms; null if unknown. */
  clockAhead: number | null;
  /** The address of their public page; null if there is none. */
  page: string | null;
  /** When they were last online, UTC ms; null if unknown. */
  seenAt: number | null;
};

/** An open order between the two. */
type OpenOrder = OrderCard & { status: OrderStatus; stage: Stage; paymentStatus: PaymentStatus };

/** A conversation with a page of its messages (docs/specification.md#threads). */
export type ThreadView = {
  id: string;
  other: Partner;
  /** The viewer's choices; null: it is not in their list, because it has no message yet. */
  side: { isArchived: boolean; isMuted: boolean; hasBlocked: boolean; hasWritten: boolean } | null;
  /** One of the two has blocked the other, so neither can write. */
  isBlocked: boolean;
  /**
   * `canAsk`: the other has a service on the market, so the viewer can ask for an offer. `canOffer`: the
   * viewer has one, so they can send an offer.
   */
  canAsk: boolean;
  canOffer: boolean;
  orders: OpenOrder[];
  /** Oldest first; search results newest first. */
  messages: MessageView[];
  older: boolean;
  newer: boolean;
  /** The number of the first message that was not read when the page was loaded; null: all were. */
  firstUnread: number | null;
  /** The number up to which this page marks messages as read; null: none. */
  reads: number | null;
  /** The text that was searched for; empty: none. */
  q: string;
  /** The number before which the search continues; null: it has examined everything. */
  furtherBefore: number | null;
  /** Names the part of the conversation that the page shows. */
  at: string;
  /** When the page was loaded, UTC ms. */
  now: number;
};
