import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "#app/brand.ts";
import { currentFigures } from "#app/help/current-figures.server.ts";
import { helpTtl } from "#app/help/help.ts";
import { LegalScreen } from "#app/help/legal-screen.tsx";
import { terms } from "#app/help/terms.ts";
import { sectionRead } from "#app/lib/reads.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "./help.css?url";

export const handle: PageHandle = { stylesheet, ttl: helpTtl };
export const links = linksOf(handle);

/** /terms with the figures of the settings, which are left out if they cannot be read. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { dataCache, log } = context;
  return { figures: await sectionRead(() => dataCache.read(currentFigures), "terms", log) };
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: terms(null).title,
      description: `The agreement between you and ${brand}: accounts, gigs, orders, refunds, reviews and liability.`,
      path: "/terms",
    },
    matches,
  );

/** /terms (docs/specification.md#static-pages). */
export default function Terms() {
  return <LegalScreen text={terms(useLoaderData<typeof loader>().figures)} />;
}
