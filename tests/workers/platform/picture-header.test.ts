import { expect, it } from "vitest";
import { readPictureHeader, withoutApp1 } from "#workers/platform/picture-header.ts";

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(
    parts.flatMap((part) =>
      typeof part === "string" ? [...part].map((character) => character.charCodeAt(0)) : part,
    ),
  );
const u32 = (value: number) => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];
const u16 = (value: number) => [value >> 8, value & 255];
const png = (w: number, h: number) =>
  bytes("\x89PNG\r\n\x1a\n", u32(13), "IHDR", u32(w), u32(h), [8, 2, 0, 0, 0]);
const segment = (marker: number, body: number[]) => [0xff, marker, ...u16(body.length + 2), ...body];
const frame = (w: number, h: number, marker = 0xc2) =>
  segment(marker, [8, ...u16(h), ...u16(w), 1, 1, 17, 0]);
const jpeg = (...segments: number[][]) =>
  bytes([0xff, 0xd8], ...segments, [0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9]);
const webp = (chunk: string, body: number[]) =>
  bytes("RIFF", [0, 0, 0, 0], "WEBP", chunk, [0, 0, 0, 0], body);
const box = (kind: string, body: number[]) => [...u32(body.length + 8), ...bytes(kind), ...body];
const ispe = (w: number, h: number) => box("ispe", [0, 0, 0, 0, ...u32(w), ...u32(h)]);
const avif = (...properties: number[][]) =>
  bytes(
    box("ftyp", [...bytes("mif1"), 0, 0, 0, 0, ...bytes("avif")]),
    box("meta", [0, 0, 0, 0, ...box("hdlr", [1, 2]), ...box("iprp", box("ipco", properties.flat()))]),
  );

it("Width and height of each format are read, small and large", () => {
  expect(readPictureHeader(png(7746, 7746))).toEqual({
    width: 7746,
    height: 7746,
    turn: 0,
    isMirrored: false,
  });
  for (const marker of [0xc0, 0xc1, 0xc2, 0xc3, 0xc9, 0xcf])
    expect(
      readPictureHeader(jpeg(segment(0xe0, [1, 2]), segment(0xc4, [9]), frame(640, 480, marker))),
    ).toEqual({
      width: 640,
      height: 480,
      turn: 0,
      isMirrored: false,
    });
  expect(readPictureHeader(webp("VP8 ", [1, 2, 3, 0x9d, 0x01, 0x2a, 0x00, 0x45, 0xff, 0x3f]))).toMatchObject({
    width: 0x500,
    height: 0x3fff,
  });
  expect(readPictureHeader(webp("VP8L", [0x2f, 0xff, 0xff, 0xff, 0x0f]))).toMatchObject({
    width: 16384,
    height: 16384,
  });
  expect(readPictureHeader(webp("VP8X", [0, 0, 0, 0, 0x0f, 0x27, 0x00, 0xff, 0xff, 0xff]))).toMatchObject({
    width: 10000,
    height: 16777216,
  });
  expect(readPictureHeader(avif(ispe(100, 200), box("clap", u32(1)), ispe(9000, 8000)))).toMatchObject({
    width: 9000,
    height: 8000,
  });
});

it("A file of another format is null", () => {
  const heic = bytes(box("ftyp", [...bytes("heic"), 0, 0, 0, 0, ...bytes("mif1")]));
  for (const file of [bytes(), bytes("<svg"), bytes("GIF89a"), bytes("BM1234"), bytes("RIFF1234WAVE"), heic])
    expect(readPictureHeader(file)).toBeNull();
});

it("A file in which a decoder might find another picture counts as broken", () => {
  for (const [why, file] of Object.entries({
    "two frames": jpeg(frame(10, 10), frame(60000, 60000)),
    "no frame": jpeg(segment(0xe0, [1])),
    "a segment beyond the end": bytes([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 1]),
    "a length that does not count itself": bytes([0xff, 0xd8, 0xff, 0xe0, 0, 1, ...frame(10, 10)]),
    "no marker where one is required": jpeg(segment(0xe0, [1]), [0, 0], frame(10, 10)),
    "a marker that is not allowed there": jpeg([0xff, 0xd0], frame(10, 10)),
    "another first chunk": bytes("\x89PNG\r\n\x1a\n", u32(13), "tEXt", u32(1), u32(1)),
    "an unknown kind of WebP": webp("VP8Z", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
    "no sizes": avif(box("pixi", [1])),
    "a box beyond its parent": avif([...u32(9999), ...bytes("ispe"), 0, 0, 0, 0, ...u32(1), ...u32(1)]),
    "a box without end": avif([...u32(1), ...bytes("ispe"), 0, 0, 0, 0, 0, 0, 0, 0]),
  }))
    expect([why, readPictureHeader(file)]).toEqual([why, "broken"]);
});

it("A file truncated at any byte never crashes the reader", () => {
  const whole = [
    png(5, 5),
    jpeg(segment(0xe1, [...bytes("Exif\0\0MM"), 0, 42, 0, 0, 0, 8, 0, 9]), frame(9, 9)),
    webp("VP8X", [0, 0, 0, 0, 1, 0, 0, 1, 0, 0]),
    avif(ispe(3, 3)),
  ];
  for (const file of whole) {
    for (let length = 0; length < file.length; length++) {
      const cut = readPictureHeader(file.slice(0, length));
      expect(cut === null || cut === "broken" || cut.width > 0).toBe(true);
    }
    // A view into a larger buffer is read within its own bounds.
    const framed = new Uint8Array([1, 2, 3, ...file, 9]);
    expect(readPictureHeader(framed.subarray(3, -1))).toEqual(readPictureHeader(file));
  }
});

it("The orientation is read in both byte orders, and EXIF is removed", () => {
  const big = (orientation: number) => [
    ...bytes("Exif\0\0MM"),
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    1,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
  ];
  const little = (orientation: number) => [
    ...bytes("Exif\0\0II"),
    42,
    0,
    8,
    0,
    0,
    0,
    1,
    0,
    0x12,
    1,
    3,
    0,
    1,
    0,
    0,
    0,
    orientation,
    0,
    0,
    0,
  ];
  for (const [orientation, turn, isMirrored] of [
    [1, 0, false],
    [2, 0, true],
    [3, 180, false],
    [4, 180, true],
    [5, 270, true],
    [6, 90, false],
    [7, 90, true],
    [8, 270, false],
    [99, 0, false],
  ] as const)
    for (const exif of [big(orientation), little(orientation)])
      expect(readPictureHeader(jpeg(segment(0xe1, exif), frame(4, 3)))).toEqual({
        width: 4,
        height: 3,
        turn,
        isMirrored,
      });

  const withoutExif = jpeg(segment(0xe0, [1, 2]), frame(4, 3));
  const file = jpeg(segment(0xe0, [1, 2]), segment(0xe1, big(6)), frame(4, 3), segment(0xe1, [7, 7]));
  expect(new Uint8Array(withoutApp1(file).flatMap((part) => [...part]))).toEqual(withoutExif);
  expect(withoutApp1(png(1, 1))).toEqual([png(1, 1)]);
});
