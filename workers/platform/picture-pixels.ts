import { convertIndexedToRgb, decode, encode } from "fast-png";

/** A picture as its pixels. `data`: `channels` bytes for each pixel: grey, grey and alpha, RGB, or RGBA. */
type Pixels = { width: number; height: number; channels: number; data: Uint8Array };

/** Decodes a PNG made by the encoder. */
function pixelsOf(png: ArrayBuffer): Pixels {
  const decoded = decode(png);
  const { width, height, palette } = decoded;
  if (palette)
    return { width, height, channels: palette[0]?.length ?? 3, data: convertIndexedToRgb(decoded) };
  const data = decoded.depth === 16 ? Uint8Array.from(decoded.data, (value) => value >> 8) : decoded.data;
  return { width, height, channels: decoded.channels, data: new Uint8Array(data) };
}

/** A mirrored PNG: left to right (`across`), or top to bottom (`down`). */
export function mirrored(png: ArrayBuffer, direction: "across" | "down"): Uint8Array<ArrayBuffer> {
  const { width, height, channels, data } = pixelsOf(png);
  const turned = new Uint8Array(data.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = ((direction === "down" ? height - 1 - y : y) * width + x) * channels;
      const to = (y * width + (direction === "across" ? width - 1 - x : x)) * channels;
      turned.set(data.subarray(from, from + channels), to);
    }
  return new Uint8Array(encode({ width, height, channels, depth: 8, data: turned }));
}

/**
 * The average colour of a PNG's border, as red, green and blue from 0 to 255. Transparent pixels count as
 * white.
 */
export function borderColour(png: ArrayBuffer): [number, number, number] {
  const { width, height, channels, data } = pixelsOf(png);
  const hasColour = channels > 2;
  const sum: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (x > 0 && x < width - 1 && y > 0 && y < height - 1) continue;
      count++;
      const at = (y * width + x) * channels;
      const opacity = channels % 2 === 0 ? (data[at + channels - 1] ?? 255) / 255 : 1;
      for (const channel of [0, 1, 2] as const)
        sum[channel] += (data[at + (hasColour ? channel : 0)] ?? 0) * opacity + 255 * (1 - opacity);
    }
  return [Math.round(sum[0] / count), Math.round(sum[1] / count), Math.round(sum[2] / count)];
}
