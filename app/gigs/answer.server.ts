import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { gigPage } from "#app/gigs/gig-page.ts";
import * as gigs from "#app/gigs/gigs.server.ts";
import { randomToken } from "#app/lib/bytes.ts";
import { mainRead } from "#app/lib/reads.ts";

/**
 * What a gig's address answers: its page, or what is missing, with status 404.
 * @param username whose gig it has to be; without it anybody's @throws 503 when the gig cannot be read
 */
export async function answerWithGig(
  slug: string,
  request: Request,
  context: LoaderFunctionArgs["context"],
  username?: string,
) {
  const { db, viewer, origin, log, requestId } = context;
  const gig = await mainRead(
    () => gigs.find(db, { slug }),
    `Error fetching service: please try again (request ${requestId})`,
    log,
  );
  if (!gig || (username !== undefined && gig.seller?.username !== username.toLowerCase())) {
    return data({ page: null, missing: { asked: slug, requestId } }, { status: 404 });
  }
  const params = new URL(request.url).searchParams;
  const token = viewer ? randomToken(16) : null;
  return { page: gigPage(gig, { viewerId: viewer?.id ?? null, token, params, origin }) };
}
