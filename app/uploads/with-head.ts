/**
 * The first bytes of a stream, and the whole stream again.
 * @param length how many bytes; fewer if the stream is shorter
 */
export async function withHead(
  stream: ReadableStream<Uint8Array>,
  length: number,
): Promise<{ head: Uint8Array; whole: ReadableStream<Uint8Array> }> {
  const reader = stream.getReader();
  const read: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < length) {
    const { value, done } = await reader.read();
    if (done) break;
    read.push(value);
    bytes += value.length;
  }
  const head = new Uint8Array(bytes);
  let at = 0;
  for (const part of read) {
    head.set(part, at);
    at += part.length;
  }
  const whole = new ReadableStream<Uint8Array>({
    start(controller) {
      if (bytes > 0) controller.enqueue(head);
    },
    async pull(controller) {
      const { value, done } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { head: head.subarray(0, length), whole };
}
