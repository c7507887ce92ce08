import { describe, expect, it } from "vitest";
import { attachment, safeFileName } from "#app/lib/file-names.ts";
import { refusalToAdd, typeOfFile } from "#app/uploads/private-file.ts";

describe("names, types and sizes of private files", () => {
  it("File names have no path, and headers no line break", () => {
    expect(safeFileName("C:\\work\\..\\a%22b.PDF")).toBe("ab.pdf");
    expect(safeFileName("../../etc/passwd")).toBe("passwd");
    expect(safeFileName(`${"x".repeat(300)}.zip`)).toBe(`${"x".repeat(100)}.zip`);
    expect(safeFileName("\u202egnp.exe")).toBe("gnp.exe");
    expect(attachment('ü"\r\n.pdf')).toBe(
      "attachment; filename=\"____.pdf\"; filename*=UTF-8''%C3%BC%22%0D%0A.pdf",
    );
  });

  it("A file whose content does not match its name is refused", () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    expect(typeOfFile("a.PDF", bytes("%PDF-1.7"))).toBe("application/pdf");
    expect(typeOfFile("a.pdf", bytes("MZ.."))).toBeNull();
    expect(typeOfFile("a.txt", bytes("anything"))).toBe("text/plain");
    const binary = new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 0, 0x66, 0x74, 0x79, 0x70]);
    for (const name of [
      "a.txt",

      "a.csv",
      "a.svg",
      "a.mp4",
      "a.mov",
      "a.avif",
      "a.mp3",
      "a.wav",
      "a.webp",
      "a.ai",
    ])
      expect([name, typeOfFile(name, binary)]).toEqual([name, null]);
    const box = bytes("\0\0\0\x20ftypisom");
    for (const name of ["a.mp4", "a.mov", "a.avif"]) expect(typeOfFile(name, box)).not.toBeNull();
    expect(typeOfFile("a.mp3", bytes("ID3"))).toBe("audio/mpeg");
    expect(typeOfFile("a.wav", bytes("RIFF....WEBP"))).toBeNull();
    expect(typeOfFile("a.webp", bytes("RIFF....WEBP"))).toBe("image/webp");
    for (const utf16 of [
      [0xff, 0xfe, 0x61, 0],
      [0xfe, 0xff, 0, 0x61],
    ])
      expect(typeOfFile("a.txt", new Uint8Array(utf16))).toBe("text/plain");
    const [picture, sound] = [new Uint8Array([0xff, 0xd8, 0xff, 0]), new Uint8Array([0xff, 0xfb, 0x90, 0])];
    for (const name of ["txt", "md", "csv", "svg"].map((extension) => `a.${extension}`))
      expect([name, typeOfFile(name, picture), typeOfFile(name, sound)]).toEqual([name, null, null]);
    for (const name of ["a.exe", "a.html", "a", "pdf", "a.pdf.js"])
      expect(typeOfFile(name, bytes("%PDF"))).toBeNull();
  });

  it("Empty, too large, too many and mismatched files are refused by name", () => {
    const limits = { count: 2, each: 1024 ** 2, together: 1.5 * 1024 ** 2 };
    const file = (size: number) => ({ name: "a.pdf", size });
    const others = [{ bytes: 1024 ** 2 }];
    expect(refusalToAdd(file(1024 ** 2), [], limits)).toBeNull();
    expect(refusalToAdd(file(512 * 1024), others, limits)).toBeNull();
    expect(refusalToAdd(file(0), [], limits)).toBe("“a.pdf” is empty");
    expect(refusalToAdd(file(1024 ** 2 + 1), [], limits)).toContain("“a.pdf” is too large");
    expect(refusalToAdd(file(1), [...others, { bytes: 1 }], limits)).toContain(
      "you can send at most 2 files",
    );
    expect(refusalToAdd(file(512 * 1024 + 1), others, limits)).toContain("“a.pdf” does not fit");
  });
});
