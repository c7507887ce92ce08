import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useParams } from "@remix-run/react";
import { previewTopic } from "#app/admin/catalogue/preview-topic.server.ts";
import { topicFields } from "#app/admin/catalogue/topic.form.ts";
import { topicPath } from "#app/admin/catalogue/topic.ts";
import { findTopic } from "#app/admin/catalogue/topics.server.ts";
import { decisionFailed } from "#app/admin/decision.server.ts";
import { KeptForm } from "#app/admin/kept-form.tsx";
import { notFound, requireOperator } from "#app/admin/require-operator.server.ts";
import stylesheet from "#app/browse/category.css?url";
import { CategoryListing, SubcategoryListing } from "#app/browse/topic-listing.tsx";
import { readLongForm } from "#app/lib/forms.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import { Note } from "#app/ui/note.tsx";
import * as writes from "#app/writes/writes.server.ts";

export const handle: PageHandle = { stylesheet, longTexts: true };
export const links = linksOf(handle);
export const meta = () => pageMeta({ title: "Preview", noindex: true });

/** The page before a form is sent to it. */
export async function loader({ context }: LoaderFunctionArgs) {
  await requireOperator(context);
  return null;
}

/**
 * /admin/catalogue/{id}/preview: the real page with what is typed in a form of the console. It writes nothing
 * (docs/specification.md#operator-catalogue).
 */
export async function action({ params, request, context }: ActionFunctionArgs) {
  await requireOperator(context);
  const form = await readLongForm(request, topicFields);
  const { id = "" } = params;
  const topic = (await findTopic(context.db, id)) ?? notFound();
  const again = ({ first }: { first: string }) => ({ refusal: first, shown: null });
  const page = { path: topicPath(id), again, failed: decisionFailed };
  return await writes.run(context, form, page, async () => {
    const shown = await previewTopic(context, form, topic);
    return { refusal: null, shown };
  });
}

export default function Preview() {
  const { id = "" } = useParams();
  const reply = useActionData<typeof action>();
  const shown = reply?.shown;
  if (!shown)
    return (
      <div className="wrap page stack">
        <h1>Preview</h1>
        {reply ? null : <KeptForm />}
        <Note kind="bad" title={reply?.refusal ?? "Open the preview from the form"}>
          <p>Close this tab to go back to what you typed.</p>
        </Note>
        <p>
          <a className="btn" href={topicPath(id)}>
            The page in the console
          </a>
        </p>
      </div>
    );
  return (
    <>
      <div className="wrap mt-3">
        <Note kind="amber" title="Preview. Nothing is saved yet.">
          <p>{`Title: ${shown.meta.title}`}</p>
          <p>{`Description: ${shown.meta.description}`}</p>
        </Note>
      </div>
      {shown.subcategory ? (
        <SubcategoryListing {...shown} subcategory={shown.subcategory} />
      ) : (
        <CategoryListing {...shown} />
      )}
    </>
  );
}
