import { allowances, ratePeriod, rates } from "#app/limits/limits.ts";
import { type Answer, ask, sleep } from "./ask.ts";

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

/** How many seconds the load usually lasts; a shorter load has the same pace. */
const usualSeconds = 120;
/** Each account sends this many times its limits. */
const excess = 2;
const daily = ({ account }: { account: number }) => ({ count: account, per: 86_400 });
/**
 * The product's limits that each account of the load exceeds: `count` in `per` seconds. Searches and pages
 * share the read rate, although only searches check it.
 */
const limits = {
  message: daily(allowances.message),
  conversation: daily(allowances.conversation),
  order: daily(allowances.order),
  cancel: daily(allowances.transition),
  profile: daily(allowances.profile),
  export: daily(allowances.export),
  // Wrong passwords: ten from one address (app/limits/attempts.server.ts).
  signIn: { count: 10, per: 900 },
  search: { count: rates.read / 2, per: ratePeriod },
  page: { count: rates.read / 4, per: ratePeriod },
  orders: { count: rates.read / 4, per: ratePeriod },
};
type LoadAction = keyof typeof limits;
const reads: readonly LoadAction[] = ["search", "page", "orders", "export"];
const writes: readonly LoadAction[] = ["message", "conversation", "order", "cancel", "profile", "signIn"];

/**
 * The time between two requests of an account, in ms. Everything that a longer window allows may be used
 * within two minutes, which sets the pace.
 */
function everyMs(action: LoadAction): number {
  const { count, per } = limits[action];
  return (1000 * Math.min(per, usualSeconds)) / (excess * count);
}

/** The accounts of the load. */
export class Crowd {
  sent = 0;
  /** Requests that were due while the account was waiting for another response. */
  missed = 0;
  readonly failures: string[] = [];
  readonly statuses = new Map<number, number>();
  readonly #origin: string;
  readonly #market: LoadMarket;
  readonly #seconds: number;
  readonly #messages: string[] = [];
  readonly #orders: string[] = [];
  readonly #cancelled: string[] = [];
  /** The last accepted bio of each account. Each account changes its bio one request at a time. */
  readonly #bios = new Map<string, string>();
  /** The pending orders that each account has seen in its list. */
  readonly #open = new Map<string, string[]>();

  get size(): number {
    return this.#market.accounts.length;
  }

  constructor(origin: string, market: LoadMarket, seconds: number) {
    this.#origin = origin;
    this.#market = market;
    this.#seconds = seconds;
  }

  /** Each account sends one read and one write at a time, like a browser with two tabs. */
  async run(): Promise<void> {
    const lanes = this.#market.accounts.flatMap((account, i) => [
      this.#repeat(reads, account, i),
      this.#repeat(writes, account, i),
    ]);
    await Promise.all(lanes);
  }

  written(): Written {
    const bios = [...this.#bios.values()];
    return { messages: this.#messages, orders: this.#orders, cancelled: this.#cancelled, bios };
  }

  /**
   * Repeats each action at its pace. Actions that become due while another one runs are sent once,
   * afterwards.
   */
  async #repeat(actions: readonly LoadAction[], account: LoadAccount, i: number): Promise<void> {
    const end = Date.now() + 1000 * this.#seconds;
    const due = actions.map((action) => {
      const every = everyMs(action);
      return { action, every, at: Date.now() + Math.random() * every, n: 0 };
    });
    for (;;) {
      const next = due.reduce((a, b) => (b.at < a.at ? b : a));
      await sleep(next.at - Date.now());
      if (Date.now() >= end) return;
      await this.#actions[next.action](account, i, next.n++).catch((error: unknown) => {
        this.failures.push(`${next.action}: ${error}`);
      });
      const missed = Math.max(0, Math.floor((Date.now() - next.at) / next.every));
      this.missed += missed;
      next.at += next.every * (missed + 1);
    }
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
  ): Promise<Answer> {
    this.sent++;
    const answer = await ask(this.#origin + path, `198.51.100.${i + 1}`, cookie, fields);
    const { status } = answer;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (status >= 500) this.failures.push(`${action}: ${status}`);
    return answer;
  }
}
