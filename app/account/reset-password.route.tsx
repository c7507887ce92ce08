import type {
  ActionFunctionArgs,
  AppLoadContext,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import * as passwordChanges from "#app/account/password-changes.server.ts";
import { signInPathAfter } from "#app/auth/common-passwords.ts";
import { closeTabs, forgetTokens } from "#app/auth/sign-in/browser-session.server.ts";
import { NewPasswordField } from "#app/auth/sign-in/credential-fields.tsx";
import { resetForm } from "#app/auth/sign-in/credentials.form.ts";
import { ExpiredLink } from "#app/auth/sign-in/expired-link.tsx";
import { expiredLinkReply, openLink } from "#app/auth/sign-in/open-link.server.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readForm } from "#app/lib/forms.ts";
import { mainRead } from "#app/lib/reads.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import { returnPath } from "#app/lib/replies.ts";
import * as attempts from "#app/limits/attempts.server.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { shownForm } from "#app/ui/forms/shown-form.ts";
import { Submit } from "#app/ui/forms/submit.tsx";
import * as writes from "#app/writes/writes.server.ts";
import stylesheet from "../auth/sign-in/auth.css?url";

export const handle: PageHandle = { stylesheet };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction = () => pageMeta({ title: "Choose a new password", noindex: true });

/** Opening the link changes nothing: email programs open links automatically. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const read = () => openLink(context, token, ["reset"]);
  const opened = await mainRead(read, "Something went wrong", context.log);
  return opened.expired ?? { token, email: opened.link.email };
}

/** Sets the new password. The link and the limit are checked before the costly hashing. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, resetForm);
  const replyWith = writes.formAgain(form, resetForm, ["password"]);
  const again = (refusal: Refusal) => ({ reply: replyWith(refusal) });
  return await writes.run(context, form, { path: "/reset-password", again, failed }, async () => {
    const { token, password } = writes.parse(form, resetForm);
    const opened = await openLink(context, token, ["reset"]);
    return opened.expired ?? (await resetPassword(context, opened, password));
  });
}

const failed = { event: "password not reset", sentence: "Something went wrong. Please try again." };

type Opened = Extract<Awaited<ReturnType<typeof openLink<"reset">>>, { expired: null }>;

async function resetPassword(context: AppLoadContext, { link, found }: Opened, password: string) {
  const { db, clock, address, viewer, pendingSecondFactor } = context;
  const tried = await writes.attempt(context, "reset", null);
  const result = await passwordChanges.reset(db, link, password, clock.now());
  if (typeof result === "string") return expiredLinkReply(found, result);
  await attempts.uncount(db, tried.keys);
  // Most users get here after several wrong passwords. Those attempts must not delay the right one.
  await attempts.reset(db, "sign-in", address, link.email);
  closeTabs(context, result.userId, result.ended);
  context.sendMails();
  if ([viewer?.id, pendingSecondFactor?.userId].includes(result.userId)) forgetTokens(context);
  const notice = "Your password was changed. Please sign in with the new one.";
  return writes.done(context, notice, signInPathAfter(password, returnPath(link.redirectTo)));
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
