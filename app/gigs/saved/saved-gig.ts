import type { GigSummary } from "#app/gigs/gig.ts";
import { type GigState, unavailableReason } from "#app/gigs/gig-state.ts";
import { date } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";

/** How many services one account can save (docs/specification.md#saved-services). */
export const maxSaved = 500;

export const tooManySaved = `You can save ${maxSaved} services. Remove one first`;

/** How many services of a page one request can look up. */
export const maxMarked = 60;

/** What a form does with a service. */
export type SaveIntent = "save" | "forget";

/**
 * Whether a form turns the email about saved gigs on or off (docs/specification.md#saved-news); null:
 * neither.
 */
export function requestedNews(intent: unknown): "on" | "off" | null {
  return intent === "news-on" ? "on" : intent === "news-off" ? "off" : null;
}

/** The intent of a form that saves a service or removes it; null for any other. */
export function requestedIntent(intent: unknown): SaveIntent | null {
  return intent === "save" || intent === "forget" ? intent : null;
}

/** A gig as `refusalToSave` and `goneSentence` need it. */
type SavableGig = { sellerId: string; state: GigState; listed: boolean };

/** Why this user may not save a gig that they can see: a sentence; null if they may. */
export function refusalToSave(gig: SavableGig, userId: string): string | null {
  if (gig.sellerId === userId) return "You can't save your own service";
  if (gig.listed) return null;
  return gig.state === "paused" ? "This service is paused, so it can't be saved now" : unavailableReason(gig);
}

/**
 * Why a saved service can't be ordered now: a sentence; null if it can.
 * @param backAt when its seller is back, UTC ms; null: not paused by an absence @param timeZone the seller's
 */
export function goneSentence(
  gig: Pick<SavableGig, "state" | "listed"> & { backAt: number | null },
  timeZone: string | null,
): string | null {
  const reason = unavailableReason(gig);
  if (reason === null) return null;
  if (gig.backAt !== null) return `The seller is away. Back on ${date(gig.backAt, timeZone)}.`;
  return `${reason}.`;
}

/** A saved service as its page shows it. `note`: why it can't be ordered now. */
export type SavedItem = { id: string } & ((GigSummary & { note?: string }) | { title: string; note: string });

/** Where the next page of the list begins: the time and the row of the last service. */
export type SavedCursor = { at: number; row: number };

/** Parses the `before` of an address; null if it is not a cursor. */
export function cursorOf(text: string | null): SavedCursor | null {
  const [, at, row] = /^(\d{1,15})\.(\d{1,15})$/.exec(text ?? "") ?? [];
  return at && row ? { at: Number(at), row: Number(row) } : null;
}

/** The list of saved services. @param before null: the first page */
export function savedPath(before: SavedCursor | null = null): string {
  return before === null ? href("/saved") : `${href("/saved")}?before=${before.at}.${before.row}`;
}
