import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { freePort } from "../children.ts";
import { atLeast, atMost, type Figure, median } from "./figure.ts";
import { type BenchPage, benchPages } from "./pages.ts";

const times = 5;
const categories = {
  performance: 99,
  accessibility: 100,
  "best-practices": 100,
  seo: 100,
} as const;
const metrics = [
  { audit: "largest-contentful-paint", name: "LCP", unit: "ms", limit: 1200 },
  { audit: "cumulative-layout-shift", name: "CLS", unit: "", limit: 0.01 },
  { audit: "total-blocking-time", name: "TBT", unit: "ms", limit: 0 },
] as const;

/** What of Lighthouse's result is read. */
type Report = {
  /** How fast it found this machine: a phone's figures are simulated from what happened here. */
  environment: { benchmarkIndex: number };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number; title: string }>;
};

/** Lighthouse as it comes: a phone, slow 4G simulated; the median of five runs, each in a browser that has seen nothing. */
export async function lighthouseOf(origin: string, executablePath: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  const speeds: number[] = [];
  for (const page of await benchPages(origin)) {
    const reports: Report[] = [];
    for (let i = 0; i < times; i++) reports.push(await visit(origin, page, executablePath));
    figures.push(...figuresOf(page, reports));
    speeds.push(...reports.map(({ environment }) => environment.benchmarkIndex));
  }
  const note = "a busy or slow machine makes TBT and LCP worse; an idle desktop has 1,500 and more";
  const speed = Math.round(median(speeds));
  return [
    ...figures,
    { what: "Lighthouse's index of this machine", value: speed, unit: "", limit: null, holds: null, note },
  ];
}

async function visit(origin: string, page: BenchPage, executablePath: string): Promise<Report> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", `--remote-debugging-port=${port}`],
  });
  try {
    const result = await lighthouse(
      origin + page.path,
      { port, logLevel: "error", output: "json", onlyCategories: Object.keys(categories) },
      {
        extends: "lighthouse:default",
        // A page that is not to be in search engines is not reproached for it.
        settings: page.noindex ? { skipAudits: ["is-crawlable"] } : {},
      },
    );
    if (!result) throw new Error(`Lighthouse says nothing about ${page.path}.`);
    return result.lhr;
  } finally {
    await browser.close();
  }
}

function figuresOf({ name }: BenchPage, reports: Report[]): Figure[] {
  const what = (measured: string) => `Lighthouse, ${name}: ${measured}`;
  const scores = Object.entries(categories).map(([id, limit]) => {
    const score = median(reports.map((report) => Math.round(100 * (report.categories[id]?.score ?? 0))));
    return atLeast(what(id), score, "", limit, score < limit ? lost(reports, id) : undefined);
  });
  const values = metrics.map(({ audit, name: metric, unit, limit }) => {
    const value = median(
      reports.map((report) => report.audits[audit]?.numericValue ?? Number.POSITIVE_INFINITY),
    );
    return atMost(what(metric), unit === "ms" ? Math.round(value) : value, unit, limit);
  });
  return [...scores, ...values];
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
