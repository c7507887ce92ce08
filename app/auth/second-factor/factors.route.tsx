import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { confirmPassword } from "#app/account/confirm-password.server.ts";
import * as accounts from "#app/auth/accounts.server.ts";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { codeForm, confirmForm, enrolForm } from "#app/auth/second-factor/factor.form.ts";
import { codeSentences, type Factor, finishFactorPath, maskedPhone } from "#app/auth/second-factor/factor.ts";
import stylesheet from "#app/auth/second-factor/factors.css?url";
import * as factors from "#app/auth/second-factor/factors.server.ts";
import { FactorsScreen } from "#app/auth/second-factor/factors-screen.tsx";
import * as recovery from "#app/auth/second-factor/recovery-codes.server.ts";
import * as secondFactor from "#app/auth/second-factor/second-factor.server.ts";
import { keyUri, qrPath } from "#app/auth/second-factor/totp.server.ts";
import { suspendedSentence } from "#app/auth/sentences.ts";
import { factorPath } from "#app/auth/sign-in-path.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readForm, type SentForm, unreadableForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { pickFields, typedFields } from "#app/lib/typed-fields.ts";
import { waitSentence } from "#app/limits/limits.ts";
import { linksOf } from "#app/page-handle.ts";
import { findParked } from "#app/parked/parked.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import * as writes from "#app/writes/writes.server.ts";

const path = href("/profile/factors");

type Context = ActionFunctionArgs["context"];

export const handle = { stylesheet };
export const links = linksOf(handle);
export const meta: MetaFunction = () => pageMeta({ title: "Two-step verification", noindex: true });
/** The page may show a secret, so the browser must not store it. */
export const headers: typeof failureHeaders = (args) => ({
  ...failureHeaders(args),
  "Cache-Control": "private, no-store",
});

/** After a refused form, too: whether the page must ask for the password may have changed. */
export const shouldRevalidate = () => true;

/** The viewer's second factors. `verify` names the one whose enrolment is being completed. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(request.url);
  const viewer = requireViewer(context, "Please sign in to continue", path + search);
  const { db } = context;
  const read = () =>
    Promise.all([
      factors.list(db, viewer.id),
      recovery.countUnused(db, viewer.id),
      findParked(context, searchParams),
      secondFactor.needsPassword(db, viewer, context.clock.now()),
    ]);
  const [all, codesLeft, typed, asksPassword] = await mainRead(read, "Something went wrong", context.log);
  const owesFactor = secondFactor.owesFactor(viewer, all);
  const verifyId = searchParams.get("verify");
  const unverified = all.find(({ id, status }) => id === verifyId && status === "unverified");
  return {
    factors: all.map((factor) => ({ ...factor, phone: factor.phone && maskedPhone(factor.phone) })),
    codesLeft,
    promptPath: owesFactor ? factorPath(path) : null,
    asksPassword,
    canSendSms: context.sms !== null,
    typed: pickFields(typed, addedFields),
    writerId: viewer.id,
    enrolment: unverified && !owesFactor ? await enrolmentOf(context, viewer, unverified) : null,
  };
}

async function enrolmentOf(context: Context, viewer: Viewer, { id, factorType, phone }: Factor) {
  if (factorType === "phone") return { id, phone: maskedPhone(phone ?? ""), app: null };
  const [secret, account] = await Promise.all([
    factors.secretOf(context.db, context.secret, id),
    accounts.find(context.db, viewer.id),
  ]);
  const uri = keyUri(secret, account?.email ?? "");
  return { id, phone: null, app: { secret, uri, qr: qrPath(uri) } };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, enrolForm, codeForm, confirmForm, ["intent", "factor", "writer"]);
  const id = form.text("factor");
  const again = againWith(context, form);
  const park = { typed: typedFields(form.fields, addedFields), longest: {} };
  return await writes.run(context, form, { path, park, again, failed }, async () => {
    const viewer = writes.viewer(context);
    switch (form.fields.get("intent")) {
      case "add":
        return await add(context, viewer, form);
      case "send":
        return await send(context, viewer, id);
      case "verify":
        return await verify(context, viewer, id, form);
      case "remove":
        return await remove(context, viewer, id);
      case "recovery-codes":
        return await regenerate(context, viewer);
      default:
        return refuse("invalid", unreadableForm);
    }
  });
}

/** The fields of the two forms that add a factor. */
const addedFields = ["factor_type", "friendly_name", "phone"] as const;

const failed = { event: "second factor not changed", sentence: "Something went wrong. Please try again." };

/** Shows two of the forms again. The others have only buttons. */
function againWith(context: Context, form: SentForm) {
  const intent = form.fields.get("intent");
  const name = form.fields.get("factor_type") === "phone" ? ("phone" as const) : ("totp" as const);
  return (refusal: Refusal) => {
    if (intent === "verify")
      return { form: "code" as const, result: writes.formAgain(form, codeForm)(refusal) };
    if (intent === "add")
      return { form: name, result: writes.formAgain(form, enrolForm, ["password"])(refusal) };
    return writes.done(context, refusal.first, path, "error");
  };
}

async function add(context: Context, viewer: Viewer, form: SentForm) {
  const enrolment = writes.parse(form, enrolForm);
  const confirm = () => {
    const { password } = writes.parse(form, confirmForm);
    return confirmPassword(context, viewer, password, "password");
  };
  const enrolled = await secondFactor.enrolFactor(context, viewer, enrolment, confirm);
  if (enrolment.factor_type === "phone") return await send(context, viewer, enrolled.id);
  return seeOther(finishFactorPath(enrolled.id));
}

async function send(context: Context, viewer: Viewer, id: string) {
  const challenged = { userId: viewer.id, sessionId: viewer.sessionId };
  const factor = await secondFactor.findChallengedFactor(context, challenged, id);
  const sent = await secondFactor.sendChallenge(context, challenged, factor);
  if ("challenge" in sent) toast(context, "success", `We sent a code to ${maskedPhone(factor.phone ?? "")}.`);
  else toast(context, "error", "wait" in sent ? waitSentence(sent.wait) : sent.refusal);
  return seeOther(finishFactorPath(id));
}

async function verify(context: Context, viewer: Viewer, id: string, form: SentForm) {
  const { code } = writes.parse(form, codeForm);
  const challenged = { userId: viewer.id, sessionId: viewer.sessionId };
  const factor = await secondFactor.findChallengedFactor(context, challenged, id);
  // An outdated page, in another tab or after Back: its code was correct and has been used, so it does not
  // count as wrong.
  if (factor.status === "verified" && viewer.aal === "aal2")
    return writes.done(context, "This two-step method is already on.", path);
  const result = await secondFactor.verifyCode(context, challenged, factor, code, null);
  context.sendMails();
  if (result.state === "wait") refuse("over", waitSentence(result.wait), { wait: result.wait });
  if (result.state === "suspended") refuse("refused", suspendedSentence);
  if (result.state !== "correct") refuse("invalid", codeSentences[result.state]);
  return writes.done(
    context,
    "Two-step verification is on.",
    href(result.firstFactor ? "/profile/factors/recovery-codes" : "/profile/factors"),
  );
}

async function remove(context: Context, viewer: Viewer, id: string) {
  await secondFactor.removeFactor(context, viewer, id);
  context.sendMails();
  return writes.done(context, "The two-step method was removed.", path);
}

async function regenerate(context: Context, viewer: Viewer) {
  const { db, secret, clock } = context;
  const refusal = secondFactor.refusalToRegenerate(viewer, await factors.list(db, viewer.id));
  if (refusal) return goBack(context, refusal);
  await writes.allow(context, "setting");
  if (!(await recovery.regenerate(db, secret, viewer, clock.now())))
    return goBack(context, "Please sign in to continue");
  return seeOther(href("/profile/factors/recovery-codes"));
}

function goBack(context: Context, sentence: string) {
  toast(context, "error", sentence);
  return seeOther(path);
}

export default function Factors() {
  const loaded = useLoaderData<typeof loader>();
  const submitted = useActionData<typeof action>();
  return <FactorsScreen {...loaded} submitted={submitted} />;
}
