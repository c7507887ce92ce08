import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import Stripe from "stripe";
import type { Capabilities } from "#app/context.ts";
import { databaseProxy } from "../bindings/database-proxy.ts";
import type { Random } from "./random.ts";

/**
 * A fault at the n-th call of a process. `crash`: the process dies. `cut`: only this call fails. `before` or
 * `after` the database or Stripe has done what the call asks.
 */
export type Fault = { kind: "crash" | "cut"; when: "before" | "after"; nth: number };

/** The capabilities that the functions of orders and payments need. */
export type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log" | "secret" | "requestId">;

/**
 * One process of the product. It uses the real database and the Stripe stand-in; a schedule can inject a
 * fault at any call.
 */
export class Process {
  readonly deps: Deps;
  /** Errors in its log that no fault explains. */
  readonly errors: string[] = [];
  #calls = 0;
  #fault: Fault | null = null;
  #dead = false;
  #hadFault = false;
  #turns: Turns | null = null;

  constructor(clock: Capabilities["clock"]) {
    const call = <T>(work: () => Promise<T>) => this.#call(work);
    this.deps = {
      clock,
      secret: env.APP_SECRET,
      requestId: "a-request-of-a-schedule",
      db: drizzle(databaseProxy(env.DB, (_, run) => call(run))),
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
        if (level === "error" && !this.#hadFault) this.errors.push(`${event} ${JSON.stringify(fields)}`);
      },
    };
  }

  /**
   * Runs some work in a new process.
   * @param fault null for none
   * @param turns makes every call wait for its turn; null to run alone
   * @returns whether the fault was reached: the work may make fewer calls
   * @throws the work's error, unless a fault was injected
   */
  async run(
    work: (deps: Deps) => Promise<unknown>,
    fault: Fault | null,
    turns: Turns | null,
  ): Promise<boolean> {
    this.#calls = 0;
    this.#fault = fault;
    this.#dead = false;
    this.#hadFault = false;
    this.#turns = turns;
    try {
      await work(this.deps);
    } catch (error) {
      if (!this.#hadFault) throw error;
    }
    const [logged] = this.errors.splice(0);
    if (logged) throw new Error(`It logged an error: ${logged}`);
    return this.#hadFault;
  }

  async #call<T>(work: () => Promise<T>): Promise<T> {
    await this.#turns?.next(this);
    try {
      if (this.#dead) throw new Error("This process has died");
      const fault = ++this.#calls === this.#fault?.nth ? this.#fault : null;
      if (fault?.when === "before") this.#fail(fault);
      const answer = await work();
      if (fault) this.#fail(fault);
      return answer;
    } finally {
      this.#turns?.over();
    }
  }

  #fail({ kind }: Fault): never {
    this.#hadFault = true;
    this.#dead = kind === "crash";
    throw new TypeError(`Connection lost: a ${kind} injected by the schedule`);
  }
}

/** Interleaves concurrent processes, call by call, in an order that the seed decides. */
export class Turns {
  readonly #random: Random;
  #waiting: { owner: object; go: () => void }[] = [];
  #isBusy = false;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Runs several pieces of work concurrently. @throws the first error */
  async all(works: { owner: object; work: () => Promise<void> }[]): Promise<void> {
    const living = new Set(works.map(({ owner }) => owner));
    const ends = Promise.allSettled(
      works.map(async ({ owner, work }) => {
        try {
          await work();
        } finally {
          living.delete(owner);
        }
      }),
    );
    while (living.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      const ready = this.#waiting.filter(({ owner }) => living.has(owner));
      // Wait until each has reached its next call. Then the seed alone decides which one continues.
      if (this.#isBusy || new Set(ready.map(({ owner }) => owner)).size < living.size || living.size === 0)
        continue;
      const next = this.#random.pick(ready);
      this.#waiting = this.#waiting.filter((entry) => entry !== next);
      this.#isBusy = true;
      next.go();
    }
    for (const end of await ends) if (end.status === "rejected") throw end.reason;
  }

  next(owner: object): Promise<void> {
    return new Promise((go) => this.#waiting.push({ owner, go }));
  }

  over(): void {
    this.#isBusy = false;
  }
}
