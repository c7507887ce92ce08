import { useRouteLoaderData } from "@remix-run/react";
import type { StructuredRecord } from "#app/layout/records.ts";

/**
 * What a page says to search engines, behind all that it shows: the first flight does without it (design.md section 6). Data, which
 * no browser runs, needs no nonce. @param records of the page, by the origin of this deployment
 */
export function StructuredData({ records }: { records: (origin: string) => StructuredRecord[] }) {
  const origin = useRouteLoaderData<{ origin: string }>("root")?.origin;
  if (origin === undefined) return null;
  return records(origin).map((record) => (
    <script
      key={record["@type"]}
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON whose `<` are escaped; React would escape its quotes
      dangerouslySetInnerHTML={{ __html: JSON.stringify(record).replaceAll("<", "\\u003c") }}
    />
  ));
}
