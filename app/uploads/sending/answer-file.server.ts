import type { AppLoadContext } from "@remix-run/cloudflare";
import { errorStack } from "#app/lib/errors.ts";
import { jsonFor } from "#app/lib/replies.ts";
import { type Place, receive } from "#app/uploads/private-files.server.ts";
import type { FileAnswer } from "#app/uploads/sending/file-answer.ts";

/** Why a file is not taken before it is read. `sentence`: null if the user can do nothing about it here. */
type Refusal = { state: "signed out" | "gone" } | { sentence: string; status: number; wait?: number };

/**
 * Answers the request of a page's script that brings one private file (docs/specification.md#private-files).
 * JSON; it never throws.
 * @param findPlace where the file goes to, or why it is not taken
 */
export async function answerFile(
  context: Pick<AppLoadContext, "db" | "clock" | "files" | "log" | "viewer">,
  request: Request,
  findPlace: (viewerId: string) => Promise<Place | Refusal>,
): Promise<Response> {
  const { viewer, log } = context;
  if (!viewer) return answer({ state: "signed out" }, 401);
  try {
    const place = await findPlace(viewer.id);
    if ("state" in place) return answer(place, place.state === "gone" ? 404 : 401);
    if ("sentence" in place)
      return answer({ state: "refused", sentence: place.sentence }, place.status, place.wait);
    const result = await receive(context, viewer.id, place, request);
    if (result === "failed") return answer({ state: "failed" }, 503);
    if ("refusal" in result) return answer({ state: "refused", sentence: result.refusal }, 400);
    return answer({ state: "done", file: result.file }, 200);
  } catch (error) {
    log("error", "file not taken", { error: errorStack(error) });
    return answer({ state: "failed" }, 503);
  }
}

const answer = jsonFor<FileAnswer>;
