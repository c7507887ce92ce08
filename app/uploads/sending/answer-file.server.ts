import type { AppLoadContext } from "@remix-run/cloudflare";
import { errorStack } from "#app/lib/errors.ts";
import { jsonFor } from "#app/lib/replies.ts";
import { type Place, receive } from "#app/uploads/private-files.server.ts";
import type { FileAnswer } from "#app/uploads/sending/file-answer.ts";

/** Why a file is not taken before it is read. `wait`: seconds. */
export type Refusal = { state: "signed out" | "gone" } | { sentence: string; status: number; wait?: number };

/** A file that was counted before it is read. `settle` is told how many bytes have arrived. */
export type Counted = { settle: (received: number) => Promise<void> };

/**
 * Answers the request of a page's script that brings one private file (docs/specification.md#private-files).
 * JSON; it never throws.
 * @param findPlace where the file goes to, or why it is not taken
 */
export async function answerFile(
  context: Pick<AppLoadContext, "db" | "clock" | "files" | "log" | "viewer" | "later">,
  request: Request,
  findPlace: (viewerId: string) => Promise<({ place: Place } & Counted) | Refusal>,
): Promise<Response> {
  const { viewer, log } = context;
  if (!viewer) return answer({ state: "signed out" }, 401);
  try {
    const found = await findPlace(viewer.id);
    if ("state" in found) return answer(found, found.state === "gone" ? 404 : 401);
    if ("sentence" in found)
      return answer({ state: "refused", sentence: found.sentence }, found.status, found.wait);
    const { body, received } = counting(request.body);
    const receiving = receive(context, viewer.id, found.place, request, body);
    // Also after the client has gone: a line that was cut has sent only a part.
    const settle = () => found.settle(received());
    context.later(receiving.then(settle, settle));
    const result = await receiving;
    if (result === "failed") return answer({ state: "failed" }, 503);
    if ("refusal" in result) return answer({ state: "refused", sentence: result.refusal }, 400);
    return answer({ state: "done", file: result.file }, 200);
  } catch (error) {
    log("error", "file not taken", { error: errorStack(error) });
    return answer({ state: "failed" }, 503);
  }
}

/** A stream that passes through, and how many of its bytes have passed. */
function counting(stream: ReadableStream<Uint8Array> | null) {
  let bytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length;
      controller.enqueue(chunk);
    },
  });
  return { body: stream?.pipeThrough(counter) ?? null, received: () => bytes };
}

const answer = jsonFor<FileAnswer>;
