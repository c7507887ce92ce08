import type { AppLoadContext } from "@remix-run/cloudflare";
import { refuse } from "#app/lib/refusal.ts";
import * as allowances from "#app/limits/allowances.server.ts";
import { costOfFiles } from "#app/limits/limits.ts";
import { bytesOf, type Place, receive } from "#app/uploads/private-files.server.ts";
import type { FileAnswer } from "#app/uploads/sending/file-answer.ts";
import * as writes from "#app/writes/writes.server.ts";

/**
 * Answers the upload of one private file by a page's script (docs/specification.md#private-files). The
 * declared size is counted before the body is read, so that concurrent files cannot exceed the allowance;
 * bytes that did not arrive are given back.
 * @param path the page that sent it
 * @param findPlace where the viewer's file goes; throws a Refusal if it is refused
 */
export async function answerFile(
  context: AppLoadContext,
  request: Request,
  path: string,
  findPlace: (viewerId: string) => Promise<Place>,
): Promise<Response> {
  const page = { path, body: writes.stateOf, failed };
  return await writes.call(context, { refusal: null }, page, async (): Promise<FileAnswer> => {
    const viewer = writes.viewer(context);
    const place = await findPlace(viewer.id);
    const declared = costOfFiles([{ size: bytesOf(request) ?? 0 }]);
    await writes.allow(context, "file", declared);
    const { body, received } = counting(request.body);
    const receiving = receive(context, viewer.id, place, request, body);
    const giveBack = () =>
      allowances.giveBack(context, "file", declared - costOfFiles([{ size: received() }]));
    // Also after the client has disconnected: then only part of the file was sent.
    context.later(receiving.then(giveBack, giveBack));
    const result = await receiving;
    if (result === "failed") refuse("failed", failed.sentence);
    if ("refusal" in result) refuse("invalid", result.refusal);
    return { state: "done", file: result.file };
  });
}

const failed = { event: "file not taken", sentence: "Something went wrong. Please try again." };

/** A stream that passes its input through, and the number of bytes so far. */
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
