import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import stylesheet from "#app/gigs/page/gig.css?url";
import { GigScreen } from "#app/gigs/page/gig-screen.tsx";
import { loadPreview } from "#app/gigs/page/preview/load-preview.server.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";

export const handle: PageHandle = { stylesheet };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({ title: `Preview: ${data?.page.title ?? "service"}`, noindex: true });

/** /services/create/{draft}/preview: a draft as buyers will see it (docs/specification.md#publishing). */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  return data(await loadPreview(request, context, params.draft ?? ""));
}

export default function Preview() {
  const { page, back } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="wrap">
        <p className="row between mt-4">
          <b>Preview. Only you can see this page.</b>
          <a className="btn" href={back}>
            Back to the draft
          </a>
        </p>
      </div>
      <GigScreen
        page={page}
        reviews={{ verified: [], page: 1, pages: 1, shares: null, about: [] }}
        related={[]}
        queue={null}
        answerTimes={null}
        isPreview
      />
    </>
  );
}
