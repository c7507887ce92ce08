import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Db } from "#app/context.ts";
import { isVisibleTo } from "#app/gigs/gig-state.ts";
import { errorStack } from "#app/lib/errors.ts";
import { type AskedAt, findAsked } from "#app/offers/writing/asked.server.ts";
import * as parties from "#app/offers/writing/parties.server.ts";
import { nameInSentence } from "#app/profiles/name-in-sentence.ts";
import type { FileView } from "#app/uploads/private-file.ts";

/** What the form shows besides its fields. */
export type AskView = NonNullable<Awaited<ReturnType<typeof loadAsk>>>;

/** What was typed into the form, by field name. */
export type TypedAsk = Record<"content" | "budget" | "wantedBy" | "gig", string>;

/** The form again. `ask` null: the database failed. */
export type AskReply = {
  ask: AskView | null;
  at: AskedAt;
  typed: TypedAsk;
  id: string;
  files: FileView[];
  refusal: string | null;
  errors: Record<string, string[]>;
};

/** Loads the form that asks for an offer; null if there is no such service or conversation. */
export async function loadAsk(db: Db, viewerId: string, at: AskedAt) {
  const asked = await findAsked(db, viewerId, at);
  if (!asked) return null;
  const { conversation, other, gig, isFixed, problem } = asked;
  // Viewers who may not open the service's page learn neither its facts here nor whose it is.
  const isHidden = gig !== null && !isVisibleTo({ id: viewerId, roles: [] }, gig);
  return {
    /** Null: the two have no conversation yet. */
    conversation,
    /** The name of the person who is asked; null: the viewer may not see whose service it is. */
    name: isHidden ? null : nameInSentence(other),
    /** The service, if the address gives it. */
    gig: isFixed && gig && !isHidden ? cardOf(gig) : null,
    /** Those to choose from. */
    services: isFixed ? [] : await parties.listServices(db, other.id),
    /** Why the viewer cannot ask; null if they can. */
    problem: problem?.sentence ?? null,
  };
}

function cardOf({ id, slug, title, priceCents, imageUrl }: parties.Service) {
  return { id, slug, title, priceCents, imageUrl };
}

/** Loads a refused form again. Without the database it is shown with its fields alone, so nothing is lost. */
export async function loadAskAgain(context: AppLoadContext, at: AskedAt): Promise<AskView | null> {
  if (!context.viewer) return null;
  try {
    return await loadAsk(context.db, context.viewer.id, at);
  } catch (error) {
    context.log("error", "offer form not loaded", { error: errorStack(error) });
    return null;
  }
}
