import { atMost, type Figure, noLimit } from "../figure.ts";
import { openMarket, seedMarket } from "../market.ts";
import { signInOperator } from "../pages.ts";
import { fillMarket } from "./fill.ts";

/**
 * A page of the console. `limit`: the most rows it may read, in addition to those of every page; null: no
 * limit.
 */
type Page = { path: string; limit: number | null };

/** The most rows that a list may read, without and with a text, and that Find may read. */
const limits = { list: 400, text: 4000, find: 500 };

/**
 * Measures the rows that D1 reads for every list of the console, in a market of a million users. What every
 * page reads, for the operator's session and for the numbers in the menu, is a separate figure.
 * @param gigs how many generated gigs the market has
 */
export async function consoleLists(gigs: number, users: number, orders: number): Promise<Figure[]> {
  const state = await seedMarket({ gigs });
  const began = Date.now();
  fillMarket(state, users, orders);
  const seconds = (Date.now() - began) / 1000;
  const market = await openMarket({ state }, "bench/workers/count-rows.ts");
  const figures = await figuresOf(market.url).finally(() => market.stop());
  return [noLimit("seconds to fill the market", seconds, "s"), ...figures];
}

export async function figuresOf(origin: string): Promise<Figure[]> {
  const read = readerOf(origin, await signInOperator(origin));
  const pages = await pagesOf(read);
  // Nothing is searched for, so it reads what every page reads. The lowest count: a read may be repeated.
  const frames: Answer[] = [];
  for (let i = 0; i < 5; i++) frames.push(await read("/admin/find"));
  const frame = frames.reduce((a, b) => (b.rows < a.rows ? b : a));
  const figures = [noLimit("rows read by every page of the console", frame.rows, "rows", noteOf(frame))];
  for (const { path, limit } of pages) {
    const first = await read(path);
    figures.push(figureOf(path, first, frame.rows, limit));
    if (first.next !== null) figures.push(figureOf(first.next, await read(first.next), frame.rows, limit));
  }
  return figures;
}

function figureOf(path: string, answer: Answer, frame: number, limit: number | null): Figure {
  const [what, rows] = [`rows read by \`${path}\``, answer.rows - frame];
  return limit === null
    ? noLimit(what, rows, "rows", noteOf(answer))
    : atMost(what, rows, "rows", limit, noteOf(answer));
}

/** `next`: the address of the next page; null if there is none. */
type Answer = { status: number; rows: number; ms: number; html: string; next: string | null };
type Read = (path: string) => Promise<Answer>;

const noteOf = ({ status, ms }: Answer) => `${status}, ${ms.toFixed(0)} ms`;

function readerOf(origin: string, cookie: string): Read {
  return async (path) => {
    const began = performance.now();
    const answer = await fetch(origin + path, { headers: { Cookie: cookie }, redirect: "manual" });
    const html = await answer.text();
    const ms = performance.now() - began;
    const rows = Number(answer.headers.get("x-rows-read") ?? Number.NaN);
    if (![200, 302, 303].includes(answer.status) || Number.isNaN(rows))
      throw new Error(`${path} answers ${answer.status} without a count of rows.`);
    const [, next] = /<a href="([^"]+)" rel="next"/.exec(html) ?? [];
    return { status: answer.status, rows, ms, html, next: next?.replaceAll("&amp;", "&") ?? null };
  };
}

/** Every list with its filters, and with texts that nothing, one thing or very much contains. */
async function pagesOf(read: Read): Promise<Page[]> {
  const idIn = async (path: string, pattern: RegExp) => {
    const id = pattern.exec((await read(path)).html)?.[1];
    if (id === undefined) throw new Error(`${path} has no link like ${pattern}.`);
    return id;
  };
  const user = /href="\/admin\/users\/([\w-]{36})"/;
  const [buyer, seller, person] = [
    await idIn("/admin/users?q=buyer%40handiwork.test", user),
    await idIn("/admin/users?q=seller%40handiwork.test", user),
    await idIn("/admin/users", user),
  ];
  const order = await idIn("/admin/orders", /href="\/admin\/orders\/([\w-]{36})"/);
  const ticket = await idIn("/admin/tickets", /href="\/admin\/tickets\/([\w-]+)"/);
  const topic = await idIn("/admin/catalogue", /href="\/admin\/catalogue\/([\w-]+)"/);
  const announcement = await idIn("/admin/announcements", /href="\/admin\/announcements\/([\w-]{36})"/);
  const today = new Date().toISOString().slice(0, 10);
  const list = (path: string, ...queries: string[]) => withLimit(path, limits.list, queries);
  const text = (path: string, texts: string[], more = "") =>
    withLimit(
      path,
      limits.text,
      texts.map((q) => `q=${encodeURIComponent(q)}${more}`),
    );
  const tabs = "facts orders gigs registration tickets reports mails sessions limits".split(" ");
  return [
    ...withLimit("/admin", null),
    ...withLimit("/admin/health", null),
    ...withLimit(`/admin/orders/${order}`, null),
    ...withLimit(`/admin/tickets/${ticket}`, null),
    ...withLimit(`/admin/catalogue/${topic}`, null),
    // It counts its emails among the first 700 that wait, and the last 700 that were given up.
    ...withLimit(`/admin/announcements/${announcement}`, null),
    // It also reads four rows for each mismatch.
    ...withLimit(`/admin/payouts/${seller}`, null),
    ...list("/admin/users", "", "order=oldest", "show=suspended", "show=operators", "after=500000"),
    ...text("/admin/users", [
      "person",
      "mail.example",
      "a",
      "Ada Abara",
      "person99999",
      "buyer@handiwork.test",
      "0000",
      "zzyzx",
      person.slice(0, 8),
    ]),
    ...text("/admin/users", ["person"], "&show=suspended"),
    ...text("/admin/users", ["Ada Abara"], "&show=operators"),
    ...text("/admin/users", ["person"], "&order=oldest"),
    ...[buyer, seller, person].flatMap((id) =>
      list(`/admin/users/${id}`, ...tabs.map((tab) => `tab=${tab}`)),
    ),
    ...list(`/admin/users/${seller}`, "tab=orders&show=sold", "tab=reports&show=by"),
    ...list("/admin/signups", ""),
    ...list("/admin/operators", ""),
    ...list("/admin/orders", "", "order=oldest", "after=50000"),
    ...list(
      "/admin/orders",
      ...["late", "not-started", "not-started-long", "cancellation", "refund", "dispute"].map(
        (show) => `show=${show}`,
      ),
    ),
    ...list(
      "/admin/orders",
      ...["pending", "in+progress", "completed", "cancelled"].map((status) => `status=${status}`),
    ),
    ...list("/admin/orders", ...["pending", "paid", "refunded", "failed"].map((state) => `payment=${state}`)),
    ...list(
      "/admin/orders",
      ...["awaiting_payment", "working", "delivered", "closed"].map((stage) => `stage=${stage}`),
    ),
    ...list(
      "/admin/orders",
      "show=late&status=completed",
      "status=completed&payment=failed&stage=working",
      "show=refund&stage=closed",
    ),
    ...text("/admin/orders", [
      "buyer@handiwork.test",
      "seller@handiwork.test",
      order.slice(0, 8),
      "abc",
      "zzyzx",
      "pi_3",
    ]),
    ...text("/admin/orders", ["seller@handiwork.test"], "&show=late&status=completed"),
    ...text("/admin/orders", ["buyer@handiwork.test"], "&payment=failed&order=oldest"),
    ...list(
      "/admin/payments",
      "",
      "show=payments",
      "show=fees",
      "show=refunds",
      `show=payments&day=${today}`,
      `show=refunds&day=${today}`,
      `day=${today}`,
    ),
    ...["mismatches", "payments", "fees", "refunds"].flatMap((show) =>
      text(
        "/admin/payments",
        ["buyer@handiwork.test", order.slice(0, 8), "person100@mail.example", "zzyzx"],
        `&show=${show}`,
      ),
    ),
    ...list(
      "/admin/payouts",
      ...["refused", "funds", "restricted", "failed", "debts", "holds", "banks", "shared"].map(
        (show) => `show=${show}`,
      ),
    ),
    ...list("/admin/payouts/taxes", ""),
    ...list(
      "/admin/gigs",
      ...["all", "listed", "paused", "changed", "denied", "suspended", "drafts"].map(
        (show) => `show=${show}`,
      ),
    ),
    ...["all", "listed", "paused", "changed", "denied", "suspended", "drafts"].flatMap((show) =>
      text("/admin/gigs", ["logo", "and", "zzyzx"], `&show=${show}`),
    ),
    ...list(
      "/admin/applications",
      ...["waiting", "unpaid", "vetted", "refused"].map((show) => `show=${show}`),
    ),
    ...list("/admin/reports", ""),
    ...list("/admin/tickets", ...["open", "answered", "mine", "closed"].map((show) => `show=${show}`)),
    ...text("/admin/tickets", ["visitor@mail.example", "buyer@handiwork.test", "abc", "1000", "zzyzx"]),
    ...list("/admin/approvals", ""),
    ...list(
      "/admin/audit",
      "",
      "operator=admin",
      "action=suspend",
      `day=${today}`,
      `operator=admin&action=refund&day=${today}`,
    ),
    ...text("/admin/audit", ["buyer@handiwork.test", order.slice(0, 8), "abc", "zzyzx"]),
    ...text("/admin/audit", ["buyer@handiwork.test"], "&action=suspend&operator=admin"),
    ...list("/admin/figures", "by=day", "by=week", "by=month"),
    ...list("/admin/balance", ""),
    ...list("/admin/exports", ""),
    ...list("/admin/settings", ""),
    ...list("/admin/catalogue", ""),
    ...list("/admin/announcements", ""),
    ...withLimit(
      "/admin/find",
      limits.find,
      [
        "person",
        "mail.example",
        "logo",
        "abc",
        "1000",
        "zzyzx",
        "buyer@handiwork.test",
        order,
        order.slice(0, 8),
        "pi_100",
        "evt_100",
      ].map((q) => `q=${encodeURIComponent(q)}`),
    ),
  ];
}

function withLimit(path: string, limit: number | null, queries = [""]): Page[] {
  return queries.map((query) => ({ path: query === "" ? path : `${path}?${query}`, limit }));
}
