import type { Db } from "#app/context.ts";
import { accountDeleted, cannotWrite } from "#app/conversations/conversation.ts";
import { unavailableReason } from "#app/gigs/gig-state.ts";
import { Refusal } from "#app/lib/refusal.ts";
import * as parties from "#app/offers/writing/parties.server.ts";
import { nameInSentence } from "#app/profiles/name-in-sentence.ts";
import type { Person } from "#app/profiles/profile.ts";

/** Where an offer is asked for: in a conversation, or about a service. Ids as they were sent. */
export type AskedAt = { conversation: string | null; gig: string | null };

/** Who is asked for an offer. */
export type Asked = {
  /** Null: the two have none yet. */
  conversation: string | null;
  other: Person & { id: string };
  /** The service; null: none in particular. */
  gig: parties.Service | null;
  /** True: the service is given by the address, and cannot be changed. */
  isFixed: boolean;
  /** Why the viewer cannot ask; null if they can. */
  problem: Refusal | null;
};

const ownService = "This is your own service, so you can't ask for an offer on it";
const noService = (name: string) => `${name} has no active service, so they can't make an offer now`;
const chooseTheirs = "Choose one of their active services, or none";

/**
 * Finds who is asked for an offer (docs/specification.md#asking-for-an-offer).
 * @returns null if there is no such service, or no such conversation of the viewer
 */
export async function findAsked(db: Db, viewerId: string, at: AskedAt): Promise<Asked | null> {
  if (at.conversation) return await findInConversation(db, viewerId, at.conversation, at.gig);
  const gig = at.gig ? await parties.findService(db, at.gig) : null;
  if (!gig) return null;
  const found = await parties.findWith(db, viewerId, gig.sellerId);
  const own = gig.sellerId === viewerId ? ownService : unavailableReason(gig);
  const sentence = own ?? sentenceOf(found);
  const problem = sentence ? new Refusal("refused", sentence) : null;
  return { conversation: found?.id ?? null, other: gig.seller, gig, isFixed: true, problem };
}

async function findInConversation(
  db: Db,
  viewerId: string,
  id: string,
  gigId: string | null,
): Promise<Asked | null> {
  const found = await parties.find(db, id, viewerId);
  if (!found) return null;
  const { other } = found;
  const gig = gigId ? await parties.findService(db, gigId) : null;
  const isTheirs = gig?.sellerId === other.id && gig.listed;
  return {
    conversation: id,
    other,
    gig: isTheirs ? gig : null,
    isFixed: false,
    problem: await problemIn(db, found, gigId !== null && !isTheirs),
  };
}

async function problemIn(db: Db, found: parties.Parties, isWrong: boolean): Promise<Refusal | null> {
  const sentence = sentenceOf(found);
  if (sentence) return new Refusal("refused", sentence);
  const [service] = await parties.listServices(db, found.other.id);
  if (!service) return new Refusal("refused", noService(nameInSentence(found.other)));
  return isWrong ? new Refusal("invalid", null, { errors: { gig: [chooseTheirs] } }) : null;
}

/** Why the viewer cannot write to the other one; null if they can. */
export function sentenceOf(found: Pick<parties.Parties, "refused"> | null): string | null {
  if (!found?.refused) return null;
  return found.refused === "deleted" ? accountDeleted : cannotWrite;
}
