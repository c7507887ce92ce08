import { AskScreen } from "#app/offers/writing/ask-screen.tsx";
import type { AskedAt } from "#app/offers/writing/asked.server.ts";
import type { AskReply, AskView, TypedAsk } from "#app/offers/writing/load-ask.server.ts";
import type { OfferPage } from "#app/offers/writing/load-offer.server.ts";
import { OfferScreen } from "#app/offers/writing/offer-screen.tsx";
import type { OfferReply } from "#app/offers/writing/write-offer.server.ts";

/** The page of a new offer: one of its two forms. */
export type NewOfferPage = { ask: AskView; at: AskedAt; typed: TypedAsk; id: string } | OfferPage;

export function NewOfferScreen({ page }: { page: NewOfferPage }) {
  if ("ask" in page) return <AskScreen {...page} files={[]} refusal={null} errors={{}} />;
  return <OfferScreen {...page} refusal={null} theirs={null} />;
}

/** A refused form, with everything that was typed. */
export function RefusedScreen({ reply }: { reply: AskReply | OfferReply }) {
  if ("ask" in reply) return <AskScreen {...reply} />;
  return <OfferScreen {...reply} isUnsaved preview={null} />;
}
