import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/d1";
import * as sessions from "#app/auth/sessions.server.ts";
import { migrate } from "#drizzle/seed/migrations.ts";
import { findFreePort } from "#scripts/ports.ts";
import { category, gig, person } from "#tests/support/factories.ts";
import { cpuOf, production, startIsolate } from "#tests/support/isolate.ts";
import { tokenCookies } from "#workers/request/authenticate.ts";
import type { Attack } from "./attacks.ts";

/** The deployed worker in its own process, with a small market. */
export type AttackedWorker = {
  /** Null if the system does not report the CPU time of a process. */
  pid: number | null;
  /**
   * Sends an attack as often as asked.
   * @returns the CPU time of one, in ms
   * @throws Error if it is answered by a 5xx
   */
  cost(attack: Attack, times: number): Promise<number>;
  end(): Promise<void>;
};

export async function startAttackedWorker(): Promise<AttackedWorker> {
  const stateDir = mkdtempSync(join(tmpdir(), "handiwork-attacked-"));
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const bindings = { ...production, APP_ORIGIN: origin };
  const options = { name: "attacked", main: "workers/app.ts", bindings, stateDir };
  const { pid, database, end } = await startIsolate(options, port);
  const cookie = await fill(await database(), origin);
  let sent = 0;
  const send = async ({ path, init = {}, asUser }: Attack) => {
    sent++;
    // Each comes from its own network, which has all its allowances.
    const headers = new Headers({ "CF-Connecting-IP": `10.${sent >> 8}.${sent & 255}.1`, Origin: origin });
    if (asUser) headers.set("Cookie", cookie);
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    const ask = () => fetch(origin + path, { ...init, headers, redirect: "manual" });
    // The server may close a connection just as it is used again.
    const answer = await ask().catch(ask);
    await answer.arrayBuffer();
    if (answer.status >= 500) throw new Error(`${path.slice(0, 60)} answers ${answer.status}`);
  };
  return {
    pid,
    async cost(attack, times) {
      // The first one compiles what it meets.
      await send(attack);
      const before = cpuOf(pid ?? 0);
      for (let i = 0; i < times; i++) await send(attack);
      return (cpuOf(pid ?? 0) - before) / times;
    },
    async end() {
      await end();
      rmSync(stateDir, { recursive: true, force: true });
    },
  };
}

/** Fills the database. @returns the cookies of a user */
async function fill(database: D1Database, origin: string): Promise<string> {
  await migrate(database);
  const db = drizzle(database);
  const pottery = await category(db, "Pottery", ["Bowls"]);
  for (let i = 0; i < 20; i++)
    await gig(db, { categoryId: pottery.id, subcategoryId: pottery.subcategories[0]?.id });
  const { id: userId } = await person(db);
  const at = Date.now();
  const begun = {
    userId,
    role: "user",
    aal: "aal1",
    owesFactor: false,
    device: "A browser",
    place: null,
    at,
  } as const;
  const { row, subject } = sessions.build(begun);
  await db.batch(sessions.started(db, row));
  const sys = { secret: production.APP_SECRET, clock: { now: () => at }, origin };
  const { set } = await tokenCookies(subject, production.TOKEN_KEYS, sys);
  return Object.entries(set)
    .map(([name, { value }]) => `__Host-${name}=${value}`)
    .join("; ");
}
