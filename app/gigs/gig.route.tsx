import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { answerWithGig } from "#app/gigs/answer.server.ts";
import { GigMissing } from "#app/gigs/gig-missing.tsx";
import { metaOfGig } from "#app/gigs/gig-page.ts";
import { GigScreen } from "#app/gigs/gig-screen.tsx";
import { sheetLink } from "#app/sheets.ts";

export const handle = { sheet: "service" };
export const links = () => [sheetLink("service")];

/** /services/s/{slug}: the final address of a gig. */
export function loader({ params, request, context }: LoaderFunctionArgs) {
  return answerWithGig(params.slug ?? "", request, context);
}

export const meta: MetaFunction<typeof loader> = ({ data }) => metaOfGig(data);

export default function Gig() {
  const answer = useLoaderData<typeof loader>();
  return answer.page ? <GigScreen page={answer.page} /> : <GigMissing {...answer.missing} />;
}
