import { errorStack } from "#app/lib/errors.ts";

type Log = (level: "warn" | "error", event: string, fields?: Record<string, unknown>) => void;

/**
 * A download whose parts are created while it is sent, so that no file is held in memory. If creating a part
 * fails, the download is aborted.
 * @param failure the event in the log
 */
export function textStream(
  parts: AsyncGenerator<string, void, undefined>,
  failure: string,
  log: Log,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        log("error", failure, { error: errorStack(error) });
        controller.error(error);
      }
    },
    async cancel() {
      await parts.return();
    },
  });
}
