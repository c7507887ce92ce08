import type {
  ActionFunctionArgs,
  AppLoadContext,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import { changedFields, keepUnchanged } from "#app/lib/changed-fields.ts";
import { date, dayText } from "#app/lib/dates.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readForm, type SentForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { seeOther } from "#app/lib/replies.ts";
import { typedFields } from "#app/lib/typed-fields.ts";
import { linksOf } from "#app/page-handle.ts";
import { findParked } from "#app/parked/parked.server.ts";
import { ProfileFrame } from "#app/profiles/profile-frame.tsx";
import * as profiles from "#app/profiles/profiles.server.ts";
import { applicationLimits } from "#app/sellers/application-fields.ts";
import * as away from "#app/sellers/away/away.server.ts";
import { chooseBackDay, parseBackAt } from "#app/sellers/away/away.ts";
import { AwayPanel } from "#app/sellers/away/away-panel.tsx";
import { countries } from "#app/sellers/countries.ts";
import { sellerPagePath } from "#app/sellers/page/seller-page.ts";
import * as sellers from "#app/sellers/sellers.server.ts";
import { sellingForm } from "#app/sellers/selling/selling.form.ts";
import { languageFields, sellingFields, typedSelling } from "#app/sellers/selling/selling.ts";
import { SellingScreen } from "#app/sellers/selling/selling-screen.tsx";
import * as sellingTexts from "#app/sellers/selling/selling-texts.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "#app/styles/signed-in.css?url";
import * as writes from "#app/writes/writes.server.ts";

const path = href("/profile/selling");
const signInFirst = "Please sign in to continue";
const failed = {
  event: "selling texts not saved",
  sentence: "We couldn't save your texts. Please try again.",
};

export const handle = { stylesheet };
export const links = linksOf(handle);
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
  // /services/sell tells users who are not sellers what to do.
  if (seller?.status !== "active" || !profile) throw seeOther(href("/services/sell"));
  const stored = typedSelling(seller);
  const parked = await findParked(context, url.searchParams);
  const { awayUntil = null } = parked ?? {};
  const typed = awayUntil === null ? parked : null;
  return {
    stored,
    saved: { ...stored, ...typed },
    isUnsaved: typed !== null,
    countries: countries(),
    page: sellerPagePath(profile.username),
    away: seller.awayUntil === null ? null : date(seller.awayUntil, profile.timeZone),
    awayTyped: awayUntil ?? (seller.awayUntil === null ? "" : dayText(seller.awayUntil, profile.timeZone)),
  };
}

/** Saves the changed texts of the public page, or pauses all gigs. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { db, clock } = context;
  const form = await readForm(request, sellingForm, ["intent", "shown", "awayUntil"]);
  const intent = form.fields.get("intent");
  if (!form.refusal && (intent === "away" || intent === "back"))
    return await changeAway(context, form, intent);
  const again = writes.formAgain(form, sellingForm);
  const park = {
    typed: changedFields(form.fields, sellingFields, languageFields),
    longest: applicationLimits,
  };
  return await writes.run(context, form, { path, park, again, failed }, async () => {
    const viewer = writes.viewer(context);
    await writes.allow(context, "profile");
    const seller = await sellers.findByUser(db, viewer.id);
    if (seller) keepUnchanged(form.fields, typedSelling(seller), languageFields);
    const texts = writes.parse(form, sellingForm);
    const at = clock.now();
    const result = await sellingTexts.save(db, viewer.id, texts, sessions.activeUserId(viewer, at), at);
    if (result === "not active") return seeOther(href("/services/sell"));
    return writes.done(context, "Saved", path);
  });
}

/** Pauses all gigs until a day, or ends the absence (docs/specification.md#away). */
async function changeAway(context: AppLoadContext, form: SentForm, intent: "away" | "back") {
  const { db, clock } = context;
  const typed = form.text("awayUntil");
  const again = ({ sentence }: Refusal) => ({ away: { typed, refusal: sentence } });
  const park = { typed: typedFields(form.fields, ["awayUntil"]), longest: {} };
  return await writes.run(context, form, { path, park, again, failed }, async () => {
    const viewer = writes.viewer(context);
    await writes.allow(context, "profile");
    const [seller, timeZone] = await Promise.all([
      sellers.findByUser(db, viewer.id),
      profiles.timeZoneOf(db, viewer.id),
    ]);
    if (seller?.status !== "active") return seeOther(href("/services/sell"));
    const at = clock.now();
    const backAt =
      intent === "away" ? (parseBackAt(typed, at, timeZone) ?? refuse("invalid", chooseBackDay)) : null;
    const result =
      backAt === null ? await away.comeBack(db, seller, false, at) : await away.leave(db, seller, backAt, at);
    if (result === "changed")
      refuse("stale", "This changed while you were editing. Review it and try again.");
    return writes.done(context, awayNotices[intent], `${path}#away`);
  });
}

const awayNotices = {
  away: "Your services are paused until you are back",
  back: "Your services are active again",
};

export default function Selling() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const refused = reply && "away" in reply ? reply.away : null;
  const lastResult = reply && !("away" in reply) ? reply : undefined;
  return (
    <ProfileFrame current="selling">
      {/* A new key after saving, so that the fields show what was stored. */}
      <SellingScreen key={JSON.stringify(loaded.saved)} {...loaded} lastResult={lastResult} />
      <AwayPanel
        away={loaded.away}
        typed={refused?.typed ?? loaded.awayTyped}
        refusal={refused?.refusal ?? null}
      />
    </ProfileFrame>
  );
}
