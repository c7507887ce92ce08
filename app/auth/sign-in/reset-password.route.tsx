import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import * as passwordChanges from "#app/account/password-changes.server.ts";
import { isCommon } from "#app/auth/common-passwords.ts";
import * as limits from "#app/auth/limits.server.ts";
import * as accountLinks from "#app/auth/links.server.ts";
import { resetForm } from "#app/auth/sign-in/credentials.form.ts";
import { ExpiredLink } from "#app/auth/sign-in/expired-link.tsx";
import { expiredLinkReply } from "#app/auth/sign-in/expired-link-reply.server.ts";
import { closeTabs, forgetTokens } from "#app/auth/sign-in/signing-in.server.ts";
import { commonPasswordSentence, signInPath } from "#app/auth/sign-in-path.ts";
import { tooManyTries } from "#app/auth/too-many-tries.server.ts";
import * as notifications from "#app/emails/send-emails.server.ts";
import { failureHeaders } from "#app/layout/error-boundary.tsx";
import { readForm } from "#app/lib/forms.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";
import stylesheet from "./auth.css?url";

export const handle: PageHandle = { stylesheet };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction = () => pageMeta({ title: "Choose a new password", noindex: true });

/** The link of the reset mail. Opening it changes nothing: mail programs open links by themselves. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, secret, clock } = context;
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const found = await accountLinks.find(db, secret, token, clock.now());
  if (found.state !== "good") return expiredLinkReply(found);
  if (found.link.kind !== "reset") throw redirect(await accountLinks.urlOf("", secret, found.link));
  return { token, email: found.link.email };
}

/** A new password, if the link is good: only then is anything hashed. */
export async function action({ request, context }: ActionFunctionArgs) {
  const submission = parseWithZod(await readForm(request), { schema: resetForm });
  const hideFields = ["password"];
  if (submission.status !== "success")
    return data({ reply: submission.reply({ hideFields }) }, { status: 400 });
  const { token, password } = submission.value;
  const { db, secret, clock, address, viewer, pendingSecondFactor } = context;
  const at = clock.now();
  const found = await accountLinks.find(db, secret, token, at);
  if (found.state !== "good") return expiredLinkReply(found);
  if (found.link.kind !== "reset") throw redirect(await accountLinks.urlOf("", secret, found.link));
  const tried = await limits.count(db, "reset", address, null, at);
  if (tried.wait !== null) {
    const formErrors = [limits.waitSentence(tried.wait)];
    return tooManyTries({ reply: submission.reply({ hideFields, formErrors }) }, tried.wait);
  }
  const result = await passwordChanges.reset(db, found.link, password, at);
  if (typeof result === "string") return expiredLinkReply(found, result);
  await limits.forgive(db, tried.keys);
  // Most come here after wrong passwords: the right one should not have to wait for those.
  await limits.forget(db, "sign-in", address, found.link.email);
  closeTabs(context, result.userId, result.ended);
  context.later(notifications.sendWaiting(context));
  if ([viewer?.id, pendingSecondFactor?.userId].includes(result.userId)) forgetTokens(context);
  toast(context, "success", "Your password is changed. Please sign in with the new one.");
  return seeOther(isCommon(password) ? signInPath("/", commonPasswordSentence) : "/sign-in");
}

export default function ResetPassword() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const lastResult = answer && "reply" in answer ? answer.reply : undefined;
  const [form, { password }] = useForm({ lastResult, defaultValue: { password: "" } });
  if (answer && "dead" in answer) return <ExpiredLink {...answer.dead} />;
  if ("dead" in loaded) return <ExpiredLink {...loaded.dead} />;
  return (
    <div className="wrap page">
      <div className="narrow stack">
        <h1 className="stitch">Choose a new password</h1>
        <p>For {loaded.email}. Every browser that is signed in to this account will be signed out.</p>
        <Form method="post" className="panel" noValidate reloadDocument>
          <ErrorSummary errors={{ password: password.errors }} form={form.errors} />
          <input type="hidden" name="token" value={loaded.token} />
          <Field
            name="password"
            label="New password"
            type="password"
            hint="At least 6 characters. A sentence is easiest to remember."
            autoComplete="new-password"
            required
            error={password.errors}
          />
          <Submit className="btn go big wide mt-6" pendingText="Processing...">
            Set the password
          </Submit>
        </Form>
      </div>
    </div>
  );
}
