import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link, useActionData } from "@remix-run/react";
import { confirmPassword } from "#app/account/confirm-password.server.ts";
import * as passwordChanges from "#app/account/password-changes.server.ts";
import { CurrentPasswordField, SecurityForm } from "#app/account/security-form.tsx";
import { isCommon } from "#app/auth/common-passwords.ts";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { commonPasswordSentence } from "#app/auth/sentences.ts";
import { closeTabs } from "#app/auth/sign-in/browser-session.server.ts";
import { passwordForm } from "#app/auth/sign-in/credentials.form.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { refuseField } from "#app/lib/refusal.ts";
import { linksOf } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "#app/styles/signed-in.css?url";
import { PasswordField } from "#app/ui/forms/password-field.tsx";
import { shownForm } from "#app/ui/forms/shown-form.ts";
import * as writes from "#app/writes/writes.server.ts";

const path = href("/profile/password");
const signInFirst = "Please sign in to continue";
const failed = { event: "password not changed", sentence: "Something went wrong. Please try again." };

export const handle = { stylesheet };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction = () => pageMeta({ title: "Change your password", noindex: true });

export function loader({ context }: LoaderFunctionArgs) {
  requireViewer(context, signInFirst, path);
  return null;
}

/**
 * Confirms the current password and sets the new one. The other sessions end, and the account's address gets
 * an email (docs/specification.md#passwords).
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { db, clock } = context;
  const form = await readForm(request, passwordForm);
  const again = writes.formAgain(form, passwordForm, ["currentPassword", "password"]);
  return await writes.run(context, form, { path, again, failed }, async () => {
    const viewer = writes.viewer(context);
    const { currentPassword, password } = writes.parse(form, passwordForm);
    const account = await confirmPassword(context, viewer, currentPassword, "currentPassword");
    if (password === currentPassword)
      refuseField("password", "This is your current password. Choose another one");
    const result = await passwordChanges.change(db, viewer, account, password, clock.now());
    closeTabs(context, viewer.id, result.ended);
    context.sendMails();
    const changed = "Your password was changed, and all other browsers were signed out.";
    return writes.done(context, isCommon(password) ? `${changed} ${commonPasswordSentence}` : changed, path);
  });
}

export default function Password() {
  const lastResult = useActionData<typeof action>();
  const { errors, fields } = shownForm(lastResult, { currentPassword: "", password: "" });
  const { currentPassword, password } = fields;
  const footer = (
    <p>
      <Link className="more" to="/forgot-password">
        Forgot your password?
      </Link>
    </p>
  );
  return (
    <SecurityForm
      title="Change your password"
      errors={{ currentPassword: currentPassword.errors, password: password.errors }}
      formErrors={errors}
      submitLabel="Change password"
      footer={footer}
    >
      <CurrentPasswordField name="currentPassword" errors={currentPassword.errors} />
      <PasswordField
        kind="new"
        name="password"
        label="New password"
        hint="At least 6 characters. A short sentence is easy to remember."
        error={password.errors}
      />
    </SecurityForm>
  );
}
