/** A body that no page of the product sends, and the header that goes with it. */
export type HostileBody = { name: string; type: string | null; body: string };

const urlencoded = "application/x-www-form-urlencoded";
const boundary = "----a-boundary";
const multipart = `multipart/form-data; boundary=${boundary}`;

function parts(count: number, field: string): string {
  const part = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\nx\r\n`;
  return `${part.repeat(count)}--${boundary}--\r\n`;
}

/**
 * Bodies that cost a careless server seconds, or an answer of 500. @param field a name that the form knows
 */
export function hostileBodies(field: string): HostileBody[] {
  const form = (name: string, body: string) => ({ name, type: urlencoded, body });
  return [
    form("100,000 fields", `${field}=v&`.repeat(100_000)),
    form("301 fields", `${field}=v&`.repeat(301)),
    form("fields of one character", "a&".repeat(30_000)),
    form("5,000 levels", `${field}${"[0]".repeat(5000)}=v`),
    form("20 levels", `${field}${".a[0]".repeat(10)}=v`),
    form("a huge index", `${field}[99999999]=v`),
    form("a name of 60,000 characters", `${"n".repeat(60_000)}=v`),
    form("5 MB of one field", `${field}=${"x".repeat(5 * 1024 * 1024)}`),
    form("60 KB of one field", `${field}=${"x ".repeat(30_000)}`),
    form("60 KB of percent signs", `${field}=${"%".repeat(60_000)}`),
    form("60 KB of spaces and line ends", `${field}=${"+%0D%0A".repeat(8_000)}`),
    form("conform's intent", `${field}=v&__intent__=x`),
    form("conform's intent to change a list", `__intent__=${insertIntent(field)}`),
    form("conform's state", `${field}=v&__state__=x`),
    form("names of prototypes", "__proto__=v&constructor.prototype.x=v&__proto__[x]=v"),
    form("brackets alone", "[]=v&[0]=v&.=v&a..b=v&a[=v&=v"),
    form("text of NUL and half characters", `${field}=%00%01%ED%A0%80%FF`),
    form("nothing", ""),
    { name: "JSON", type: "application/json", body: JSON.stringify({ [field]: { deep: [1] } }) },
    { name: "deep JSON", type: "application/json", body: "[".repeat(30_000) },
    { name: "JSON that is null", type: "application/json", body: "null" },
    { name: "10,000 parts", type: multipart, body: parts(10_000, field) },
    { name: "301 parts", type: multipart, body: parts(301, field) },
    { name: "a cut part", type: multipart, body: parts(2, field).slice(0, -20) },
    { name: "parts without a boundary", type: "multipart/form-data", body: parts(1, field) },
    { name: "a part without a name", type: multipart, body: parts(1, field).replace(/; name="[^"]*"/, "") },
    { name: "conform's intent as a file", type: multipart, body: asFile("__intent__") },
    { name: "a text field as a file", type: multipart, body: asFile(field) },
    { name: "text", type: "text/plain", body: `${field}=v` },
    { name: "no type", type: null, body: `${field}=v` },
  ];
}

function insertIntent(field: string): string {
  return encodeURIComponent(
    JSON.stringify({ type: "insert", payload: { name: field, index: 4_000_000_000 } }),
  );
}

function asFile(field: string): string {
  return parts(1, field).replace(
    `name="${field}"`,
    `name="${field}"; filename="a.txt"\r\nContent-Type: text/plain`,
  );
}
