import type {
  ActionFunctionArgs,
  AppLoadContext,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/cloudflare";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import * as gigDrafts from "#app/gigs/drafts/gig-drafts.server.ts";
import * as publications from "#app/gigs/drafts/publications.server.ts";
import { requireSeller } from "#app/gigs/editor/require-draft.server.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { linksOf } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "#app/styles/signed-in.css?url";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";
import { Note } from "#app/ui/note.tsx";
import * as writes from "#app/writes/writes.server.ts";

const servicesPath = href("/dashboard/services");

export const handle = { stylesheet };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction = () => pageMeta({ title: "Delete a service", noindex: true });

/**
 * /services/create/{id}/delete: asks for confirmation before it deletes a draft or, with `?gig`, a published
 * gig. If a draft of changes is deleted, its gig stays.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const viewer = await requireSeller(context, pathname);
  const target = await findTarget(context, viewer, params.draft ?? "", searchParams.has("gig"));
  if (!target) throw new Response(null, { status: 404 });
  const { id, what, title } = target;
  const open = what === "gig" ? await publications.countOpenOrders(context.db, viewer.id, id) : 0;
  return { what, title, open, back: what === "draft" ? href("/services/create") : servicesPath };
}

/** Deletes a draft, or a gig without open orders (docs/specification.md#gig-editor). */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const form = await readForm(request, ["intent"]);
  const again = ({ sentence }: Refusal) => ({ refusal: sentence ?? "" });
  return await writes.run(context, form, { path: pathname, again, failed }, async () => {
    const viewer = await requireSeller(context, pathname);
    const target = await findTarget(context, viewer, params.draft ?? "", searchParams.has("gig"));
    if (!target) throw nothingLeft();
    await writes.allow(context, "gig");
    await deleteTarget(context, viewer, target);
    return target.what === "draft"
      ? writes.done(context, "Draft deleted", href("/services/create"))
      : writes.done(context, "Service deleted", servicesPath);
  });
}

type Target = NonNullable<Awaited<ReturnType<typeof findTarget>>>;

/** @throws Refusal if it has changed, or a gig has open orders */
async function deleteTarget({ db, clock }: AppLoadContext, viewer: Viewer, target: Target): Promise<void> {
  const at = clock.now();
  const seller = { id: viewer.id, holder: sessions.activeUserId(viewer, at) };
  const result =
    target.what === "draft"
      ? await publications.discard(db, target.draft, seller, at)
      : await publications.withdraw(db, target.gig, seller, at);
  if (result === "open orders")
    refuse("stale", openOrdersSentence(await publications.countOpenOrders(db, viewer.id, target.id)));
  if (result === "changed" || result === false) refuse("stale", changedSentence);
}

const failed = { event: "gig not deleted", sentence: "We couldn't delete it. Please try again" };
const changedSentence = "This changed while you were editing. Review it and try again.";

/** The answer to a second press, or to the form of an older page. @returns a Response to throw */
function nothingLeft(): Response {
  const title = "There is nothing left to delete";
  const html = `<div class="mid stack"><h1>${title}</h1>
<p>It was deleted before. If it was a draft, it may also have been published.</p>
<p><a class="btn" href="${servicesPath}">See your services</a></p></div>`;
  return Response.json({ title, html }, { status: 404 });
}

/** Null if the seller has neither a draft nor a gig with this id. */
async function findTarget({ db, log }: AppLoadContext, viewer: Viewer, id: string, isGig: boolean) {
  const read = () =>
    Promise.all([
      isGig ? null : gigDrafts.find(db, viewer.id, id),
      isGig ? publications.findPublished(db, viewer.id, id) : null,
    ]);
  const [draft, gig] = await mainRead(read, "Something went wrong", log);
  if (draft)
    return {
      id,
      what: "draft",
      draft,
      title: draft.steps.overview.typed.title?.trim() || "Untitled",
    } as const;
  if (gig && gig.state !== "withdrawn") return { id, what: "gig", gig, title: gig.title } as const;
  return null;
}

function openOrdersSentence(open: number): string {
  return open === 1
    ? "It has 1 open order. Finish or cancel it first"
    : `It has ${open} open orders. Finish or cancel them first`;
}

export default function Delete() {
  const { what, title, open, back } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  return (
    <div className="wrap page">
      <div className="mid stack">
        <h1>{what === "draft" ? "Delete this draft?" : "Delete this service?"}</h1>
        <p>
          <b>{title}</b>
        </p>
        <p>
          {what === "draft"
            ? "What you typed and its new pictures are deleted. A published service stays as it is."
            : "Buyers can no longer find it, and its page is removed. Your finished orders and their reviews stay. To stop selling it for a while, pause it instead."}
        </p>
        {refusal ? <RefusalNote title={refusal} /> : null}
        {open > 0 && !refusal ? <Note kind="bad" title={openOrdersSentence(open)} /> : null}
        <div className="row">
          {open > 0 ? null : (
            <Form method="post">
              <Submit className="btn stop" name="intent" value="delete" pendingText="Deleting...">
                Delete
              </Submit>
            </Form>
          )}
          <Link className="btn plain" to={back}>
            Keep it
          </Link>
        </div>
      </div>
    </div>
  );
}
