import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Db } from "#app/context.ts";
import type { Typed } from "#app/gigs/drafts/typed.ts";
import { errorStack } from "#app/lib/errors.ts";
import { closedSentence, expiryOf, maxEditions, type OfferTerms, stateNow } from "#app/offers/offer.ts";
import * as offers from "#app/offers/offers.server.ts";
import { sentenceOf } from "#app/offers/writing/asked.server.ts";
import * as drafts from "#app/offers/writing/offer-drafts.server.ts";
import * as parties from "#app/offers/writing/parties.server.ts";
import { chooseService, readOffer } from "#app/offers/writing/read-offer.ts";
import * as requests from "#app/offers/writing/requests.server.ts";
import { newOffer, typedOfVersion } from "#app/offers/writing/typed-offer.ts";
import { nameInSentence } from "#app/profiles/name-in-sentence.ts";
import type { GigQuestion } from "#drizzle/schema.ts";

/** The values of the address. Ids as they were sent. */
export type OfferAsked = {
  conversation: string;
  gig: string | null;
  replaces: string | null;
  /** The offer is shown as its buyer will see it. */
  isPreview: boolean;
};

/** What the form of an offer shows besides its fields. */
export type OfferView = NonNullable<Awaited<ReturnType<typeof findOfferView>>>["view"];

/** The offer as its buyer will see it. Times in UTC ms. */
export type OfferPreview = OfferTerms & { title: string; edition: number; expiresAt: number };

export type OfferPage = {
  offer: OfferView;
  conversation: string;
  /** The id of a new form. */
  id: string;
  /** The writer's id. */
  writerId: string;
  typed: Typed;
  /** Of the draft; 0: there is none. */
  version: number;
  /** True if the fields contain text that was parked during sign-in. */
  isUnsaved: boolean;
  errors: Record<string, string>;
  preview: OfferPreview | null;
};

const noService = "You have no active service to offer. Publish or resume one first";

/** Loads what the form shows besides its fields; null if the viewer has no such conversation or offer. */
async function findOfferView(
  db: Db,
  viewerId: string,
  { conversation, replaces }: Pick<OfferAsked, "conversation" | "replaces">,
  at: number,
) {
  const [found, services, replaced] = await Promise.all([
    parties.find(db, conversation, viewerId),
    parties.listServices(db, viewerId),
    replaces ? offers.find(db, replaces) : null,
  ]);
  if (!found) return null;
  if (replaces && !(replaced?.sellerId === viewerId && replaced.conversationId === conversation)) return null;
  const request = await requests.findLatestOpen(db, conversation, found.other.id);
  const view = {
    /** The buyer's name. */
    name: nameInSentence(found.other),
    services,
    /** The buyer's latest open request. `wantedBy`: `2026-11-30`. */
    request: request && { text: request.text, budgetCents: request.budgetCents, wantedBy: request.wantedBy },
    /** The version that the new one replaces. `closed`: why it cannot be replaced; null: it can. */
    replaced: replaced && replacedView(replaced, at),
    /** Why nothing can be offered; null if it can. */
    problem: sentenceOf(found) ?? (services.length === 0 ? noService : null),
  };
  return { view, replaced, request };
}

function replacedView(offer: offers.Offer, at: number) {
  const { id, gigId, title, edition } = offer;
  return { id, gigId, title, edition, closed: refusalToReplace(offer, at) };
}

/** Why an offer can't be replaced by a newer version; null if it can: it is open, or has expired. */
export function refusalToReplace(
  offer: Pick<offers.Offer, "state" | "expiresAt" | "edition">,
  at: number,
): string | null {
  const state = stateNow(offer, at);
  const closed = state === "expired" ? null : closedSentence(state);
  return closed ?? (offer.edition >= maxEditions ? tooManyEditions : null);
}

const tooManyEditions = `An offer can have ${maxEditions} versions. Send another offer in its place`;

/**
 * Loads the form of an offer, or its preview (docs/specification.md#writing-an-offer). It writes nothing.
 * @param parked what was typed before signing in
 * @returns null if there is no such conversation or offer of the viewer
 */
export async function loadOffer(
  { db, clock }: AppLoadContext,
  viewerId: string,
  asked: OfferAsked,
  parked: Typed | null,
): Promise<OfferPage | null> {
  const { conversation, isPreview } = asked;
  const draft = await drafts.find(db, viewerId, conversation);
  const isDraftOf = asked.replaces === null || draft.typed.replaces === asked.replaces;
  const hasDraft = draft.version > 0 && isDraftOf;
  const at = clock.now();
  const replaces = asked.replaces ?? (hasDraft ? (draft.typed.replaces ?? null) : null);
  const found = await findOfferView(db, viewerId, { conversation, replaces: replaces || null }, at);
  if (!found) return null;
  const { view, replaced, request } = found;
  const gig = asked.gig ?? request?.gigId ?? null;
  const first = async () =>
    replaced
      ? typedOfVersion(replaced, (await parties.findService(db, replaced.gigId))?.questions ?? [])
      : { ...newOffer, gig: firstService(view.services, gig) };
  const typed = parked ?? (hasDraft ? draft.typed : await first());
  // After sending there is no draft: Back to the preview shows an empty form, not its errors.
  const previews = isPreview && (hasDraft || parked !== null);
  const shown = previews ? await previewOf(db, typed, view, at) : { errors: {}, preview: null };
  return {
    ...{ offer: view, conversation, typed, version: draft.version, isUnsaved: parked !== null, ...shown },
    ...{ id: crypto.randomUUID(), writerId: viewerId },
  };
}

/** The service that is chosen at first: the one that was asked for, or the only one. */
function firstService(services: { id: string }[], asked: string | null): string {
  const only = services.length === 1 ? services[0]?.id : undefined;
  return services.find(({ id }) => id === asked)?.id ?? only ?? "";
}

async function previewOf(db: Db, typed: Typed, { services, replaced }: OfferView, at: number) {
  const read = readOffer(typed);
  if ("errors" in read) return { errors: read.errors, preview: null };
  const { written } = read;
  const gig = services.some(({ id }) => id === written.gigId)
    ? await parties.findService(db, written.gigId)
    : null;
  if (!gig) return { errors: { gig: chooseService }, preview: null };
  const edition = (replaced && !replaced.closed ? replaced.edition : 0) + 1;
  const questions: GigQuestion[] = written.questions ?? gig.questions;
  const expiresAt = expiryOf(at, written.validDays);
  return { errors: {}, preview: { ...written, questions, title: gig.title, edition, expiresAt } };
}

/** Loads a refused form again. Without the database it is shown with its fields alone, so nothing is lost. */
export async function loadOfferAgain(
  { db, clock, viewer, log }: AppLoadContext,
  asked: Pick<OfferAsked, "conversation" | "replaces">,
): Promise<OfferView | null> {
  if (!viewer) return null;
  try {
    return (await findOfferView(db, viewer.id, asked, clock.now()))?.view ?? null;
  } catch (error) {
    log("error", "offer form not loaded", { error: errorStack(error) });
    return null;
  }
}
