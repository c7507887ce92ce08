import type { MetaFunction } from "@remix-run/cloudflare";
import { brand } from "#app/brand.ts";
import { helpTtl } from "#app/help/help.ts";
import { LegalScreen } from "#app/help/legal-screen.tsx";
import { privacy } from "#app/help/privacy.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "./help.css?url";

export const handle: PageHandle = { stylesheet, ttl: helpTtl };
export const links = linksOf(handle);

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: privacy.title,
      description: `Which personal data ${brand} uses, why, how long it is kept, and what you can do about it.`,
      path: "/privacy",
    },
    matches,
  );

/** /privacy (docs/specification.md#static-pages). */
export default function Privacy() {
  return <LegalScreen text={privacy} />;
}
