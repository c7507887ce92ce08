import type { Random } from "../schedules/random.ts";
import { origin, type Visitor } from "../visitor.ts";
import { fill, routePaths } from "./addresses.ts";
import { hostileBodies } from "./hostile-bodies.ts";

/** Every address of the product: the route table, and what the worker answers itself. */
const paths = [
  ...routePaths,
  "/healthz",
  "/live",
  "/images/x",
  "/auth/refresh",
  "/webhooks/stripe",
  "/webhooks/stripe/accounts",
  "/webhooks/stripe/connect",
  "/webhooks/mail",
  "/robots.txt",
  "/sitemap.xml",
  "/sitemaps/gigs-1.xml",
  "/.well-known/jwks.json",
  "/__manifest",
];

/** The names of the product's form fields and parameters. */
const names = [
  ...["intent", "version", "note", "files", "answer-0", "rating", "comment", "reply", "reason", "email"],
  ...["password", "currentPassword", "token", "redirectTo", "message", "fullName", "username", "title"],
  ...["bio", "timeZone", "avatar", "removeAvatar", "conversation", "id", "content", "gigId", "package"],
  ...["requirements", "shownPrice", "theme", "lite", "factor", "factor_type", "phone", "code", "session"],
  ...["amount", "call", "answers[0]", "again", "q", "page", "sort", "min", "max", "level", "user", "draft"],
  ...["tab", "status", "filter", "reviews", "session_id", "order", "type", "refund", "p", "_data", "_routes"],
];

const hostileValues = [
  ...[
    "",
    " ",
    "\0",
    "\u200b\u2066",
    "\ud800",
    "x".repeat(10_001),
    "'\"><script>",
    "../../etc",
    "//evil.example",
  ],
  ...[
    "/\\evil.example",
    "%00",
    "%2F%2Fevil",
    "1e999",
    "-1",
    "99999999999999999999",
    "NaN",
    "null",
    "[]",
    "{}",
  ],
  ...["constructor", "__proto__", "' OR 1=1 --", "%", "_", '"', '"" OR "', "a*", "AND", "NEAR(", "\r\nX: y"],
  ...["cs_test_1", "routes/root", "00000000-0000-0000-0000-000000000000", "Ünïcödé 語 🐈", "2", "deliver"],
  ...["cancel", "pay", "review", "suspend", "refund", "send", "add", "starter", "5", "light"],
];

/** Ids that exist, for the parameters of paths and as values. */
export type KnownIds = Record<"order" | "gig" | "user" | "conversation" | "slug", string>;

/** One request that no page sends. */
export type FuzzedRequest = { path: string; init: RequestInit };

const bodies = hostileBodies("email").map(({ type, body }) => ({
  type,
  body: new TextEncoder().encode(body),
}));

/** The request of a seed. Consecutive seeds go through all addresses; the generator chooses the rest. */
export function fuzzedRequest(seed: number, random: Random, ids: KnownIds): FuzzedRequest {
  const value = () => (random.chance(0.3) ? random.pick(Object.values(ids)) : random.pick(hostileValues));
  const fields = () => {
    const form = new URLSearchParams();
    for (let i = random.whole(0, 6); i > 0; i--) form.append(random.pick(names), value());
    return form;
  };
  const pattern = paths[seed % paths.length] ?? "/";
  const parameter = () => encodeURIComponent(value().toWellFormed()) || "x";
  const isReal = random.chance(0.5);
  const id = pattern.startsWith("/orders") ? ids.order : pattern.startsWith("/services") ? ids.gig : ids.user;
  let path = fill(pattern, {
    id: isReal ? id : parameter(),
    slug: isReal ? ids.slug : parameter(),
    category: parameter(),
    subcategory: parameter(),
    handle: random.chance(0.5) ? `@${parameter()}` : parameter(),
    file: parameter(),
    "*": parameter(),
  });
  if (random.chance(0.15)) path = path === "/" ? "/_root.data" : `${path}.data`;
  if (random.chance(0.05))
    path = random.pick([`/${path}`, `${path}/`, path.toUpperCase(), `${path}%2e%2e%2f`]);
  if (random.chance(0.5)) path += `?${fields()}`;
  const method = random.weighted([
    [6, "POST"],
    [3, "GET"],
    [1, random.pick(["PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"])],
  ] as const);
  const headers: Record<string, string> = {
    "CF-Connecting-IP": `10.${random.whole(0, 255)}.${random.whole(0, 255)}.${random.whole(0, 255)}`,
  };
  if (random.chance(0.95)) headers.Origin = origin;
  if (random.chance(0.2)) headers.Accept = random.pick(["application/json", "*/*", "text/html", ""]);
  if (random.chance(0.1)) headers["Save-Data"] = "on";
  if (random.chance(0.1)) headers.Upgrade = "websocket";
  if (method === "GET" || method === "HEAD") return { path, init: { method, headers } };
  const { type, body } = random.chance(0.6) ? usual(fields()) : random.pick(bodies);
  if (type !== null) headers["Content-Type"] = type;
  if (random.chance(0.9)) headers["Content-Length"] = String(body.length);
  return { path, init: { method, headers, body } };
}

function usual(fields: URLSearchParams): { type: string; body: Uint8Array<ArrayBuffer> } {
  return {
    type: "application/x-www-form-urlencoded",
    body: new TextEncoder().encode(fields.toString()),
  };
}

/** Sends a fuzzed request. @returns a line that describes it if it was answered by a 5xx; else null */
export async function sendFuzzed(guest: Visitor, { path, init }: FuzzedRequest): Promise<string | null> {
  // Not as a relative address: `//[` would be a host's.
  const answer = await guest.fetch(`${origin}${path}`, init);
  answer.webSocket?.accept();
  answer.webSocket?.close();
  await answer.arrayBuffer();
  return answer.status >= 500 ? `${answer.status} ${init.method} ${path.slice(0, 300)}` : null;
}
