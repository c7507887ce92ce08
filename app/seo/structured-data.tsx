import { useLocation, useRouteLoaderData } from "@remix-run/react";
import type { StructuredRecord } from "#app/seo/structured-records.ts";

/**
 * What a page says to search engines, behind all that it shows: the first flight does without it (docs/architecture.md#slow-phones). Data, which
 * no browser runs, needs no nonce. Only documents hold it: the browser's bundle knows none of the records, and leaves what came as it is.
 * @param records of the page, by the origin of this deployment; null in the browser
 */
export function StructuredData({ records }: { records: ((origin: string) => StructuredRecord[]) | null }) {
  const origin = useRouteLoaderData<{ origin: string }>("root")?.origin;
  const { pathname } = useLocation();
  if (origin === undefined) return null;
  return (
    <script
      // Another page's are not this one's.
      key={pathname}
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON whose `<` are escaped; React would escape its quotes
      dangerouslySetInnerHTML={{ __html: records ? inScript(records(origin)) : "" }}
    />
  );
}

function inScript(records: StructuredRecord[]): string {
  return JSON.stringify(records).replaceAll("<", "\\u003c");
}
