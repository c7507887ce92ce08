import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import Stripe from "stripe";
import type { Capabilities } from "#app/context.ts";
import type { Random } from "./random.ts";

/** What happens to the n-th call of a process: it dies, or only this call fails; before the other side has done anything, or after. */
export type Break = { kind: "crash" | "cut"; when: "before" | "after"; nth: number };

/** What the areas' functions of money and orders ask for. */
export type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log" | "requestId">;

/** One process of the product: the real database and the stand-in, over a line that a schedule can break at any call. */
export class Process {
  readonly deps: Deps;
  /** Errors in its log which no break explains. */
  readonly errors: string[] = [];
  #calls = 0;
  #break: Break | null = null;
  #dead = false;
  #broke = false;
  #turns: Turns | null = null;

  constructor(clock: Capabilities["clock"]) {
    const call = <T>(work: () => Promise<T>) => this.#call(work);
    this.deps = {
      clock,
      requestId: "a-request-of-a-schedule",
      db: drizzle(overLine(env.DB, call)),
      stripe: new Stripe(env.STRIPE_SECRET_KEY, {
        host: new URL(env.STRIPE_API).hostname,
        protocol: "http",
        httpClient: Stripe.createFetchHttpClient((url: string | URL | Request, init?: RequestInit) =>
          call(() => env.STRIPE_SANDBOX.fetch(new Request(url, init))),
        ),
        maxNetworkRetries: 0,
        telemetry: false,
      }),
      log: (level, event, fields) => {
        if (level === "error" && !this.#broke) this.errors.push(`${event} ${JSON.stringify(fields)}`);
      },
    };
  }

  /**
   * Runs a piece of work in a fresh process.
   * @param turns makes every call wait for its turn @throws what the work throws, unless its line was broken
   */
  async run(
    work: (deps: Deps) => Promise<unknown>,
    broken: Break | null,
    turns: Turns | null,
  ): Promise<void> {
    this.#calls = 0;
    this.#break = broken;
    this.#dead = false;
    this.#broke = false;
    this.#turns = turns;
    try {
      await work(this.deps);
    } catch (error) {
      if (!this.#broke) throw error;
    }
    const [logged] = this.errors.splice(0);
    if (logged) throw new Error(`It logged an error: ${logged}`);
  }

  async #call<T>(work: () => Promise<T>): Promise<T> {
    await this.#turns?.next(this);
    try {
      if (this.#dead) throw new Error("This process has died");
      const broken = ++this.#calls === this.#break?.nth ? this.#break : null;
      if (broken?.when === "before") this.#breakOff(broken);
      const answer = await work();
      if (broken) this.#breakOff(broken);
      return answer;
    } finally {
      this.#turns?.over();
    }
  }

  #breakOff({ kind }: Break): never {
    this.#broke = true;
    this.#dead = kind === "crash";
    throw new TypeError(`The line broke off: a ${kind} made by the schedule`);
  }
}

/** Lets processes that run at once take turns, call by call, in an order that comes from the seed. */
export class Turns {
  readonly #random: Random;
  #waiting: { who: object; go: () => void }[] = [];
  #isBusy = false;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Runs the works side by side. @throws what the first of them throws */
  async all(works: { who: object; work: () => Promise<void> }[]): Promise<void> {
    const living = new Set(works.map(({ who }) => who));
    const ends = Promise.allSettled(
      works.map(async ({ who, work }) => {
        try {
          await work();
        } finally {
          living.delete(who);
        }
      }),
    );
    while (living.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      const ready = this.#waiting.filter(({ who }) => living.has(who));
      // Each must have come to its next call, so that the seed alone says which goes on.
      if (this.#isBusy || new Set(ready.map(({ who }) => who)).size < living.size || living.size === 0)
        continue;
      const next = this.#random.pick(ready);
      this.#waiting = this.#waiting.filter((one) => one !== next);
      this.#isBusy = true;
      next.go();
    }
    for (const end of await ends) if (end.status === "rejected") throw end.reason;
  }

  next(who: object): Promise<void> {
    return new Promise((go) => this.#waiting.push({ who, go }));
  }

  over(): void {
    this.#isBusy = false;
  }
}

type Call = <T>(work: () => Promise<T>) => Promise<T>;

/** What drizzle uses of D1; each round trip is a call. */
function overLine(database: D1Database, call: Call): D1Database {
  const originals = new WeakMap<object, D1PreparedStatement>();
  const known = (original: D1PreparedStatement): D1PreparedStatement => {
    const statement = {
      bind: (...values: unknown[]) => known(original.bind(...values)),
      run: () => call(() => original.run()),
      all: () => call(() => original.all()),
      raw: () => call(() => original.raw()),
    };
    originals.set(statement, original);
    return statement as unknown as D1PreparedStatement;
  };
  return {
    prepare: (sql: string) => known(database.prepare(sql)),
    batch: (statements: D1PreparedStatement[]) =>
      call(() => database.batch(statements.map((one) => originals.get(one) ?? one))),
  } as unknown as D1Database;
}
