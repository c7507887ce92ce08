import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as allowances from "#app/auth/allowances/allowances.server.ts";
import { requireViewer, signInAgain } from "#app/auth/require-viewer.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import { tooManyTries } from "#app/auth/too-many-tries.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import { findDraft, pathWithDraft } from "#app/drafts/drafts.server.ts";
import { failureHeaders } from "#app/layout/error-boundary.tsx";
import { date } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import { readForm } from "#app/lib/forms.ts";
import { mainRead } from "#app/lib/reads.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { pickFields, typedFields } from "#app/lib/typed-fields.ts";
import { ProfileFrame } from "#app/profiles/profile-frame.tsx";
import * as profiles from "#app/profiles/profiles.server.ts";
import { applicationLimits } from "#app/sellers/application-fields.ts";
import * as away from "#app/sellers/away/away.server.ts";
import { chooseBackDay, parseBackAt } from "#app/sellers/away/away.ts";
import { AwayPanel } from "#app/sellers/away/away-panel.tsx";
import { countries } from "#app/sellers/countries.ts";
import { sellerPagePath } from "#app/sellers/page/seller-page.ts";
import { sellPath } from "#app/sellers/seller.ts";
import * as sellers from "#app/sellers/sellers.server.ts";
import { sellingForm } from "#app/sellers/selling/selling.form.ts";
import { typedSelling } from "#app/sellers/selling/selling.ts";
import { SellingScreen } from "#app/sellers/selling/selling-screen.tsx";
import * as sellingTexts from "#app/sellers/selling/selling-texts.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "#app/styles/signed-in.css?url";

const path = "/profile/selling";
const signInFirst = "Please sign in to continue";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];
export const headers = failureHeaders;
export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({ title: "Selling", noindex: true, path }, matches);

/** /profile/selling: the texts of a seller's public page (docs/specification.md#selling-texts). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const viewer = requireViewer(context, signInFirst, url.pathname + url.search);
  const { db, log } = context;
  const read = () => Promise.all([sellers.findByUser(db, viewer.id), profiles.find(db, viewer.id)]);
  const [seller, profile] = await mainRead(read, "Something went wrong", log);
  // A user who does not sell reads there what to do about it.
  if (seller?.status !== "active" || !profile) throw seeOther(sellPath);
  const stored = typedSelling(seller);
  const typed = await findDraft(context, url.searchParams);
  return {
    saved: typed ? pickFields(typed, Object.keys(stored)) : stored,
    isUnsaved: typed !== null,
    countries: countries(),
    page: sellerPagePath(profile.username),
    away: seller.awayUntil === null ? null : date(seller.awayUntil, profile.timeZone),
  };
}

/** Saves the texts of the public page. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, sellingForm, ["intent", "awayUntil"]);
  const { db, clock, log } = context;
  const wayBack = () =>
    pathWithDraft(context, path, {
      sent: form.fields,
      typed: typedFields(form.fields, () => true),
      longest: applicationLimits,
    });
  const viewer = context.viewer ?? requireViewer(context, signInFirst, await wayBack());
  const intent = form.fields.get("intent");
  const submission = form.parse(sellingForm);
  try {
    const over = await allowances.ask(context, "profile");
    if (over) return tooManyTries(submission.reply({ formErrors: [over.sentence] }), over.wait);
    if (!form.refusal && (intent === "away" || intent === "back"))
      return await changeAway(context, viewer, intent, String(form.fields.get("awayUntil") ?? ""));
    if (submission.status !== "success") return data(submission.reply(), { status: 400 });
    const at = clock.now();
    const holder = sessions.activeUserId(viewer, at);
    const result = await sellingTexts.save(db, viewer.id, submission.value, holder, at);
    if (result === "session ended") return signInAgain(context, await wayBack());
    if (result === "not active") return seeOther(sellPath);
  } catch (error) {
    if (error instanceof Response) throw error;
    log("error", "selling texts not saved", { error: errorStack(error) });
    const formErrors = ["We couldn't save your texts. Please try again."];
    return data(submission.reply({ formErrors }), { status: 503 });
  }
  toast(context, "success", "Saved");
  return seeOther(path);
}

/** Pauses all gigs until a day, or ends that (docs/specification.md#away). */
async function changeAway(context: AppLoadContext, viewer: Viewer, intent: "away" | "back", typed: string) {
  const { db, clock } = context;
  const [seller, timeZone] = await Promise.all([
    sellers.findByUser(db, viewer.id),
    profiles.timeZoneOf(db, viewer.id),
  ]);
  if (seller?.status !== "active") return seeOther(sellPath);
  const at = clock.now();
  const backAt = parseBackAt(typed, at, timeZone);
  const refuse = (refusal: string, status: number) => data({ away: { typed, refusal } }, { status });
  if (intent === "away" && backAt === null) return refuse(chooseBackDay, 400);
  const result =
    intent === "away" && backAt !== null
      ? await away.leave(db, seller, backAt, at)
      : await away.comeBack(db, seller, false, at);
  if (result === "changed") return refuse("This has changed meanwhile. Look at it again", 409);
  const notice =
    intent === "away" ? "Your services are paused until you are back" : "Your services are active again";
  toast(context, "success", notice);
  return seeOther(`${path}#away`);
}

export default function Selling() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const refused = reply && "away" in reply ? reply.away : null;
  const lastResult = reply && !("away" in reply) ? reply : undefined;
  return (
    <ProfileFrame current="selling">
      {/* A new key after saving, so that the fields show what was stored. */}
      <SellingScreen key={JSON.stringify(loaded.saved)} {...loaded} lastResult={lastResult} />
      <AwayPanel away={loaded.away} typed={refused?.typed ?? ""} refusal={refused?.refusal ?? null} />
    </ProfileFrame>
  );
}
