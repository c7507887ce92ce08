import { withHead } from "#app/uploads/with-head.ts";

/** How much of a body is read before anything looks at the request, in bytes. */
const readFirst = 64 * 1024;

/**
 * The same request, with its body already read if it has at most 64 KB.
 *
 * The runtime closes a connection whose body was left unread, and a worker cannot announce this: it may not
 * send the header `Connection`. The next request on a kept-alive connection then fails. A response that does
 * not read the body, such as a refusal, would therefore break the next request. Longer bodies are streamed; a
 * refusal of one still ends the connection.
 */
export async function withShortBodyRead(request: Request): Promise<Request> {
  const { body, headers, method } = request;
  if (!body) return request;
  const length = headers.get("Content-Length");
  const isShort = length === null || Number(length) <= readFirst;
  const start = isShort ? await readStart(body) : body;
  return ["GET", "HEAD"].includes(method) ? withoutBody(request) : new Request(request, { body: start });
}

/** A GET may arrive with a body, but a `Request` cannot be created from it. Nothing reads the body. */
function withoutBody({ url, method, headers, signal, cf }: Request): Request {
  return new Request(url, { method, headers, signal, cf });
}

/** The whole of a stream of at most 64 KB, or a stream whose first 64 KB have been read. */
async function readStart(body: ReadableStream<Uint8Array>): Promise<BodyInit> {
  try {
    const { head, whole } = await withHead(body, readFirst + 1);
    if (head.length > readFirst) return whole;
    await whole.cancel();
    return new Uint8Array(head);
  } catch (error) {
    // The sender is gone. The reader must notice: half a form can look like a whole one.
    return new ReadableStream({ start: (controller) => controller.error(error) });
  }
}
