import { type AppLoadContext, data } from "@remix-run/cloudflare";
import { requireVerified, signInAgain } from "#app/auth/require-viewer.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import * as conversations from "#app/conversations/conversations.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import { Refusal } from "#app/lib/refusal.ts";
import * as writes from "#app/writes/writes.server.ts";

/** Shown for an unknown conversation or user, and for a failure (docs/specification.md#messages-screen). */
export const couldNotCreate = "Could not create conversation";

/**
 * Finds the conversation with a user, or creates it.
 * @param address the requested path, to which a viewer returns after signing in again
 * @returns its id; null if there is no such user
 * @throws Response 303 if the session has ended or the viewer's address is not verified; 503 if the database
 * fails; 429 above the limit
 */
export async function openConversation(
  context: AppLoadContext,
  viewer: Viewer,
  otherId: string,
  address: string,
): Promise<string | null> {
  const { db, clock } = context;
  try {
    // This GET writes, and the header checks the session's row too late.
    if (!(await sessions.isAlive(db, viewer.sessionId, clock.now()))) throw signInAgain(context, address);
    await requireVerified(context, viewer, "send messages", "/messages");
    await writes.allow(context, "conversation");
    return await conversations.findOrCreate(db, viewer.id, otherId, clock.now());
  } catch (error) {
    if (error instanceof Refusal)
      throw data(error.sentence, { status: error.status, headers: { "Retry-After": String(error.wait) } });
    if (error instanceof Response) throw error;
    context.log("error", "conversation not opened", { error: errorStack(error) });
    throw new Response(couldNotCreate, { status: 503, headers: { "Retry-After": "5" } });
  }
}
