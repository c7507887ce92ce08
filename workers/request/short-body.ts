import { withHead } from "#app/uploads/with-head.ts";

/** How much of a body is read before anything looks at the request, in bytes. */
const readFirst = 64 * 1024;

/**
 * The same request, whose body is read already if it has at most 64 KB.
 *
 * The runtime closes a connection on which a body was left unread, and a worker cannot say so: it may not
 * send the header `Connection`. The next request on a kept connection then fails. So an answer that needs no
 * body, such as a refusal, would break the request after it. Longer bodies are streamed; a refusal of one
 * still ends the connection.
 */
export async function withShortBodyRead(request: Request): Promise<Request> {
  const { body, headers, method } = request;
  if (!body) return request;
  const length = headers.get("Content-Length");
  const isShort = length === null || Number(length) <= readFirst;
  const start = isShort ? await readStart(body) : body;
  return ["GET", "HEAD"].includes(method) ? withoutBody(request) : new Request(request, { body: start });
}

/** A GET may come with a body, but no request can be made from one that has. Nothing reads it. */
function withoutBody({ url, method, headers, signal, cf }: Request): Request {
  return new Request(url, { method, headers, signal, cf });
}

/** The whole of a stream of at most 64 KB, or a stream of which the first 64 KB were read. */
async function readStart(body: ReadableStream<Uint8Array>): Promise<BodyInit> {
  try {
    const { head, whole } = await withHead(body, readFirst + 1);
    if (head.length > readFirst) return whole;
    await whole.cancel();
    return new Uint8Array(head);
  } catch (error) {
    // The sender is gone. What reads the body must notice: half a form can look like a whole one.
    return new ReadableStream({ start: (controller) => controller.error(error) });
  }
}
