import { createServer } from "node:http";
import { chromium } from "@playwright/test";
import { findFreePort } from "../ports.ts";
import { atLeast, atMost, type Figure, median } from "./figure.ts";
import { installLighthouse, type Lighthouse, type Report } from "./install-lighthouse.ts";
import { type BenchPage, benchPages, signedInPages } from "./pages.ts";

const runs = 5;
const categories = {
  performance: 99,
  accessibility: 100,
  "best-practices": 100,
  seo: 100,
} as const;

/** The limits of the largest contentful paint (LCP), in ms. */
const lcpLimits = { public: 1200, signedIn: 1500 };

/**
 * Runs Lighthouse with its default settings: a phone on simulated slow 4G. Each figure is the median of five
 * runs, each in a new browser. An empty page is visited as well: its TBT is the browser's and this machine's
 * own, and is subtracted. The screens of the signed-in demo buyer follow.
 */
export async function runLighthouse(origin: string, executablePath: string): Promise<Figure[]> {
  const lighthouse = await installLighthouse();
  const emptyPage = await serveEmptyPage();
  const pages = await benchPages(origin);
  const reports = pages.map((): Report[] => []);
  const empty: Report[] = [];
  const signedIn = new Map<string, Report[]>();
  for (let i = 0; i < runs; i++) {
    for (const [p, page] of pages.entries())
      reports[p]?.push(await visit(lighthouse, origin + page.path, page.noindex, executablePath));
    empty.push(await visit(lighthouse, emptyPage.url, true, executablePath));
    // Each round signs in again: an access token lasts for ten minutes.
    const { cookie, pages: screens } = await signedInPages(origin);
    for (const { name, path } of screens) {
      const report = await visit(lighthouse, origin + path, true, executablePath, { Cookie: cookie });
      signedIn.set(name, [...(signedIn.get(name) ?? []), report]);
    }
  }
  emptyPage.close();
  const floor = blockingTimeOf(empty);
  const speed = Math.round(median(empty.map(({ environment }) => environment.benchmarkIndex)));
  return [
    ...pages.flatMap((page, i) => figuresOf(page, reports[i] ?? [], floor)),
    ...[...signedIn].flatMap(([name, visits]) => paintsOf(name, visits, lcpLimits.signedIn)),
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

async function serveEmptyPage(): Promise<{ url: string; close(): void }> {
  const html =
    '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Nothing</title><h1>Nothing</h1></html>';
  const port = await findFreePort();
  const server = createServer((_request, answer) => answer.setHeader("Content-Type", "text/html").end(html));
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() };
}

async function visit(
  lighthouse: Lighthouse,
  url: string,
  noindex: boolean,
  executablePath: string,
  extraHeaders: Record<string, string> = {},
): Promise<Report> {
  const port = await findFreePort();
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", `--remote-debugging-port=${port}`],
  });
  try {
    const result = await lighthouse(
      url,
      { port, logLevel: "error", output: "json", onlyCategories: Object.keys(categories), extraHeaders },
      {
        extends: "lighthouse:default",
        // A page with noindex must not lose points for it.
        settings: noindex ? { skipAudits: ["is-crawlable"] } : {},
      },
    );
    if (!result) throw new Error(`Lighthouse returned no result for ${url}.`);
    return result.lhr;
  } finally {
    await browser.close();
  }
}

function figuresOf({ name }: BenchPage, reports: Report[], floor: number): Figure[] {
  const what = (measured: string) => `Lighthouse, ${name}: ${measured}`;
  const scores = Object.entries(categories).map(([id, limit]) => {
    const score = median(reports.map((report) => Math.round(100 * (report.categories[id]?.score ?? 0))));
    return atLeast(what(id), score, "", limit, score < limit ? failedAudits(reports, id) : undefined);
  });
  const blockingTime = Math.max(0, blockingTimeOf(reports) - floor);
  return [
    ...scores,
    ...paintsOf(name, reports, lcpLimits.public),
    atMost(what("TBT beyond a page with nothing on it"), blockingTime, "ms", 0),
  ];
}

/** When the largest element is painted, and how much the page shifts. @param limit of the LCP, in ms */
function paintsOf(name: string, reports: Report[], limit: number): Figure[] {
  const shift = medianOf(reports, "cumulative-layout-shift");
  return [
    atMost(
      `Lighthouse, ${name}: LCP`,
      Math.round(medianOf(reports, "largest-contentful-paint")),
      "ms",
      limit,
    ),
    atMost(`Lighthouse, ${name}: CLS`, shift, "", 0.01),
  ];
}

/** The median total blocking time (TBT), in whole ms. */
function blockingTimeOf(reports: Report[]): number {
  return Math.round(medianOf(reports, "total-blocking-time"));
}

function medianOf(reports: Report[], audit: string): number {
  return median(reports.map((report) => report.audits[audit]?.numericValue ?? Number.POSITIVE_INFINITY));
}

/** The audits that cost points in a category. */
function failedAudits(reports: Report[], category: string): string {
  const ids = reports.flatMap(({ categories, audits }) =>
    (categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  );
  return [...new Set(ids)].join(", ");
}
