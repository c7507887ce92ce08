import { createServer } from "node:http";
import { chromium } from "@playwright/test";
import { freePort } from "../children.ts";
import { atLeast, atMost, type Figure, median } from "./figure.ts";
import { findLighthouse, type Lighthouse, type Report } from "./find-lighthouse.ts";
import { type BenchPage, benchPages } from "./pages.ts";

const times = 5;
const categories = {
  performance: 99,
  accessibility: 100,
  "best-practices": 100,
  seo: 100,
} as const;

/**
 * Lighthouse as it comes: a phone, slow 4G simulated; the median of five runs, each in a browser that has seen nothing. Between them it
 * visits a page with nothing on it: what that takes is the browser's and this machine's own, and TBT is measured against it.
 */
export async function lighthouseOf(origin: string, executablePath: string): Promise<Figure[]> {
  const judge = await findLighthouse();
  const nothing = await serveNothing();
  const pages = await benchPages(origin);
  const reports = pages.map((): Report[] => []);
  const empty: Report[] = [];
  for (let i = 0; i < times; i++) {
    for (const [p, page] of pages.entries())
      reports[p]?.push(await visit(judge, origin + page.path, page.noindex, executablePath));
    empty.push(await visit(judge, nothing.url, true, executablePath));
  }
  nothing.close();
  const floor = blockedIn(empty);
  const speed = Math.round(median(empty.map(({ environment }) => environment.benchmarkIndex)));
  return [
    ...pages.flatMap((page, i) => figuresOf(page, reports[i] ?? [], floor)),
    {
      what: "Lighthouse, a page with nothing on it: TBT",
      value: floor,
      unit: "ms",
      limit: null,
      holds: null,
    },
    { what: "Lighthouse's index of this machine", value: speed, unit: "", limit: null, holds: null },
  ];
}

async function serveNothing(): Promise<{ url: string; close(): void }> {
  const html =
    '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Nothing</title><h1>Nothing</h1></html>';
  const port = await freePort();
  const server = createServer((_request, answer) => answer.setHeader("Content-Type", "text/html").end(html));
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() };
}

async function visit(
  judge: Lighthouse,
  url: string,
  noindex: boolean,
  executablePath: string,
): Promise<Report> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", `--remote-debugging-port=${port}`],
  });
  try {
    const result = await judge(
      url,
      { port, logLevel: "error", output: "json", onlyCategories: Object.keys(categories) },
      {
        extends: "lighthouse:default",
        // A page that is not to be in search engines is not reproached for it.
        settings: noindex ? { skipAudits: ["is-crawlable"] } : {},
      },
    );
    if (!result) throw new Error(`Lighthouse says nothing about ${url}.`);
    return result.lhr;
  } finally {
    await browser.close();
  }
}

function figuresOf({ name }: BenchPage, reports: Report[], floor: number): Figure[] {
  const what = (measured: string) => `Lighthouse, ${name}: ${measured}`;
  const scores = Object.entries(categories).map(([id, limit]) => {
    const score = median(reports.map((report) => Math.round(100 * (report.categories[id]?.score ?? 0))));
    return atLeast(what(id), score, "", limit, score < limit ? lost(reports, id) : undefined);
  });
  const shift = middleOf(reports, "cumulative-layout-shift");
  const blocked = Math.max(0, blockedIn(reports) - floor);
  return [
    ...scores,
    atMost(what("LCP"), Math.round(middleOf(reports, "largest-contentful-paint")), "ms", 1200),
    atMost(what("CLS"), shift, "", 0.01),
    atMost(what("TBT beyond a page with nothing on it"), blocked, "ms", 0),
  ];
}

/** Total blocking time, in whole ms. */
function blockedIn(reports: Report[]): number {
  return Math.round(middleOf(reports, "total-blocking-time"));
}

function middleOf(reports: Report[], audit: string): number {
  return median(reports.map((report) => report.audits[audit]?.numericValue ?? Number.POSITIVE_INFINITY));
}

/** The audits that cost points in a category. */
function lost(reports: Report[], category: string): string {
  const ids = reports.flatMap(({ categories, audits }) =>
    (categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  );
  return [...new Set(ids)].join(", ");
}
