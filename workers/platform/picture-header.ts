/**
 * What a picture file says of itself before anything decodes it. Read strictly: a decoder must not find another picture in the same bytes.
 * Sizes in px; `turn`: clockwise, in degrees, how far it has to be turned to stand upright.
 */
export type PictureHeader = { width: number; height: number; turn: 0 | 90 | 180 | 270 };

/** A stretch of a JPEG before the picture itself: from its `FF`, and from what follows its length, to its end. */
type Segment = { marker: number; start: number; body: number; end: number };

class Broken extends Error {}

/**
 * The header of a JPEG, PNG, WebP or AVIF, told by what the file holds. The mirrored ways to hold a camera are left as they are.
 * @returns null for any other file; "broken" where the header ends early or contradicts itself
 */
export function pictureHeader(file: Uint8Array): PictureHeader | "broken" | null {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  try {
    if (isJpeg(view)) return ofJpeg(view);
    if (isAt(view, 0, "\x89PNG\r\n\x1a\n")) return ofPng(view);
    if (isAt(view, 0, "RIFF") && isAt(view, 8, "WEBP")) return ofWebp(view);
    return isAvif(view) ? ofAvif(view) : null;
  } catch (error) {
    // A RangeError is how a view says that the file ends before.
    if (error instanceof Broken || error instanceof RangeError) return "broken";
    throw error;
  }
}

/** A JPEG without its APP1 segments (EXIF, XMP): where, when and how it was taken. Other files as they are. */
export function withoutApp1(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (!isJpeg(view)) return [file];
  const all = [...segments(view)];
  const kept = all.filter(({ marker }) => marker !== 0xe1).map(({ start, end }) => file.subarray(start, end));
  return [file.subarray(0, 2), ...kept, file.subarray(all.at(-1)?.end ?? 2)];
}

function isAt(view: DataView, at: number, text: string): boolean {
  if (view.byteLength < at + text.length) return false;
  return [...text].every((sign, i) => view.getUint8(at + i) === sign.charCodeAt(0));
}

function isJpeg(view: DataView): boolean {
  return isAt(view, 0, "\xff\xd8\xff");
}

/** ISO/IEC 10918-1, B.1: `FF`, a marker, and its length in two bytes that count themselves; `DA` begins the picture. */
function* segments(view: DataView): Generator<Segment> {
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) throw new Broken();
    let next = at + 1;
    // Any number of FF may fill up before a marker.
    while (view.getUint8(next) === 0xff) next++;
    const marker = view.getUint8(next);
    if (marker === 0xda) return;
    const length = view.getUint16(next + 1);
    const end = next + 1 + length;
    // Below C0, and from D0 to D9, stand marks that have no place before the picture.
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9) || length < 2 || end > view.byteLength)
      throw new Broken();
    yield { marker, start: at, body: next + 3, end };
    at = end;
  }
}

function ofJpeg(view: DataView): PictureHeader {
  let turn: PictureHeader["turn"] = 0;
  let size: { width: number; height: number } | null = null;
  for (const { marker, body, end } of segments(view)) {
    if (marker === 0xe1) turn = turnOf(new DataView(view.buffer, view.byteOffset + body, end - body)) ?? turn;
    // A frame is C0 to CF, but for the tables C4, C8 and CC. There is one.
    if (marker > 0xcf || [0xc4, 0xc8, 0xcc].includes(marker)) continue;
    if (size) throw new Broken();
    size = { height: view.getUint16(body + 1), width: view.getUint16(body + 3) };
  }
  if (!size) throw new Broken();
  return { ...size, turn };
}

/** EXIF 2.32, 4.6.4: the orientation stands in the first directory under 0x112. Null: this segment does not say. */
function turnOf(app1: DataView): PictureHeader["turn"] | null {
  if (!isAt(app1, 0, "Exif\0\0")) return null;
  const tiff = new DataView(app1.buffer, app1.byteOffset + 6, app1.byteLength - 6);
  const little = isAt(tiff, 0, "II");
  const directory = tiff.getUint32(4, little);
  for (let i = 0; i < tiff.getUint16(directory, little); i++) {
    const entry = directory + 2 + 12 * i;
    if (tiff.getUint16(entry, little) !== 0x112) continue;
    const held = tiff.getUint16(entry + 8, little);
    return held === 3 ? 180 : held === 6 ? 90 : held === 8 ? 270 : 0;
  }
  return null;
}

/** PNG 1.2, 4.1.1: the first chunk is IHDR. */
function ofPng(view: DataView): PictureHeader {
  if (!isAt(view, 12, "IHDR")) throw new Broken();
  return { width: view.getUint32(16), height: view.getUint32(20), turn: 0 };
}

/** RFC 9649: lossy, lossless, or extended, where a decoder refuses a frame that does not fill the canvas. */
function ofWebp(view: DataView): PictureHeader {
  if (isAt(view, 12, "VP8 ") && isAt(view, 23, "\x9d\x01\x2a"))
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff, turn: 0 };
  if (isAt(view, 12, "VP8L") && view.getUint8(20) === 0x2f) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1, turn: 0 };
  }
  if (!isAt(view, 12, "VP8X")) throw new Broken();
  const uint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65536;
  return { width: uint24(24) + 1, height: uint24(27) + 1, turn: 0 };
}

/** ISO/IEC 14496-12, 4.3: a file of boxes, the first of which names the brands. */
function isAvif(view: DataView): boolean {
  if (!isAt(view, 4, "ftyp")) return false;
  const end = Math.min(view.getUint32(0), view.byteLength, 256);
  for (let at = 8; at + 4 <= end; at += 4) if (isAt(view, at, "avif")) return true;
  return false;
}

/** ISO/IEC 23008-12, 6.5.3: each picture in the file has an `ispe` among the properties; the largest counts. */
function ofAvif(view: DataView): PictureHeader {
  const [meta] = boxes(view, "meta", 0, view.byteLength);
  const [properties] = meta ? boxes(view, "iprp", meta.body + 4, meta.end) : [];
  const [container] = properties ? boxes(view, "ipco", properties.body, properties.end) : [];
  const sizes = (container ? boxes(view, "ispe", container.body, container.end) : []).map(({ body }) => ({
    width: view.getUint32(body + 4),
    height: view.getUint32(body + 8),
  }));
  const [largest] = sizes.toSorted((a, b) => b.width * b.height - a.width * a.height);
  if (!largest) throw new Broken();
  return { ...largest, turn: 0 };
}

/** The boxes of a kind within a stretch, none of which may reach beyond it. */
function boxes(view: DataView, kind: string, start: number, end: number): { body: number; end: number }[] {
  const found: { body: number; end: number }[] = [];
  for (let at = start; at + 8 <= end; ) {
    const size = view.getUint32(at);
    // 0: to the end of the file; 1: its length is in the next eight bytes, which no picture of ours needs.
    const next = size === 0 ? end : at + size;
    if (next < at + 8 || next > end) throw new Broken();
    if (isAt(view, at + 4, kind)) found.push({ body: at + 8, end: next });
    at = next;
  }
  return found;
}
