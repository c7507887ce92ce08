import { join } from "node:path";
import { root } from "../processes.ts";
import { atMost, type Figure } from "./figure.ts";
import { type LoadAction, limits } from "./load-limits.ts";
import { openMarket } from "./market.ts";

/** A signed-in account of the load. `conversation`: the id of its conversation with the next account. */
export type LoadAccount = {
  id: string;
  username: string;
  email: string;
  cookie: string;
  conversation: string;
};
export type LoadMarket = { accounts: LoadAccount[]; gigs: { id: string; slug: string }[] };

/**
 * The accepted writes: ids of messages, the texts of orders, ids of cancelled orders, and the last bio of
 * each account.
 */
export type Written = { messages: string[]; orders: string[]; cancelled: string[]; bios: string[] };

const accountCount = 50;
/** How many times its limits each account tries. */
const excess = 2;
/** The visitor's pause between two pages, in ms. */
const pause = 250;

/**
 * 50 signed-in accounts do everything at twice their limits while one visitor browses. The visitor's p95 is
 * compared with that of a quiet time before; answers of 5xx and broken connections are counted; afterwards
 * each accepted write is looked for.
 * @param seconds how long the load lasts; the quiet time is half of it
 */
export async function load(seconds: number): Promise<Figure[]> {
  const market = await openMarket({ gigs: 1000 }, join(root, "scripts/bench/load-worker.ts"));
  try {
    const made = await post<LoadMarket>(market.url, "/bench/market", { accounts: accountCount });
    const paths = await visitorPaths(market.url, made);
    // Not measured: the first view of each page fills the caches.
    await browse(market.url, paths, Date.now() + 1000 * paths.length);
    const quiet = await browse(market.url, paths, Date.now() + 500 * seconds);
    const crowd = new Crowd(market.url, made, seconds);
    const [busy] = await Promise.all([browse(market.url, paths, Date.now() + 1000 * seconds), crowd.run()]);
    const lost = await post<Written>(market.url, "/bench/lost", crowd.written());
    return figuresOf(quiet, busy, crowd, lost, seconds);
  } finally {
    await market.stop();
  }
}

function figuresOf(quiet: Views, busy: Views, crowd: Crowd, lost: Written, seconds: number): Figure[] {
  const [before, during] = [p95(quiet.times), p95(busy.times)];
  const sizes = (all: Written) => Object.values(all).reduce((sum, list) => sum + list.length, 0);
  const accepted = sizes(crowd.written());
  const failures = [...crowd.failures, ...quiet.failures, ...busy.failures];
  const statuses = [...crowd.statuses].toSorted().map(([status, count]) => `${count} × ${status}`);
  return [
    atMost(
      "p95 of a visitor's pages while 50 accounts do everything at twice their limits, times that of a quiet time",
      during / before,
      "",
      3,
      `${Math.round(during)} ms of ${busy.times.length} pages, ${Math.round(before)} ms of ${quiet.times.length}`,
    ),
    atMost("answers of 5xx and broken connections meanwhile", failures.length, "", 0, tally(failures)),
    atMost(
      "accepted writes that were lost",
      sizes(lost),
      "",
      0,
      `of ${accepted}: ${Object.entries(crowd.written())
        .map(([what, list]) => `${list.length} ${what}`)
        .join(", ")}`,
    ),
    {
      what: "requests of the accounts a second",
      value: crowd.sent / seconds,
      unit: "",
      limit: null,
      holds: null,
      note: `${statuses.join(", ")}; ${crowd.skipped} not sent, because the one before was not answered`,
    },
  ];
}

/** The accounts of the load. */
class Crowd {
  sent = 0;
  /** Requests that were due while the account's last one of that action was not answered. */
  skipped = 0;
  readonly failures: string[] = [];
  readonly statuses = new Map<number, number>();
  readonly #origin: string;
  readonly #market: LoadMarket;
  readonly #seconds: number;
  readonly #messages: string[] = [];
  readonly #orders: string[] = [];
  readonly #cancelled: string[] = [];
  /** The last accepted bio of each account. Each account changes it one after the other. */
  readonly #bios = new Map<string, string>();
  /** The pending orders that each account has seen in its list. */
  readonly #open = new Map<string, string[]>();

  constructor(origin: string, market: LoadMarket, seconds: number) {
    this.#origin = origin;
    this.#market = market;
    this.#seconds = seconds;
  }

  /** Lets every account do every action, evenly over the time. */
  async run(): Promise<void> {
    const all = this.#market.accounts.flatMap((account, i) =>
      (Object.keys(limits) as LoadAction[]).map((action) => this.#repeat(action, account, i)),
    );
    await Promise.all(all);
  }

  written(): Written {
    const bios = [...this.#bios.values()];
    return { messages: this.#messages, orders: this.#orders, cancelled: this.#cancelled, bios };
  }

  async #repeat(action: LoadAction, account: LoadAccount, i: number): Promise<void> {
    const { count, per } = limits[action];
    // A long window may be used up at once, so it counts whole.
    const times = excess * count * Math.max(1, Math.round(this.#seconds / per));
    const every = (1000 * this.#seconds) / times;
    const began = Date.now() + Math.random() * every;
    let running: Promise<void> | null = null;
    for (let n = 0; n < times; n++) {
      await sleep(began + n * every - Date.now());
      if (running) {
        this.skipped++;
        continue;
      }
      running = this.#actions[action](account, i, n)
        .catch((error: unknown) => {
          this.failures.push(`${action}: ${error instanceof Error ? (error.cause ?? error) : error}`);
        })
        .finally(() => {
          running = null;
        });
    }
    await running;
  }

  readonly #actions: Record<LoadAction, (account: LoadAccount, i: number, n: number) => Promise<void>> = {
    message: async (account, i) => {
      const id = crypto.randomUUID();
      const fields = { id, conversation: account.conversation, content: `Is it still free? ${id}` };
      const { status } = await this.#request("message", account, i, "/messages", fields);
      if (status === 303) this.#messages.push(id);
    },
    conversation: async (account, i, n) => {
      const { accounts } = this.#market;
      const other = accounts[(i + 2 + n) % accounts.length];
      await this.#request("conversation", account, i, `/messages?user=${other?.id}`);
    },
    order: async (account, i, n) => {
      const gig = this.#gig(i + n);
      const requirements = `Load ${crypto.randomUUID()}`;
      const token = crypto.randomUUID();
      const { status, location } = await this.#request("order", account, i, "/orders", {
        gigId: gig.id,
        package: "starter",
        requirements,
        token,
      });
      if (status === 303 && !/^\/(services|sign-in)/.test(location)) this.#orders.push(requirements);
    },
    cancel: async (account, i) => {
      const id = this.#open.get(account.id)?.pop();
      if (!id) return;
      const { status } = await this.#request("cancel", account, i, `/orders/${id}`, { intent: "cancel" });
      if (status === 303) this.#cancelled.push(id);
    },
    profile: async (account, i) => {
      const bio = `Bio ${crypto.randomUUID()}`;
      const fields = { fullName: "Load Tester", username: account.username, title: "", bio, timeZone: "" };
      const { status, location } = await this.#request("profile", account, i, "/profile", fields);
      if (status === 303 && location === "/profile") this.#bios.set(account.id, bio);
    },
    signIn: async (account, i) => {
      const fields = { email: account.email, password: "not the password", redirectTo: "/" };
      await this.#request("signIn", { ...account, cookie: "" }, i, "/sign-in", fields);
    },
    export: async (account, i) => {
      await this.#request("export", account, i, "/profile/export");
    },
    search: async (account, i, n) => {
      const term = ["logo", "web design", "a", "content"][n % 4] ?? "";
      await this.#request("search", account, i, `/search?q=${encodeURIComponent(term)}&page=${1 + (n % 3)}`);
    },
    page: async (account, i, n) => {
      const gig = this.#gig(i * 7 + n);
      const paths = ["/", "/categories", `/services/s/${gig.slug}`, "/messages", "/profile"];
      await this.#request("page", account, i, paths[n % paths.length] ?? "/");
    },
    orders: async (account, i) => {
      const { text } = await this.#request("orders", account, i, "/orders");
      const ids = new Set([...text.matchAll(/href="\/orders\/([\da-f-]{36})"/g)].map(([, id = ""]) => id));
      this.#open.set(account.id, [...ids]);
    },
  };

  #gig(n: number): { id: string; slug: string } {
    const { gigs } = this.#market;
    const gig = gigs[n % gigs.length];
    if (!gig) throw new Error("The market has no gigs.");
    return gig;
  }

  /** @param fields of a form to post; absent: a GET */
  async #request(
    action: LoadAction,
    { cookie }: LoadAccount,
    i: number,
    path: string,
    fields?: Record<string, string>,
  ): Promise<{ status: number; location: string; text: string }> {
    this.sent++;
    const response = await fetch(this.#origin + path, {
      method: fields ? "POST" : "GET",
      body: fields && new URLSearchParams(fields),
      redirect: "manual",
      headers: {
        Origin: this.#origin,
        "x-load-address": `198.51.100.${i + 1}`,
        ...(cookie ? { Cookie: cookie } : {}),
      },
    });
    const { status } = response;
    const text = await response.text();
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (status >= 500) this.failures.push(`${action}: ${status}`);
    return { status, location: response.headers.get("Location") ?? "", text };
  }
}

/** `times` in ms. */
type Views = { times: number[]; failures: string[] };

/** A visitor opens one page after the other. @param until UTC ms */
async function browse(origin: string, paths: string[], until: number): Promise<Views> {
  const views: Views = { times: [], failures: [] };
  for (let n = 0; Date.now() < until; n++) {
    const began = performance.now();
    const response = await fetch(origin + paths[n % paths.length], {
      headers: { "x-load-address": "192.0.2.9" },
    });
    await response.text();
    views.times.push(performance.now() - began);
    if (response.status !== 200) views.failures.push(`visitor: ${response.status}`);
    await sleep(pause);
  }
  return views;
}

/** Home, a category, gigs and searches. */
async function visitorPaths(origin: string, { gigs }: LoadMarket): Promise<string[]> {
  const index = await (await fetch(`${origin}/categories`)).text();
  const category = /href="(\/categories\/[^"/]+)"/.exec(index)?.[1];
  if (!category) throw new Error("The market has no categories.");
  const services = gigs.slice(0, 5).map(({ slug }) => `/services/s/${slug}`);
  return ["/", category, ...services, "/search?q=logo", "/search?q=design", "/categories"];
}

async function post<Answer>(origin: string, path: string, body: object): Promise<Answer> {
  const response = await fetch(origin + path, { method: "POST", body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** The time that 95 of 100 are at most, in ms. */
function p95(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
}

function tally(names: string[]): string | undefined {
  const counts = Map.groupBy(names, (name) => name);
  return names.length > 0
    ? [...counts].map(([name, all]) => `${all.length} × ${name}`).join(", ")
    : undefined;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
