import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { confirmPassword, refusePassword } from "#app/account/confirm-password.server.ts";
import * as emailChanges from "#app/account/email-changes.server.ts";
import { CurrentPasswordField, SecurityForm } from "#app/account/security-form.tsx";
import * as accounts from "#app/auth/accounts.server.ts";
import * as limits from "#app/auth/limits.server.ts";
import { requireViewer, signInAgain } from "#app/auth/require-viewer.server.ts";
import { emailForm } from "#app/auth/sign-in/credentials.form.ts";
import { VerifyNote } from "#app/auth/sign-in/verify-note.tsx";
import { tooManyTries } from "#app/auth/too-many-tries.server.ts";
import * as mails from "#app/emails/send-emails.server.ts";
import { failureHeaders } from "#app/layout/error-boundary.tsx";
import { parseForm } from "#app/lib/forms.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { linksOf } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "#app/styles/signed-in.css?url";
import { Field } from "#app/ui/forms/field.tsx";
import { shownForm } from "#app/ui/forms/shown-form.ts";

const path = "/profile/email";
const signInFirst = "Please sign in to continue";

export const links = linksOf({ stylesheet });
export const headers = failureHeaders;
export const meta: MetaFunction = () => pageMeta({ title: "Change your email address", noindex: true });

export async function loader({ context }: LoaderFunctionArgs) {
  const viewer = requireViewer(context, signInFirst, path);
  const account = await accounts.find(context.db, viewer.id);
  if (!account) throw signInAgain(context, path);
  return { email: account.email, verified: account.emailVerifiedAt !== null };
}

/**
 * Mails a link to the new address; the address changes when that link is confirmed.
 * The answer never tells whether an address has an account (docs/specification.md#email-change).
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, signInFirst, path);
  const submission = await parseForm(request, emailForm);
  const hideFields = ["password"];
  const refused = (fieldErrors: Record<string, string[]>) =>
    data(submission.reply({ hideFields, fieldErrors }), { status: 400 });
  if (submission.status !== "success") return refused({});
  const { email, password } = submission.value;
  const { db, address, clock } = context;
  const account = await confirmPassword(context, viewer, password);
  if (typeof account === "string" || "wait" in account)
    return refusePassword(submission, account, "password", hideFields);
  if (account.email === email) return refused({ email: ["That is already your email address"] });
  // The mail goes to an address that a user typed, so each request counts, whatever its result.
  const tried = await limits.count(db, "verify", address, viewer.id, clock.now());
  if (tried.wait !== null) {
    const formErrors = [limits.waitSentence(tried.wait)];
    return tooManyTries(submission.reply({ hideFields, formErrors }), tried.wait);
  }
  if ((await emailChanges.requestChange(db, viewer, email, clock.now())) === "signed out")
    return signInAgain(context, path);
  context.later(mails.sendWaiting(context));
  toast(context, "info", `We sent a link to ${email}. Your address changes after you confirm it there.`);
  return seeOther(path);
}

export default function Email() {
  const account = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const { errors, fields } = shownForm(lastResult, { email: "", password: "" });
  const { email, password } = fields;
  const intro = (
    <>
      <p>
        Your address is <b>{account.email}</b>.
      </p>
      {account.verified ? null : <VerifyNote email={account.email} page={path} />}
    </>
  );
  return (
    <SecurityForm
      title="Change your email address"
      intro={intro}
      errors={{ email: email.errors, password: password.errors }}
      formErrors={errors}
      submitLabel="Send the link"
    >
      <Field
        name="email"
        label="New email"
        type="email"
        inputMode="email"
        autoComplete="email"
        hint="We'll send a link there. We'll also email your old address, and you can undo the change from there for 7 days."
        required
        defaultValue={email.initialValue}
        error={email.errors}
      />
      <CurrentPasswordField name="password" errors={password.errors} />
    </SecurityForm>
  );
}
