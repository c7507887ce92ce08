import { connect } from "node:net";
import { median } from "./figure.ts";
import { cpuOf } from "./isolate.ts";

/** Who is asked for what, again and again. */
export type Entrant = { name: string; url: URL; pid: number | null };

/** Medians of the rounds: answers per second, and CPU time of the worker's process for each, in ms. */
export type Outcome = { rate: number; cpu: number | null };

/**
 * Asks all of them in turn (A B C A B C …), so that whatever else the machine does falls on all alike.
 * @param rounds how many times each @param ms how long a round is @param together requests at the same time
 */
export async function contest(
  entrants: Entrant[],
  { rounds, ms, together }: { rounds: number; ms: number; together: number },
): Promise<Outcome[]> {
  const seen = entrants.map((): { rate: number; cpu: number }[] => []);
  // Warm first: the compiler works on what is called often.
  for (const entrant of entrants) await load(entrant, 3000, together);
  for (let round = 0; round < rounds; round++) {
    for (const [i, entrant] of entrants.entries()) {
      const before = entrant.pid === null ? 0 : cpuOf(entrant.pid);
      const { answers, took } = await load(entrant, ms, together);
      const used = entrant.pid === null ? 0 : cpuOf(entrant.pid) - before;
      seen[i]?.push({ rate: (answers / took) * 1000, cpu: used / answers });
    }
  }
  return entrants.map(({ pid }, i) => ({
    rate: median((seen[i] ?? []).map(({ rate }) => rate)),
    cpu: pid === null ? null : median((seen[i] ?? []).map(({ cpu }) => cpu)),
  }));
}

/** Keeps so many connections busy for a while. @throws Error when an answer is not 200 */
async function load(
  entrant: Entrant,
  ms: number,
  together: number,
): Promise<{ answers: number; took: number }> {
  const began = performance.now();
  const counts = await Promise.all(Array.from({ length: together }, () => converse(entrant, began + ms)));
  return { answers: counts.reduce((sum, count) => sum + count, 0), took: performance.now() - began };
}

/**
 * One connection, one request after the other. It speaks to the socket itself and only looks where an answer ends: Node's own
 * client takes more time for an answer than the worker does.
 */
function converse({ name, url }: Entrant, until: number): Promise<number> {
  const question = `GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\n\r\n`;
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname).setEncoding("latin1");
    let answers = 0;
    let left: number | "chunks" | null = null;
    let tail = "";
    const next = () => {
      left = null;
      tail = "";
      if (performance.now() < until) socket.write(question);
      else socket.end(() => resolve(answers));
    };
    socket.on("connect", next).on("error", reject);
    socket.on("close", () => reject(new Error(`${name} closed the connection`)));
    socket.on("data", (data: string) => {
      let body = data;
      if (left === null) {
        const end = data.indexOf("\r\n\r\n");
        const head = data.slice(0, end);
        if (end < 0 || !head.startsWith("HTTP/1.1 200"))
          return void socket.destroy(new Error(`${name} answered ${head.slice(0, 200)}`));
        const length = /^content-length: (\d+)/im.exec(head)?.[1];
        left = length === undefined ? "chunks" : Number(length);
        body = data.slice(end + 4);
      }
      if (left === "chunks") tail = (tail + body.slice(-8)).slice(-8);
      else left -= body.length;
      if (left === 0 || tail.endsWith("\r\n0\r\n\r\n")) {
        answers += 1;
        next();
      }
    });
  });
}
