import * as build from "#build/server/index.js";

/** A request that no page sends. `asUser`: a signed-in user sends it. */
export type Attack = { name: string; path: string; init?: RequestInit; asUser?: true };

/** Just below the longest address, header and form that the worker reads. In characters. */
const long = 61_700;

/** A text of `long` characters or fewer. */
const filled = (unit: string, length = long) => unit.repeat(Math.floor(length / unit.length));

const get = (name: string, path: string, headers?: HeadersInit): Attack => ({
  name,
  path,
  init: { headers },
});

const post = (name: string, path: string, type: string, body: string, headers = {}): Attack => ({
  name,
  path,
  init: { method: "POST", body, headers: { "Content-Type": type, ...headers } },
});

const form = (name: string, path: string, body: string) =>
  post(name, path, "application/x-www-form-urlencoded", body);

const json = (name: string, path: string, body: string) => post(name, path, "application/json", body);

const asUser = (attack: Attack): Attack => ({ ...attack, asUser: true });

const manifest = (paths: string) => `/__manifest?version=${build.assets.version}&p=${paths}`;

const paths = [
  get("1,000 segments", filled("/a", 2000)),
  get("30,000 segments", filled("/a")),
  get("12 segments", "/a".repeat(12)),
  get("slashes", `/a${"/".repeat(50_000)}`),
  get("the data of a deep path", `${filled("/a")}.data`),
  form("a form to a deep path", filled("/a"), "a=b"),
  get("the manifest of a deep path", manifest(filled("/a", 60_000))),
  get("the manifest of 7.5 KB", manifest(filled("/a", 7500))),
  get("the manifest of 300 paths", manifest(Array.from({ length: 150 }, (_, i) => `/a${i}/b`).join("&p="))),
  get("the manifest of 15,000 paths", manifest(filled("a&p=", 60_000))),
  get("a slug of 950 characters", `/services/s/${filled("a-", 950)}`),
  get("a handle of 950 characters", `/@${filled("a.", 950)}`),
  get("a sitemap that does not exist", `/sitemaps/${filled("9", 900)}`),
  get("a picture that does not exist", "/images/0123456789abcdef-g1"),
  get("a picture with a long letter", `/images/x?l=${filled("%F0%9F%90%88")}`),
];

const queries = [
  ...["/no/such/page", "/sign-in", "/search", "/_root.data", "/sign-in.data"].flatMap((path) => [
    get(`values of index: ${path}`, `${path}?${filled("index=a&")}`),
    get(`300 values of index: ${path}`, `${path}?${`index=${"a".repeat(197)}&`.repeat(298)}`),
    get(`15,000 parameters: ${path}`, `${path}?${filled("a=b&")}`),
    get(`300 parameters: ${path}`, `${path}?${`a=${"%26".repeat(66)}&`.repeat(298)}`),
    get(`names of routes: ${path}`, `${path}?_routes=${filled("a,")}`),
    get(`data of old browsers: ${path}`, `${path}?_data=${filled("a")}`),
  ]),
  get("a search for letters", `/search?q=${filled("a")}`),
  get("a search for words", `/search?q=${filled("ab%20")}`),
  get("a search for 200 characters", `/search?q=${filled("a%20b", 200)}`),
  get("a search for quotes", `/search?q=${filled("%22", 600)}`),
  get("a search for marks", `/search?q=a${filled("%CC%81")}`),
  get("a search with a long order", `/search?q=bowl&sort=${filled("a")}`),
  get("a search with a huge price", `/search?q=bowl&min=${filled("9")}&max=${filled("9", 10)}`),
  get("a search far down", `/search?q=bowl&page=${filled("9")}`),
  get("a category with a huge price", `/categories/bowls?min=${filled("9")}&rating=${filled("4", 10)}`),
  get("a category of levels", `/categories/bowls?${filled("level=top-rated&")}`),
  get("a seller's stars", `/@bowls?stars=${filled("5")}`),
  get("suggestions", `/search/suggestions?q=${filled("ab%20")}`),
  get("the assistant", `/ai-assistant?query=${filled("bowl%20")}`),
  get("the assistant, 1,000 characters", `/ai-assistant?query=${filled("bowl%20", 1000)}`),
  get("a way back of slashes", `/sign-in?redirectTo=${filled("/a")}`),
  get("a way back of 8,000 characters", `/sign-in?redirectTo=${filled("/a", 7900)}`),
  get("a way back of dots", `/sign-up?redirectTo=${filled("/..", 7900)}`),
  get("a way back that is encoded often", `/sign-in?redirectTo=/${filled("%252525", 7900)}`),
  get("a long token", `/verify?token=${filled("a")}`),
  get("a long reset token", `/reset-password?token=${filled("a")}`),
  get("a long token of a new bank account", `/earnings/not-me?token=${filled("a")}`),
  get("a long token of an email", `/unsubscribe?token=${filled("a")}`),
  get("an email's token of many parts", `/unsubscribe?token=${filled("a.")}`),
  get("a long token of a suspended seller", `/earnings/claim?token=${filled("a")}`),
  get("a long token on the way back", `/earnings/setup/return?token=${filled("a")}`),
  get("a long token for a new way", `/earnings/setup/refresh?token=${filled("a")}`),
  asUser(get("a statement of no period", `/earnings/${filled("9", 900)}`)),
  asUser(get("a file of no period", `/earnings/${filled("9", 900)}.csv`)),
  get("a long Checkout Session", `/payment-success?session_id=${filled("a")}`),
  get("a long question", `/faq?q=${filled("a%20")}`),
];

const headers = [
  get("cookies", "/no/such/page", { Cookie: filled("a=b; ") }),
  get("semicolons as cookies", "/no/such/page", { Cookie: filled(";") }),
  get("a cookie of gigs", "/no/such/page", {
    Cookie: `__Host-recent=${filled("00000000-0000-4000-8000-000000000000.")}`,
  }),
  get("a cookie of a toast", "/no/such/page", { Cookie: `__Host-toast=${filled("%5B")}` }),
  get("a long access token", "/no/such/page", { Cookie: `__Host-access=${filled("a.")}` }),
  get("a long session", "/no/such/page", { Cookie: `__Host-session=${filled("a")}` }),
  get("a cookie of a sign-up", "/sign-up/sent", { Cookie: `__Host-joined=${filled("a.")}` }),
  get("encodings", "/categories", { "Accept-Encoding": filled("gzip;q=0 ,") }),
  get("tags of spaces", "/categories", { "If-None-Match": `"a${filled(" ")}a"` }),
  get("tags", "/categories", { "If-None-Match": filled(" ,") }),
  get("languages", "/no/such/page", { "Accept-Language": filled("en;q=0.1,") }),
  get("a browser's long name", "/no/such/page", { "User-Agent": `Mozilla/5.0 ${filled("cubot (")}` }),
  get("the tag of a picture", "/images/a-picture", { "If-None-Match": `"a${filled(" ")}a"` }),
  get("the types of a picture", "/images/a-picture", { Accept: filled("image/avif;q=0 ") }),
];

const forms = [
  form("30,000 fields", "/sign-in", filled("a=b&")),
  form("a deep name", "/sign-in", `email${filled("[0]")}=v`),
  form("a long name", "/sign-in", `${filled("a.")}=v`),
  form("a long email", "/sign-in", `password=&email=a%40${filled("a.")}`),
  form("spaces and line ends", "/contact", `topic=other&message=${filled("+%0D%0A")}`),
  form("a ticket of links", "/contact", `topic=other&message=${filled("http%3A//a.b+")}`),
  form("a ticket of letters", "/contact", `topic=other&message=${filled("a")}`),
  form("a ticket of dots", "/contact", `topic=other&message=${filled("a.")}`),
  form("an appeal", "/appeal/0b7c1d2e-0000-4000-8000-000000000000", `message=${filled("%0D%0Aa")}`),
  form("a sign-up", "/sign-up", `username=${filled("a-", 30_000)}&fullName=${filled("a+", 30_000)}`),
  form("requirements", "/orders", `gigId=x&package=starter&requirements=${filled("a%0D%0A")}`),
  form("requirements of an offer", "/orders", `offer=x&requirements=${filled("a%0D%0A")}`),
  form("a package in the address", `/orders?package=${filled("a")}`, "gigId=x"),
  form("another address of a sign-up", "/sign-up/sent", `intent=change&email=a%40${filled("a.")}`),
  form("extras", "/orders", `gigId=x&package=starter&${"extra=a&".repeat(290)}`),
  form("a way back from a heart", "/saved", `intent=save&gig=x&redirectTo=${filled("/..")}`),
  form("a preference's way back", "/preferences", `theme=dark&redirectTo=${filled("/..")}`),
  post(
    "a form for the console",
    "/admin/settings",
    "application/x-www-form-urlencoded",
    `reason=${filled('a"+', 60_000)}`,
    { Cookie: "__Host-operator=1" },
  ),
  post("a long boundary", "/sign-in", `multipart/form-data; boundary=${filled("a")}`, "a"),
  post("boundaries", "/sign-in", `multipart/form-data${filled("; ")}boundary`, "a"),
  post("a form for another host", "/sign-in", "text/plain", "a", { "X-Forwarded-Host": filled("a,") }),
  asUser(form("a profile", "/profile", `bio=${filled("a+")}`)),
  asUser(form("what a profile showed", "/profile", `shown=${filled("[")}`)),
  asUser(form("a message to no one", "/messages", `conversation=x&content=${filled("a")}`)),
  asUser(form("a request for an offer", "/offers", `intent=ask&gig=x&content=${filled("a")}`)),
  asUser(form("an offer to no one", "/offers", `intent=send&conversation=x&content=${filled("a%0D%0A")}`)),
  asUser(
    form(
      "an offer of 100 features",
      "/offers",
      `intent=send&conversation=x&${Array.from({ length: 100 }, (_, i) => `features[${i}]=${filled("a+", 600)}`).join("&")}`,
    ),
  ),
  asUser(form("a draft of an offer", "/offers/save", `conversation=x&content=${filled("a+", 250_000)}`)),
  asUser(get("an offer in a long conversation", `/offers/new?conversation=${filled("a")}&gig=x&replaces=x`)),
  asUser(form("a reason for declining", "/offers", `intent=decline&offer=x&reason=${filled("a+")}`)),
  asUser(form("an offer with a long name", "/orders", `offer=${filled("a")}`)),
  asUser(form("a gig with a long name", "/saved", `intent=save&gig=${filled("a")}`)),
  asUser(get("marks of 30,000 gigs", `/saved/marks?gigs=${filled("a.")}`)),
  asUser(get("a long place in a list", `/saved?before=${filled("9")}.1`)),
  asUser(get("a search in messages", `/messages?q=${filled("a%20")}`)),
  asUser(get("orders in a long tab", `/orders?tab=${filled("a")}`)),
  asUser(
    form(
      "an application of words",
      "/services/sell",
      `skills=${filled("a,", 30_000)}&bio=${filled("a+", 30_000)}`,
    ),
  ),
  form("a long application", "/services/sell", `bio=${filled("a+", 250_000)}`),
  asUser(form("a long application of a user", "/services/sell", `bio=${filled("a+", 250_000)}`)),
  asUser(get("a report", `/report?kind=gig&id=${filled("a", 10_000)}`)),
];

const calls = [
  json("deep lists", "/functions/create-payment", filled("[")),
  json("deep objects", "/functions/create-payment", filled('{"a":')),
  json(
    "many names",
    "/functions/create-payment",
    JSON.stringify(Object.fromEntries([...Array(5000).keys()].entries())),
  ),
  asUser(json("deep lists of a user", "/functions/create-payment", filled("["))),
  asUser(
    json("a deep order of a user", "/functions/create-payment", `${filled('{"serviceDetails":', 50_000)}1`),
  ),
  json("an error that is too long", "/client-errors", JSON.stringify([filled("a"), "x"])),
  json("an error of quotes", "/client-errors", JSON.stringify([filled("“'", 1500), "/a.js:1:1"])),
  ...["/webhooks/stripe/accounts", "/webhooks/stripe/connect"].map((path) =>
    post(`an event without a signature at ${path}`, path, "application/json", filled("a"), {
      "Stripe-Signature": `t=1,${filled("v1=a,")}`,
    }),
  ),
  post("an email's event with many signatures", "/webhooks/mail", "application/json", filled("a"), {
    "svix-id": "a",
    "svix-timestamp": "1",
    "svix-signature": filled("v1,a "),
  }),
  post("an event without a signature", "/webhooks/stripe", "application/json", filled("a"), {
    "Stripe-Signature": `t=1,${filled("v1=a,")}`,
  }),
];

/** A multipart form whose parts have heads of NULs. */
const nulHeads = (name: string, path: string, length: number) =>
  post(name, path, "multipart/form-data; boundary=b", `--b\r\n${"\0".repeat(length)}\r\n\r\na\r\n--b--\r\n`);

const heads = [
  nulHeads("a head of NULs", "/sign-in", 64_000),
  asUser(nulHeads("a head of a million NULs", "/messages", 1_000_000)),
];

/** Every attack of the list is cheap (docs/security.md#cost). */
export const attacks: Attack[] = [...paths, ...queries, ...headers, ...forms, ...calls, ...heads];
