/**
 * What any address accepts, in MB: the largest file of a form, with room to show a form's own message for a
 * larger file.
 */
const usualLimit = 20;
/** What an order accepts, in MB: the files of a delivery, 24 MB together, and the form around them. */
const orderLimit = 25;

/** The longest body that an address accepts, in MB. */
export function bodyLimitOf(url: URL): number {
  return /^\/orders\/[^/]+$/.test(url.pathname) ? orderLimit : usualLimit;
}

/** True if the request itself says that its body is longer than the limit. */
export function declaresLongerBody(request: Request, megabytes: number): boolean {
  const length = request.headers.get("Content-Length");
  if (!request.body || length === null) return false;
  // Also true if the length is not a number.
  return !(Number(length) <= bytesOf(megabytes));
}

/**
 * The same request with a body that fails once it is longer than the limit, however it is read. This matters
 * for a request without Content-Length only: the runtime holds the sender to a length that was declared.
 */
export function withBodyLimit(request: Request, megabytes: number): Request {
  if (!request.body || request.headers.has("Content-Length")) return request;
  let passed = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      passed += chunk.byteLength;
      if (passed > bytesOf(megabytes)) controller.error(new Error("The body is too long"));
      else controller.enqueue(chunk);
    },
  });
  return new Request(request, { body: request.body.pipeThrough(limit) });
}

function bytesOf(megabytes: number): number {
  return megabytes * 1024 * 1024;
}
