import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import * as lists from "#app/conversations/list/list.server.ts";
import type { Missed } from "#app/conversations/live/page-state.ts";
import { numberIn } from "#app/conversations/thread/thread-address.ts";
import { findPart } from "#app/conversations/thread/thread-messages.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import { jsonFor } from "#app/lib/replies.ts";
import { requireRead } from "#app/limits/allowances.server.ts";

/**
 * GET /messages/since: JSON for an open page (docs/specification.md#threads). `conversation` with `before`:
 * the page before a message. Otherwise what the page has missed: at most 100 messages of the `conversation`
 * that come `after` one, and the conversations that changed after `list` (UTC ms). 404 if the conversation is
 * unknown or the viewer is not a participant.
 */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { viewer, db, log } = context;
  if (!viewer) return jsonFor({ error: "Please sign in to continue" }, 401);
  await requireRead(context);
  const { searchParams } = new URL(request.url);
  const id = searchParams.get("conversation");
  const [before, after, since] = ["before", "after", "list"].map((name) => numberIn(searchParams.get(name)));
  try {
    const part = id === null ? null : await findPart(db, id, viewer.id, { before, after });
    if (id !== null && !part) return jsonFor({ error: "Could not create conversation" }, 404);
    if (part && before !== null) return jsonFor(part, 200);
    const changed = since === null ? null : await lists.list(db, viewer.id, { ...lists.everything, since });
    const missed: Missed = {
      messages: part?.messages ?? [],
      newer: part?.newer ?? false,
      readUpTo: part?.readUpTo ?? 0,
      list: changed?.rows ?? [],
      more: changed?.next != null,
    };
    return jsonFor(missed, 200);
  } catch (error) {
    log("error", "messages not read", { error: errorStack(error) });
    return jsonFor({ error: "Failed to load conversations" }, 503, 5);
  }
}
