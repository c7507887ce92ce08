import { BodyTooLong, maxTextLength } from "#app/lib/forms.ts";
import { routeOf } from "#workers/render/pages.ts";

const megabyte = 1024 * 1024;

/** The webhooks themselves reject and count bodies over 1 MB (workers/endpoints/webhook-body.ts). */
const webhookLimit = 2 * megabyte;

/**
 * The longest body in bytes, and the sentence that refuses a longer one (docs/specification.md#form-bounds).
 */
export type BodyLimit = { bytes: number; sentence: string };

/**
 * The longest body that an address accepts: 64 KB, or more from a viewer who sends files where forms have
 * files (`uploads` of the route's handle).
 * @param hasSession false if it is certain that no one is signed in
 */
export function bodyLimitOf(request: Request, url: URL, hasSession: boolean): BodyLimit {
  if (url.pathname.startsWith("/webhooks/")) return { bytes: webhookLimit, sentence: "" };
  const { uploads, longTexts } = routeOf(url).handle;
  const hasFiles = /^(multipart\/form-data|application\/octet-stream)\b/i.test(
    request.headers.get("Content-Type") ?? "",
  );
  if (longTexts && !hasFiles) return { bytes: maxLongBody, sentence: tooMuchLongText };
  if (!uploads || !hasFiles) return { bytes: maxTextLength, sentence: tooMuchText };
  if (!hasSession) return { bytes: maxTextLength, sentence: signInToUpload };
  return { bytes: uploads * megabyte, sentence: tooLargeFile(uploads) };
}

/** 100,000 characters of any script fit: each takes up to twelve bytes in such a body, but most take one. */
const maxLongBody = 1.25 * megabyte;

const tooMuchLongText = "This form can be at most 1.25 MB. Go back and shorten your text.";

const tooMuchText = "A form without files can be at most 64 KB. Go back and shorten your text.";

const signInToUpload = "To send files, sign in in another tab, then go back and send the form again.";

function tooLargeFile(megabytes: number): string {
  return `This form can be at most ${megabytes} MB. Go back and choose a smaller file.`;
}

/** True if the request declares a body longer than the limit. */
export function declaresLongerBody(request: Request, { bytes }: BodyLimit): boolean {
  const length = request.headers.get("Content-Length");
  if (!request.body || length === null) return false;
  // Also true if the length is not a number.
  return !(Number(length) <= bytes);
}

/**
 * The same request with a body that fails once it is longer than the limit, however it is read. This matters
 * only for a request without Content-Length: the runtime enforces a declared length.
 */
export function withBodyLimit(request: Request, { bytes, sentence }: BodyLimit): Request {
  if (!request.body || request.headers.has("Content-Length")) return request;
  let passed = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      passed += chunk.byteLength;
      if (passed > bytes) controller.error(new BodyTooLong(sentence));
      else controller.enqueue(chunk);
    },
  });
  return new Request(request, { body: request.body.pipeThrough(limit) });
}
