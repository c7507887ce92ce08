import { useLocation, useRouteLoaderData } from "@remix-run/react";
import type { StructuredRecord } from "#app/seo/structured-records.ts";

/**
 * A page's structured data for search engines, at the end of the page, so that it is not in the first round
 * trip (docs/architecture.md#slow-phones). The browser does not run it, so it needs no nonce. Only the server
 * renders it: the browser's bundle contains none of the records and keeps those in the document.
 * @param records gets the origin; null in the browser
 */
export function StructuredData({ records }: { records: ((origin: string) => StructuredRecord[]) | null }) {
  const origin = useRouteLoaderData<{ origin: string }>("root")?.origin;
  const { pathname } = useLocation();
  if (origin === undefined) return null;
  return (
    <script
      // On a client transition, the document contains another page's records.
      key={pathname}
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped JSON, whose quotes must not be escaped
      dangerouslySetInnerHTML={{ __html: records ? inScript(records(origin)) : "" }}
    />
  );
}

function inScript(records: StructuredRecord[]): string {
  return JSON.stringify(records).replaceAll("<", "\\u003c");
}
