import { z } from "zod";
import type { Frame } from "#app/conversations/live/frames.ts";

/** The longest frame, in UTF-16 units: JSON of the product's own pages is ASCII. */
const maxFrameLength = 2048;

const frame = z.discriminatedUnion("type", [
  z.object({ type: z.literal("watch"), conversation: z.string().max(100) }),
  z.object({ type: z.literal("unwatch") }),
  z.object({ type: z.literal("typing") }),
]);

/**
 * Parses a frame.
 * @returns `refused`: the close code of RFC 6455 (7.4.1) for a frame that no page of the product sends
 */
export function parseFrame(data: string | ArrayBuffer): Frame | { refused: 1007 | 1009; why: string } {
  if (typeof data !== "string") return { refused: 1007, why: "Not text" };
  if (data.length > maxFrameLength) return { refused: 1009, why: "Frame too large" };
  try {
    return frame.parse(JSON.parse(data));
  } catch {
    return { refused: 1007, why: "Not a frame of this protocol" };
  }
}
