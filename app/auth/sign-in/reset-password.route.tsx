import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import * as passwordChanges from "#app/account/password-changes.server.ts";
import { signInPathAfter } from "#app/auth/common-passwords.ts";
import { closeTabs, forgetTokens } from "#app/auth/sign-in/browser-session.server.ts";
import { NewPasswordField } from "#app/auth/sign-in/credential-fields.tsx";
import { resetForm } from "#app/auth/sign-in/credentials.form.ts";
import { ExpiredLink } from "#app/auth/sign-in/expired-link.tsx";
import { expiredLinkReply, openLink } from "#app/auth/sign-in/open-link.server.ts";
import { tooManyTries } from "#app/auth/too-many-tries.server.ts";
import * as mails from "#app/emails/send-emails.server.ts";
import { failureHeaders } from "#app/layout/error-boundary.tsx";
import { parseForm } from "#app/lib/forms.ts";
import { returnPath, seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import * as attempts from "#app/limits/attempts.server.ts";
import { waitSentence } from "#app/limits/limits.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { shownForm } from "#app/ui/forms/shown-form.ts";
import { Submit } from "#app/ui/forms/submit.tsx";
import stylesheet from "./auth.css?url";

export const handle: PageHandle = { stylesheet };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction = () => pageMeta({ title: "Choose a new password", noindex: true });

/** Opening the link changes nothing: email programs open links automatically. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const opened = await openLink(context, token, ["reset"]);
  return opened.expired ?? { token, email: opened.link.email };
}

/** Sets the new password. The link and the limit are checked before the costly hashing. */
export async function action({ request, context }: ActionFunctionArgs) {
  const submission = await parseForm(request, resetForm);
  const hideFields = ["password"];
  if (submission.status !== "success")
    return data({ reply: submission.reply({ hideFields }) }, { status: 400 });
  const { token, password } = submission.value;
  const { db, clock, address, viewer, pendingSecondFactor } = context;
  const at = clock.now();
  const opened = await openLink(context, token, ["reset"]);
  if (opened.expired) return opened.expired;
  const { link, found } = opened;
  const attempt = await attempts.count(db, "reset", address, null, at);
  if (attempt.wait !== null) {
    const formErrors = [waitSentence(attempt.wait)];
    return tooManyTries({ reply: submission.reply({ hideFields, formErrors }) }, attempt.wait);
  }
  const result = await passwordChanges.reset(db, link, password, at);
  if (typeof result === "string") return expiredLinkReply(found, result);
  await attempts.uncount(db, attempt.keys);
  // Most users come here after several wrong passwords. Those attempts must not delay the right one.
  await attempts.reset(db, "sign-in", address, link.email);
  closeTabs(context, result.userId, result.ended);
  context.later(mails.sendWaiting(context));
  if ([viewer?.id, pendingSecondFactor?.userId].includes(result.userId)) forgetTokens(context);
  toast(context, "success", "Your password was changed. Please sign in with the new one.");
  return seeOther(signInPathAfter(password, returnPath(link.redirectTo)));
}

export default function ResetPassword() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const lastResult = answer && "reply" in answer ? answer.reply : undefined;
  const { errors, fields } = shownForm(lastResult, { password: "" });
  if (answer && "expiredLink" in answer) return <ExpiredLink {...answer.expiredLink} />;
  if ("expiredLink" in loaded) return <ExpiredLink {...loaded.expiredLink} />;
  return (
    <div className="wrap page">
      <div className="narrow stack">
        <h1 className="stitch">Choose a new password</h1>
        <p>{`For ${loaded.email}. This signs out every browser that uses this account.`}</p>
        <Form method="post" className="panel" noValidate reloadDocument>
          <ErrorSummary errors={{ password: fields.password.errors }} form={errors} />
          <input type="hidden" name="token" value={loaded.token} />
          <NewPasswordField label="New password" field={fields.password} />
          <Submit className="btn go big wide mt-6" pendingText="Processing...">
            Set the password
          </Submit>
        </Form>
      </div>
    </div>
  );
}
