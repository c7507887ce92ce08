import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { findFreePort } from "#scripts/ports.ts";
import { root, runLine } from "#scripts/processes.ts";
import { atLeast, atMost, type Figure, median, noLimit } from "./figure.ts";
import { type BenchPage, benchPages, signedInPages } from "./pages.ts";

/** npx installs it on first use: its hundred packages would slow down every first `npm start`. */
const version = "13.5.0";
const runs = 5;
const categories = { performance: 99, accessibility: 100, "best-practices": 100, seo: 100 };
/** The limits of the largest contentful paint (LCP), in ms. */
const lcpLimits = { public: 1200, signedIn: 1500 };

/** The part of Lighthouse's result used here. */
type Report = {
  /** Lighthouse's speed index of this machine, from which it simulates a phone. */
  environment: { benchmarkIndex: number };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number }>;
};

/**
 * Runs Lighthouse with its default settings: a phone on simulated slow 4G. Each figure is the median of five
 * runs. An empty page is also measured: its total blocking time (TBT) is due to the browser and this machine,
 * and is subtracted. Then come the screens of the signed-in demo buyer.
 */
export async function lighthouse(origin: string, browser: string): Promise<Figure[]> {
  const emptyPage = await serveEmptyPage();
  const pages = await benchPages(origin);
  const reports = new Map<string, Report[]>();
  const visit = async ({ name, noindex }: BenchPage, url: string, headers?: Record<string, string>) => {
    const report = await runLighthouse(url, browser, noindex, headers);
    reports.set(name, [...(reports.get(name) ?? []), report]);
  };
  const of = (name: string) => reports.get(name) ?? [];
  let screens: BenchPage[] = [];
  for (let i = 0; i < runs; i++) {
    for (const page of pages) await visit(page, origin + page.path);
    await visit({ name: "empty", path: "/", noindex: true }, emptyPage.url);
    // Each round signs in again: an access token lasts ten minutes.
    const signedIn = await signedInPages(origin);
    screens = signedIn.pages;
    for (const page of screens) await visit(page, origin + page.path, { Cookie: signedIn.cookie });
  }
  emptyPage.close();
  const floor = blockingTimeOf(of("empty"));
  const speed = Math.round(median(of("empty").map(({ environment }) => environment.benchmarkIndex)));
  return [
    ...pages.flatMap(({ name }) => figuresOf(name, of(name), floor)),
    ...screens.flatMap(({ name }) => paintsOf(name, of(name), lcpLimits.signedIn)),
    noLimit("Lighthouse, a page with nothing on it: TBT", floor, "ms"),
    noLimit("Lighthouse's index of this machine", speed, ""),
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

/** @param noindex the page must not lose points for being closed to search engines */
async function runLighthouse(
  url: string,
  browser: string,
  noindex: boolean,
  headers: Record<string, string> = {},
): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), "handiwork-lighthouse-"));
  const [report, extra] = [join(folder, "report.json"), join(folder, "headers.json")];
  writeFileSync(extra, JSON.stringify(headers));
  const flags = [
    `--quiet --output=json --output-path="${report}" --extra-headers="${extra}"`,
    `--only-categories=${Object.keys(categories)} ${noindex ? "--skip-audits=is-crawlable" : ""}`,
    '--chrome-flags="--headless=new --no-sandbox --disable-gpu"',
  ];
  try {
    const line = `npx --yes lighthouse@${version} "${url}" ${flags.join(" ")}`;
    const visitOnce = () => runLine(line, { CHROME_PATH: browser }, root);
    let { code, text } = await visitOnce();
    // On a busy machine Chrome may miss the start of the page, and Lighthouse asks for another run.
    if (text.includes("NO_NAVSTART")) ({ code, text } = await visitOnce());
    if (code !== 0) throw new Error(`Lighthouse failed on ${url}:\n${text}`);
    return JSON.parse(readFileSync(report, "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function figuresOf(name: string, reports: Report[], floor: number): Figure[] {
  const scores = Object.entries(categories).map(([id, limit]) => {
    const score = median(reports.map((report) => Math.round(100 * (report.categories[id]?.score ?? 0))));
    const note = score < limit ? failedAudits(reports, id) : undefined;
    return atLeast(`Lighthouse, ${name}: ${id}`, score, "", limit, note);
  });
  const blockingTime = Math.max(0, blockingTimeOf(reports) - floor);
  return [
    ...scores,
    ...paintsOf(name, reports, lcpLimits.public),
    atMost(`Lighthouse, ${name}: TBT beyond a page with nothing on it`, blockingTime, "ms", 0),
  ];
}

/** When the largest element is painted, and how much the page shifts. @param limit of the LCP, in ms */
function paintsOf(name: string, reports: Report[], limit: number): Figure[] {
  const largest = Math.round(medianOf(reports, "largest-contentful-paint"));
  return [
    atMost(`Lighthouse, ${name}: LCP`, largest, "ms", limit),
    atMost(`Lighthouse, ${name}: CLS`, medianOf(reports, "cumulative-layout-shift"), "", 0.01),
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
