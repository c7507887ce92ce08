/** The extension of a file's name in lower case; empty if it has none. */
export function extensionOf(name: string): string {
  const at = name.lastIndexOf(".");
  return at < 0 ? "" : name.slice(at + 1).toLowerCase();
}

/**
 * A file's name without its folders and without characters that file systems refuse. A long name keeps its
 * extension.
 */
export function safeFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  const plain = last
    .toWellFormed()
    // Forms percent-encode quotation marks and line ends (WHATWG HTML, multipart/form-data).
    .replace(/%(22|0D|0A)/g, "")
    .replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, "")
    .trim();
  const end = extensionOf(plain).slice(0, 10);
  const stem = [...(end ? plain.slice(0, -end.length - 1) : plain)].slice(0, 100).join("");
  return end ? `${stem || "file"}.${end}` : stem || "file";
}

/**
 * `Content-Disposition` of a download (RFC 6266): an ASCII name for old browsers, and the full name in UTF-8
 * (RFC 8187).
 */
export function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
