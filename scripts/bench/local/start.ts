import { atMost, type Figure } from "../figure.ts";
import { benchPages } from "../pages.ts";
import { copyProject, startIn } from "./project-copy.ts";

const views = 1000;

/**
 * Runs `npm start` in a fresh copy of the project, and again. In between, visitors open a thousand pages,
 * four at a time.
 */
export async function start(): Promise<Figure[]> {
  const folder = copyProject();
  const first = await startIn(folder);
  const afterStart = first.megabytes();
  const seconds = await openPages(first.url);
  const afterViews = first.megabytes();
  await first.stop();
  const later = await startIn(folder);
  await later.stop();
  return [
    atMost("npm start, the first one: ready", rounded(first.seconds), "s", 40),
    atMost("npm start, a later one: ready", rounded(later.seconds), "s", 3),
    ...memory("memory of all processes after the first start", afterStart),
    ...memory("memory of all processes after 1,000 page views", afterViews, `${rounded(seconds)} s of views`),
  ];
}

/** @returns how long it took, in s. @throws Error if a page is not answered with 200 */
async function openPages(url: string): Promise<number> {
  const paths = (await benchPages(url)).map(({ path }) => path);
  let opened = 0;
  const began = Date.now();
  const visitor = async () => {
    while (opened < views) {
      const path = paths[opened++ % paths.length];
      // Each visit comes from a network of its own: a network has a limit of searches a minute.
      const headers = { "CF-Connecting-IP": `10.${opened >> 8}.${opened & 255}.1` };
      const answer = await fetch(`${url}${path}`, { headers });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}.`);
    }
  };
  await Promise.all(Array.from({ length: 4 }, visitor));
  return (Date.now() - began) / 1000;
}

function memory(what: string, megabytes: number | null, note?: string): Figure[] {
  return megabytes === null ? [] : [atMost(what, Math.round(megabytes), "MB", 900, note)];
}

function rounded(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
