/** What anybody may send at once, in MB: the largest file of a form, and room to say kindly that a file is too large. */
const most = 20;
/** What may be sent to an order: files of a delivery, 24 MB together, and what a form puts around them. */
const mostToOrder = 25;

/** The bound of an address in MB. */
export function bodyLimitOf(url: URL): number {
  return /^\/orders\/[^/]+$/.test(url.pathname) ? mostToOrder : most;
}

/**
 * A request whose body is never longer than so many MB, however much of it is read into memory. One that does not say its length breaks
 * off where it is too long. Null: it says itself that it is.
 */
export function limitedBody(request: Request, megabytes: number): Request | null {
  if (!request.body) return request;
  const longestBody = megabytes * 1024 * 1024;
  const length = request.headers.get("Content-Length");
  // The runtime holds a sender to the length that was named.
  if (length !== null) return Number(length) <= longestBody ? request : null;
  let passed = 0;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      passed += chunk.byteLength;
      if (passed > longestBody) controller.error(new Error("The body is too long"));
      else controller.enqueue(chunk);
    },
  });
  return new Request(request, { body: request.body.pipeThrough(bound) });
}
