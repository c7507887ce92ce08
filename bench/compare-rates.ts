import { connect } from "node:net";
import { cpuOf } from "#tests/support/isolate.ts";
import { median } from "./figure.ts";

/**
 * A server under load, and the address that it is asked for. `pid`: null if its CPU time cannot be read.
 * `gzip`: asked as browsers do, which take gzip.
 */
export type Candidate = { name: string; url: URL; pid: number | null; gzip: boolean };

/** Medians of the rounds: answers per second, and CPU time of the worker's process per answer, in ms. */
export type Rate = { rate: number; cpu: number | null };

/**
 * Puts load on all candidates in turn (A B C A B C …), so that other work of the machine falls on all of them
 * alike.
 * @param rounds of each candidate
 * @param ms the length of a round
 * @param together requests at the same time
 */
export async function compareRates(
  candidates: Candidate[],
  { rounds, ms, together }: { rounds: number; ms: number; together: number },
): Promise<Rate[]> {
  const rates = candidates.map((): { rate: number; cpu: number }[] => []);
  // Warm up first: the engine optimises code that runs often.
  for (const candidate of candidates) await load(candidate, 3000, together);
  for (let round = 0; round < rounds; round++) {
    for (const [i, candidate] of candidates.entries()) {
      const before = candidate.pid === null ? 0 : cpuOf(candidate.pid);
      const { answers, took } = await load(candidate, ms, together);
      const used = candidate.pid === null ? 0 : cpuOf(candidate.pid) - before;
      rates[i]?.push({ rate: (answers / took) * 1000, cpu: used / answers });
    }
  }
  return candidates.map(({ pid }, i) => ({
    rate: median((rates[i] ?? []).map(({ rate }) => rate)),
    cpu: pid === null ? null : Number(median((rates[i] ?? []).map(({ cpu }) => cpu)).toFixed(2)),
  }));
}

/** Keeps a number of connections busy for a while. @throws Error when an answer is not 200 */
async function load(
  candidate: Candidate,
  ms: number,
  together: number,
): Promise<{ answers: number; took: number }> {
  const began = performance.now();
  const counts = await Promise.all(Array.from({ length: together }, () => askUntil(candidate, began + ms)));
  return { answers: counts.reduce((sum, count) => sum + count, 0), took: performance.now() - began };
}

/**
 * Sends one request after the other over one connection. It reads the socket itself and only finds where an
 * answer ends: Node's own client takes more time per answer than the worker does.
 */
function askUntil({ name, url, gzip }: Candidate, until: number): Promise<number> {
  const headers = [`Host: ${url.host}`, ...(gzip ? ["Accept-Encoding: gzip"] : [])];
  const request = `GET ${url.pathname}${url.search} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n`;
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname).setEncoding("latin1");
    let answers = 0;
    let left: number | "chunks" | null = null;
    let tail = "";
    const next = () => {
      left = null;
      tail = "";
      if (performance.now() < until) socket.write(request);
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
