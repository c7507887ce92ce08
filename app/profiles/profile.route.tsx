import {
  type ActionFunctionArgs,
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as allowances from "#app/auth/allowances/allowances.server.ts";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import { tooManyTries } from "#app/auth/too-many-tries.server.ts";
import { findDraft, pathWithDraft } from "#app/drafts/drafts.server.ts";
import * as mails from "#app/emails/send-emails.server.ts";
import { failureHeaders } from "#app/layout/error-boundary.tsx";
import * as credit from "#app/ledger/credit.server.ts";
import { balanceSentence } from "#app/ledger/credit.ts";
import { date } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import { readForm } from "#app/lib/forms.ts";
import { mainRead, sectionRead } from "#app/lib/reads.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import type { PageHandle } from "#app/page-handle.ts";
import { profileForm } from "#app/profiles/profile.form.ts";
import { profileDraft, profileDraftIn, profilePath } from "#app/profiles/profile-draft.ts";
import { ProfileFrame } from "#app/profiles/profile-frame.tsx";
import * as profilePictures from "#app/profiles/profile-pictures.server.ts";
import { ProfileScreen } from "#app/profiles/profile-screen.tsx";
import * as profiles from "#app/profiles/profiles.server.ts";
import { timeZones } from "#app/profiles/time-zone.ts";
import { takenSentence } from "#app/profiles/username.ts";
import * as usernames from "#app/profiles/usernames.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "#app/styles/signed-in.css?url";
import { pictureRefusals } from "#app/uploads/picture.ts";

/** A picture may have 5 MB. A larger one reaches the form, which names that limit. */
export const handle: PageHandle = { uploads: 20 };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];
export const headers = failureHeaders;
export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({ title: "Profile", noindex: true, path: profilePath }, matches);

const signInFirst = "Please sign in to continue";
const readFailed = "We couldn't load your profile. Please try again.";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const viewer = requireViewer(context, signInFirst, url.pathname + url.search);
  const [profile, balance] = await Promise.all([
    mainRead(() => profiles.find(context.db, viewer.id), readFailed, context.log),
    sectionRead(() => credit.findBalance(context.db, viewer.id), "credit", context.log),
  ]);
  if (!profile) throw new Response(null, { status: 404 });
  const { title, bio, timeZone, companyName, taxNumber, ...rest } = profile;
  return {
    saved: {
      ...rest,
      title: title ?? "",
      bio: bio ?? "",
      timeZone: timeZone ?? "",
      companyName: companyName ?? "",
      taxNumber: taxNumber ?? "",
    },
    draft: profileDraft(await findDraft(context, url.searchParams)),
    regions: timeZones(timeZone),
    credit: balance && balanceSentence(balance),
  };
}

/**
 * Saves the profile (docs/specification.md#profile-screen). An accepted file becomes the picture even if
 * another field is refused, so that it need not be uploaded again. If the file is refused, nothing is saved.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, profileForm(""), ["avatar", "removeAvatar"]);
  const { db, clock, log } = context;
  const wayBack = () => pathWithDraft(context, profilePath, profileDraftIn(form.fields));
  const viewer = context.viewer ?? requireViewer(context, signInFirst, await wayBack());
  const profile = await mainRead(() => profiles.find(db, viewer.id), readFailed, log);
  if (!profile) throw new Response(null, { status: 404 });
  const file = fileOf(form.fields);
  const submission = form.parse(profileForm(profile.username));
  try {
    const over =
      (await allowances.ask(context, "profile")) ?? (file && (await allowances.ask(context, "picture")));
    if (over) return tooManyTries(submission.reply({ formErrors: [over.sentence] }), over.wait);
    const refused = file && (await profilePictures.set(context, viewer.id, file));
    if (refused) {
      const { sentence, status } = pictureRefusals[refused];
      return data(submission.reply({ fieldErrors: { avatar: [sentence] } }), { status });
    }
    if (submission.status !== "success") return data(submission.reply(), { status: 400 });
    const at = clock.now();
    const holder = sessions.activeUserId(viewer, at);
    const result = await profiles.save(db, viewer.id, profile.username, submission.value, holder, at);
    if (result === "session ended") return seeOther(await wayBack());
    const nameRefused = (sentence: string) =>
      data(submission.reply({ fieldErrors: { username: [sentence] } }), { status: 400 });
    if (result === "username taken")
      return nameRefused(takenSentence(await usernames.listFree(db, submission.value.username, at)));
    if (typeof result === "object")
      return nameRefused(
        `You can change your username 3 times in 30 days. The next change is possible on ${date(result.nextChangeAt)}`,
      );
    if (submission.value.presence && submission.value.presence !== profile.presence)
      context.later(context.inboxes.forgetWatching([viewer.id]));
    if (form.fields.has("removeAvatar") && !file) await profilePictures.remove(context, viewer.id);
    if (result === "renamed") context.later(mails.sendWaiting(context));
  } catch (error) {
    if (error instanceof Response) throw error;
    log("error", "profile not saved", { error: errorStack(error) });
    const formErrors = ["We couldn't save your profile. Please try again."];
    return data(submission.reply({ formErrors }), { status: 500 });
  }
  toast(context, "success", "Profile saved");
  return seeOther(profilePath);
}

/** The chosen file. A browser sends an empty file if none was chosen. */
function fileOf(form: FormData): File | null {
  const sent = form.get("avatar");
  return sent !== null && typeof sent === "object" && sent.size > 0 ? sent : null;
}

export default function Profile() {
  const loaded = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const { avatarUrl: _, ...texts } = loaded.saved;
  return (
    <ProfileFrame current="profile">
      {/* A new key after saving, so that the fields show what was stored. */}
      <ProfileScreen key={JSON.stringify(texts)} {...loaded} lastResult={lastResult} />
    </ProfileFrame>
  );
}
