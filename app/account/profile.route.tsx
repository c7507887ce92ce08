import type {
  ActionFunctionArgs,
  AppLoadContext,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { profileDraft, profileDraftIn, storedProfile } from "#app/account/profile-draft.ts";
import { ProfileScreen } from "#app/account/profile-screen.tsx";
import { saveProfile } from "#app/account/save-profile.server.ts";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import * as credit from "#app/ledger/credit.server.ts";
import { balanceSentence } from "#app/ledger/credit.ts";
import { keepUnchanged } from "#app/lib/changed-fields.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { mainRead, sectionRead } from "#app/lib/reads.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { findParked } from "#app/parked/parked.server.ts";
import { profileForm } from "#app/profiles/profile.form.ts";
import { ProfileFrame } from "#app/profiles/profile-frame.tsx";
import * as profilePictures from "#app/profiles/profile-pictures.server.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "#app/styles/signed-in.css?url";
import { pictureRefusals } from "#app/uploads/picture.ts";
import * as writes from "#app/writes/writes.server.ts";

/** A picture may be up to 5 MB. A larger one still reaches the form, which names that limit. */
export const handle: PageHandle = { stylesheet, uploads: 20 };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({ title: "Profile", noindex: true, path: href("/profile") }, matches);

const signInFirst = "Please sign in to continue";
const failed = { event: "profile not saved", sentence: "We couldn't save your profile. Please try again." };
const readFailed = "We couldn't load your profile. Please try again.";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const viewer = requireViewer(context, signInFirst, url.pathname + url.search);
  const [profile, balance] = await Promise.all([
    mainRead(() => profiles.find(context.db, viewer.id), readFailed, context.log),
    sectionRead(() => credit.findBalance(context.db, viewer.id), "credit", context.log),
  ]);
  if (!profile) throw new Response(null, { status: 404 });
  const saved = storedProfile(profile);
  return {
    saved,
    avatarUrl: profile.avatarUrl,
    draft: profileDraft(await findParked(context, url.searchParams), saved),
    credit: balance && balanceSentence(balance),
  };
}

/** Saves the changed fields of the profile, and its picture (docs/specification.md#profile-screen). */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, profileForm(""), ["shown", "avatar", "removeAvatar"]);
  const park = profileDraftIn(form.fields);
  // The current username may stay, even if the rules no longer allow it.
  let username = "";
  const again = (refusal: Refusal) => writes.formAgain(form, profileForm(username))(refusal);
  return await writes.run(context, form, { path: href("/profile"), park, again, failed }, async () => {
    const viewer = writes.viewer(context);
    const profile =
      (await mainRead(() => profiles.find(context.db, viewer.id), readFailed, context.log)) ?? refuse("gone");
    username = profile.username;
    keepUnchanged(form.fields, storedProfile(profile));
    const file = fileOf(form.fields);
    await writes.allow(context, "profile");
    if (file) await setPicture(context, viewer.id, file);
    const change = writes.parse(form, profileForm(profile.username));
    await saveProfile(context, viewer, profile, change);
    if (form.fields.has("removeAvatar") && !file) await profilePictures.remove(context, viewer.id);
    return writes.done(context, "Profile saved", href("/profile"));
  });
}

async function setPicture(context: AppLoadContext, userId: string, file: File): Promise<void> {
  await writes.allow(context, "picture");
  const refused = await profilePictures.set(context, userId, file);
  if (!refused) return;
  const { kind, sentence } = pictureRefusals[refused];
  refuse(kind, null, { errors: { avatar: [sentence] } });
}

/** The chosen file. A browser sends an empty file if none was chosen. */
function fileOf(form: FormData): File | null {
  const sent = form.get("avatar");
  return sent !== null && typeof sent === "object" && sent.size > 0 ? sent : null;
}

export default function Profile() {
  const loaded = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  return (
    <ProfileFrame current="profile">
      {/* A new key after saving, so that the fields show what was stored. */}
      <ProfileScreen key={JSON.stringify(loaded.saved)} {...loaded} lastResult={lastResult} />
    </ProfileFrame>
  );
}
