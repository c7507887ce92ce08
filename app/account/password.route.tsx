import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import {
  type ActionFunctionArgs,
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { Form, Link, useActionData } from "@remix-run/react";
import { confirmPassword } from "#app/account/confirm-password.server.ts";
import * as passwordChanges from "#app/account/password-changes.server.ts";
import { isCommon } from "#app/auth/common-passwords.ts";
import * as limits from "#app/auth/limits.server.ts";
import { requireViewer, signInAgain } from "#app/auth/require-viewer.server.ts";
import { passwordForm } from "#app/auth/sign-in/credentials.form.ts";
import { closeTabs } from "#app/auth/sign-in/signing-in.server.ts";
import { commonPasswordSentence, wrongPasswordSentence } from "#app/auth/sign-in-path.ts";
import { tooManyTries } from "#app/auth/too-many-tries.server.ts";
import * as notifications from "#app/emails/send-emails.server.ts";
import { failureHeaders } from "#app/layout/error-boundary.tsx";
import { readForm } from "#app/lib/forms.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { ProfileFrame } from "#app/profiles/profile-frame.tsx";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "#app/styles/signed-in.css?url";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";

const path = "/profile/password";
const signInFirst = "Please sign in to continue";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];
export const headers = failureHeaders;
export const meta: MetaFunction = () => pageMeta({ title: "Change your password", noindex: true });

export function loader({ context }: LoaderFunctionArgs) {
  requireViewer(context, signInFirst, path);
  return null;
}

/** The old password once more, then the new one: the address is told and the other sessions end. */
export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, signInFirst, path);
  const submission = parseWithZod(await readForm(request), { schema: passwordForm });
  const hideFields = ["currentPassword", "password"];
  if (submission.status !== "success") return data(submission.reply({ hideFields }), { status: 400 });
  const { currentPassword, password } = submission.value;
  const account = await confirmPassword(context, viewer, currentPassword);
  if (account === "wrong") {
    const fieldErrors = { currentPassword: [wrongPasswordSentence] };
    return data(submission.reply({ hideFields, fieldErrors }), { status: 400 });
  }
  if ("wait" in account) {
    const formErrors = [limits.waitSentence(account.wait)];
    return tooManyTries(submission.reply({ hideFields, formErrors }), account.wait);
  }
  const { email } = account;
  const result = await passwordChanges.change(context.db, viewer, { email, password }, context.clock.now());
  if (result === "signed out") return signInAgain(context, path);
  closeTabs(context, viewer.id, result.ended);
  context.later(notifications.sendWaiting(context));
  const done = "Your password is changed, and all other browsers are signed out.";
  toast(context, "success", isCommon(password) ? `${done} ${commonPasswordSentence}` : done);
  return seeOther(path);
}

export default function Password() {
  const lastResult = useActionData<typeof action>();
  const [form, { currentPassword, password }] = useForm({
    lastResult,
    defaultValue: { currentPassword: "", password: "" },
  });
  return (
    <ProfileFrame current="security">
      <div className="narrow stack mt-6">
        <h2>Change your password</h2>
        <Form method="post" className="panel" noValidate reloadDocument>
          <ErrorSummary
            errors={{ currentPassword: currentPassword.errors, password: password.errors }}
            form={form.errors}
          />
          <Field
            name="currentPassword"
            label="Current password"
            type="password"
            autoComplete="current-password"
            required
            error={currentPassword.errors}
          />
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
            Change password
          </Submit>
        </Form>
        <p>
          <Link to="/forgot-password">Forgot your password?</Link>
        </p>
      </div>
    </ProfileFrame>
  );
}
