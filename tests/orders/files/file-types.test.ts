import { describe, expect, it } from "vitest";
import { attachment, safeFileName } from "#app/lib/file-names.ts";
import { typeOfFile } from "#app/orders/files/order-file.ts";

describe("file names and types", () => {
  it("A file name has no path, and a header no line break", () => {
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
    for (const name of ["a.exe", "a.html", "a", "pdf", "a.pdf.js"])
      expect(typeOfFile(name, bytes("%PDF"))).toBeNull();
  });
});
