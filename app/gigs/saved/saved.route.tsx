import type {
  ActionFunctionArgs,
  AppLoadContext,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/cloudflare";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { GigCard } from "#app/gigs/gig-card.tsx";
import { changeSaved, notSaved, signInToSave } from "#app/gigs/saved/change-saved.server.ts";
import {
  cursorOf,
  goneSentence,
  requestedIntent,
  requestedNews,
  type SavedItem,
  savedPath,
} from "#app/gigs/saved/saved-gig.ts";
import * as savedGigs from "#app/gigs/saved/saved-gigs.server.ts";
import * as savedNews from "#app/gigs/saved/saved-news.server.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readForm, type SentForm, unreadableForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { returnPath } from "#app/lib/replies.ts";
import { typedFields } from "#app/lib/typed-fields.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { findParked } from "#app/parked/parked.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import { Empty } from "#app/ui/empty.tsx";
import * as writes from "#app/writes/writes.server.ts";
import stylesheet from "./saved.css?url";

export const handle: PageHandle = { stylesheet };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction = () => pageMeta({ title: "Saved services", noindex: true });

/**
 * /saved: what the viewer has saved (docs/specification.md#saved-services). With `?draft`, a visitor who
 * pressed ‘Save’ has signed in: the service is saved now, and they return to the page of the button.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(request.url);
  const viewer = requireViewer(context, signInToSave, pathname + search);
  const parked = await findParked(context, searchParams);
  // A prefetch must not save anything.
  if (parked?.gig && context.isPrefetch) throw new Response(null, { status: 204 });
  if (parked?.gig) {
    const back = returnPath(parked.redirectTo, savedPath());
    throw await saveParked(context, parked.gig, pathname + search, back);
  }
  const before = cursorOf(searchParams.get("before"));
  const read = () =>
    Promise.all([savedGigs.list(context.db, viewer.id, before), savedNews.isOn(context.db, viewer.id)]);
  const [{ rows, next }, hasNews] = await mainRead(
    read,
    "We couldn't load your saved services.",
    context.log,
  );
  return { gigs: rows.map(itemOf), before, next, hasNews };
}

/**
 * What the page shows of a saved service. If the service no longer has a page, only its title and the reason.
 */
function itemOf({ id, state, listed, backAt, sellerTimeZone, ...gig }: savedGigs.SavedGig): SavedItem {
  const gone = goneSentence({ state, listed, backAt }, sellerTimeZone);
  if (gone === null) return { id, ...gig };
  return state === "paused" ? { id, ...gig, note: gone } : { id, title: gig.title, note: gone };
}

/**
 * Saves what a visitor asked for before they signed in. They return with a notice, even after a refusal.
 * @param path of this request
 */
async function saveParked(context: AppLoadContext, gig: string, path: string, back: string) {
  const form = { fields: new FormData(), refusal: null };
  const again = ({ first }: Refusal) => writes.done(context, first, back, "error");
  return await writes.run(context, form, { path, again, failed: notSaved }, async () =>
    writes.done(context, await changeSaved(context, "save", gig), back),
  );
}

/**
 * POST /saved: saves the service `gig`, by its id or slug, or forgets it
 * (docs/specification.md#saved-services), and redirects to the page of the button; or turns the email about
 * saved services on or off.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, ["gig", "intent", "redirectTo"]);
  const back = returnPath(form.fields.get("redirectTo")?.toString(), savedPath());
  const news = requestedNews(form.fields.get("intent"));
  if (news) return await turnNews(context, form, news);
  const intent = requestedIntent(form.fields.get("intent"));
  const park =
    intent === "save"
      ? { typed: typedFields(form.fields, ["gig", "redirectTo"]), longest: { redirectTo: 8000 } }
      : undefined;
  const path = intent === "save" ? savedPath() : back;
  const again = (refusal: Refusal) => writes.toastAt(context, back, refusal);
  return await writes.run(context, form, { path, park, again, failed: notSaved }, async () => {
    if (form.refusal || intent === null) refuse("invalid", form.refusal ?? unreadableForm);
    return writes.done(context, await changeSaved(context, intent, form.fields.get("gig")), back);
  });
}

/** Turns the email about saved services on or off (docs/specification.md#saved-news). */
async function turnNews(context: AppLoadContext, form: SentForm, to: "on" | "off") {
  const path = savedPath();
  const again = (refusal: Refusal) => writes.toastAt(context, path, refusal);
  return await writes.run(context, form, { path, again, failed: newsNotChanged }, async () => {
    const viewer = writes.viewer(context, signInToSave);
    await writes.allow(context, "save");
    await savedNews.turn(context.db, viewer, to, context.clock.now());
    return writes.done(
      context,
      to === "on" ? "We'll email you when there is news" : "No more emails about this",
      path,
    );
  });
}

const newsNotChanged = {
  event: "saved news not changed",
  sentence: "We couldn't change that. Please try again.",
};

/** /saved (docs/specification.md#saved-services). */
export default function SavedPage() {
  const { gigs, before, next, hasNews } = useLoaderData<typeof loader>();
  const isFirstPage = before === null;
  return (
    <div className="wrap page">
      <h1 className="stitch mt-3 mb-6">Saved services</h1>
      {gigs.length > 0 ? (
        <>
          <h2 className="vh">Newest first</h2>
          <Form method="post" action={href("/saved")} preventScrollReset>
            <input type="hidden" name="intent" value="forget" />
            <input type="hidden" name="redirectTo" value={savedPath(before)} />
            <ul className="cards saved">
              {gigs.map((gig) => (
                <Saved key={gig.id} gig={gig} />
              ))}
            </ul>
          </Form>
        </>
      ) : (
        <Empty
          title={isFirstPage ? "Nothing saved yet" : "No older services"}
          text={isFirstPage ? "Press the heart on a service to keep it here for later." : undefined}
        >
          {isFirstPage ? (
            <Link className="btn" to="/search">
              Browse All Services
            </Link>
          ) : null}
        </Empty>
      )}
      {isFirstPage && next === null ? null : (
        <nav className="pages" aria-label="Pages">
          {isFirstPage ? null : <Link to={savedPath()}>Newest</Link>}
          {next === null ? null : (
            <Link to={savedPath(next)} rel="next">
              Older
            </Link>
          )}
        </nav>
      )}
      {isFirstPage && (gigs.length > 0 || hasNews) ? <News isOn={hasNews} /> : null}
    </div>
  );
}

/** Turns the email about saved services on or off (docs/specification.md#saved-news). */
function News({ isOn }: { isOn: boolean }) {
  return (
    <Form method="post" action={href("/saved")} className="panel stack mt-8" preventScrollReset>
      <h2 className="text-xl">
        {isOn ? "We email you when there is news" : "Get an email when there is news"}
      </h2>
      <p>
        When a service here costs less, or can be ordered again because its seller is back. At most one email
        a week.
      </p>
      <button className="btn" type="submit" name="intent" value={isOn ? "news-off" : "news-on"}>
        {isOn ? "Turn off" : "Turn on"}
      </button>
    </Form>
  );
}

function Saved({ gig }: { gig: SavedItem }) {
  const button = (
    <button className="btn" type="submit" name="gig" value={gig.id}>
      Remove<span className="vh">{` ${gig.title}`}</span>
    </button>
  );
  if ("slug" in gig) return <GigCard gig={gig} note={gig.note} button={button} />;
  return (
    <li className="card gone">
      <h3>{gig.title}</h3>
      <p className="words">{gig.note}</p>
      {button}
    </li>
  );
}
