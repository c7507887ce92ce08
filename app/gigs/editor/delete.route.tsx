import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import * as allowances from "#app/auth/allowances/allowances.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import { tooManyTries } from "#app/auth/too-many-tries.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import * as gigDrafts from "#app/gigs/drafts/gig-drafts.server.ts";
import * as publications from "#app/gigs/drafts/publications.server.ts";
import { createPath } from "#app/gigs/drafts/typed.ts";
import { requireSeller } from "#app/gigs/editor/require-draft.server.ts";
import { failureHeaders } from "#app/layout/error-boundary.tsx";
import { errorStack } from "#app/lib/errors.ts";
import { requireForm } from "#app/lib/forms.ts";
import { mainRead } from "#app/lib/reads.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import signedInStyles from "#app/styles/signed-in.css?url";
import { Submit } from "#app/ui/forms/submit.tsx";
import { Note } from "#app/ui/note.tsx";

const deskPath = "/dashboard?tab=selling";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: signedInStyles }];
export const headers = failureHeaders;
export const meta: MetaFunction = () => pageMeta({ title: "Delete a service", noindex: true });

/**
 * /services/create/{id}/delete asks before a draft or a published gig is deleted. `what`: a draft is deleted
 * first; the gig that it changes stays.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const viewer = await requireSeller(context, pathname);
  const { id, what, title } = await requireTarget(
    context,
    viewer,
    params.draft ?? "",
    searchParams.has("gig"),
  );
  const open = what === "gig" ? await publications.countOpenOrders(context.db, viewer.id, id) : 0;
  return { what, title, open, back: what === "draft" ? createPath : deskPath };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  await requireForm(request, ["intent"]);
  const viewer = await requireSeller(context, pathname);
  const { db, clock, log } = context;
  const target = await requireTarget(context, viewer, params.draft ?? "", searchParams.has("gig"));
  const over = await allowances.ask(context, "gig");
  if (over) return tooManyTries({ refusal: over.sentence }, over.wait);
  const at = clock.now();
  const seller = { id: viewer.id, holder: sessions.activeUserId(viewer, at) };
  try {
    const result =
      target.what === "draft"
        ? (await publications.discard(db, target.draft, seller, at)) || "changed"
        : await publications.withdraw(db, target.gig, seller, at);
    if (result === "open orders") {
      const open = await publications.countOpenOrders(db, viewer.id, target.id);
      return data({ refusal: openOrdersSentence(open) }, { status: 409 });
    }
    if (result === "changed")
      return data({ refusal: "This has changed meanwhile. Look at it again" }, { status: 409 });
  } catch (error) {
    log("error", "gig not deleted", { error: errorStack(error) });
    return data({ refusal: "We couldn't delete it. Please try again" }, { status: 503 });
  }
  toast(context, "success", target.what === "draft" ? "Draft deleted" : "Service deleted");
  return seeOther(target.what === "draft" ? createPath : deskPath);
}

/** @throws Response 404 if the seller has neither a draft nor a gig of this id */
async function requireTarget({ db, log }: AppLoadContext, viewer: Viewer, id: string, isGig: boolean) {
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
      title: draft.steps.overview.typed.title?.trim() || "Without a title",
    } as const;
  if (gig && gig.state !== "withdrawn") return { id, what: "gig", gig, title: gig.title } as const;
  throw new Response(null, { status: 404 });
}

function openOrdersSentence(open: number): string {
  return open === 1
    ? "It has 1 open order. Finish or cancel it first"
    : `It has ${open} open orders. Finish or cancel them first`;
}

export default function Delete() {
  const { what, title, open, back } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal ?? (open > 0 ? openOrdersSentence(open) : null);
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
            : "Buyers no longer find it, and its page is gone. Your finished orders and their reviews stay. To stop selling it for a time, pause it."}
        </p>
        {refusal ? <Note kind="bad" title={refusal} /> : null}
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
