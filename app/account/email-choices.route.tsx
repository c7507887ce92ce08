import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EmailChoicesScreen } from "#app/account/email-choices-screen.tsx";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { type SwitchableGroup, switchableGroups } from "#app/emails/mail-groups.ts";
import * as preferences from "#app/emails/preferences.server.ts";
import { date } from "#app/lib/dates.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readForm, type SentForm, unreadableForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { typedFields } from "#app/lib/typed-fields.ts";
import { linksOf } from "#app/page-handle.ts";
import { findParked } from "#app/parked/parked.server.ts";
import { ProfileFrame } from "#app/profiles/profile-frame.tsx";
import * as profiles from "#app/profiles/profiles.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "#app/styles/signed-in.css?url";
import * as writes from "#app/writes/writes.server.ts";

const path = href("/profile/notices");
const signInFirst = "Please sign in to continue";
const failed = { event: "email choices not saved", sentence: "Something went wrong. Please try again." };

export const handle = { stylesheet };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction = () => pageMeta({ title: "Emails", noindex: true });

/** /profile/notices: which emails the viewer gets (docs/specification.md#email-preferences). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(request.url);
  const viewer = requireViewer(context, signInFirst, pathname + search);
  const { db, log } = context;
  const [{ on, complaints }, timeZone] = await mainRead(
    () => Promise.all([preferences.find(db, viewer.id), profiles.timeZoneOf(db, viewer.id)]),
    "Something went wrong",
    log,
  );
  const parked = await findParked(context, searchParams);
  return {
    on,
    unsaved: parked && switchableGroups.filter((group) => group in parked),
    complaints: complaints.map(({ group, at }) => ({ group, day: date(at, timeZone) })),
  };
}

/** Saves the checkboxes that were changed. Without `shown`, all of them. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, ["intent", "shown", ...switchableGroups]);
  const chosen = switchableGroups.filter((group) => form.fields.has(group));
  const again = ({ first }: Refusal) => ({ sentence: first, chosen });
  const park = { typed: typedFields(form.fields, ["intent", ...switchableGroups]), longest: {} };
  return await writes.run(context, form, { path, park, again, failed }, async () => {
    const viewer = writes.viewer(context);
    if (form.fields.get("intent") !== "save") refuse("invalid", unreadableForm);
    await writes.allow(context, "profile");
    await preferences.choose(context.db, viewer, changesOf(chosen, form), context.clock.now());
    return writes.done(context, "Your choice was saved", path);
  });
}

/**
 * What differs from the page that was shown. A link in an email may have turned a group off since then, and
 * an older tab must not turn it on again.
 */
function changesOf(chosen: SwitchableGroup[], { fields }: SentForm) {
  const shown = fields.get("shown");
  const wasOn = String(shown).split(" ");
  const isChanged = (group: SwitchableGroup) =>
    shown === null || wasOn.includes(group) !== chosen.includes(group);
  const changed = switchableGroups.filter(isChanged);
  return {
    on: changed.filter((group) => chosen.includes(group)),
    off: changed.filter((group) => !chosen.includes(group)),
  };
}

export default function EmailChoices() {
  const loaded = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <ProfileFrame current="emails">
      {/* A new key after saving, so that the checkboxes show what was stored. */}
      <EmailChoicesScreen key={JSON.stringify(loaded)} {...loaded} refused={refused ?? null} />
    </ProfileFrame>
  );
}
