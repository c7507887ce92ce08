import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { confirmPassword } from "#app/account/confirm-password.server.ts";
import * as emailChanges from "#app/account/email-changes.server.ts";
import { CurrentPasswordField, SecurityForm } from "#app/account/security-form.tsx";
import * as accounts from "#app/auth/accounts.server.ts";
import * as accountLinks from "#app/auth/links.server.ts";
import { requireViewer, signInAgain } from "#app/auth/require-viewer.server.ts";
import { emailForm } from "#app/auth/sign-in/credentials.form.ts";
import { VerifyNote } from "#app/auth/sign-in/verify-note.tsx";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import { refuse, refuseField } from "#app/lib/refusal.ts";
import { typedFields } from "#app/lib/typed-fields.ts";
import { linksOf } from "#app/page-handle.ts";
import { findParked } from "#app/parked/parked.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "#app/styles/signed-in.css?url";
import { Field } from "#app/ui/forms/field.tsx";
import { shownForm } from "#app/ui/forms/shown-form.ts";
import { Note } from "#app/ui/note.tsx";
import * as writes from "#app/writes/writes.server.ts";

const path = href("/profile/email");
const signInFirst = "Please sign in to continue";
const failed = { event: "address change not requested", sentence: "Something went wrong. Please try again." };

export const handle = { stylesheet };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction = () => pageMeta({ title: "Change your email address", noindex: true });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(request.url);
  const viewer = requireViewer(context, signInFirst, path + search);
  const { db, clock, log } = context;
  const read = () =>
    Promise.all([
      accounts.find(db, viewer.id),
      accountLinks.findNewAddress(db, viewer.id, clock.now()),
      findParked(context, searchParams),
    ]);
  const [account, newEmail, typed] = await mainRead(read, "Something went wrong", log);
  if (!account) throw signInAgain(context, path);
  return {
    email: account.email,
    newEmail,
    verified: account.emailVerifiedAt !== null,
    typed: typed?.email ?? "",
    writerId: viewer.id,
  };
}

/**
 * Mails a link to the new address; the address changes when that link is confirmed. The answer never reveals
 * whether an address has an account (docs/specification.md#email-change).
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { db, clock } = context;
  const form = await readForm(request, emailForm, ["writer"]);
  const again = writes.formAgain(form, emailForm, ["password"]);
  const park = { typed: typedFields(form.fields, ["email"]), longest: {} };
  return await writes.run(context, form, { path, park, again, failed }, async () => {
    const viewer = writes.viewer(context);
    const { email, password } = writes.parse(form, emailForm);
    const account = await confirmPassword(context, viewer, password, "password");
    if (account.email === email) refuseField("email", "That is already your email address");
    // The user chooses the address, so every request counts towards the limit, whatever its result.
    await writes.attempt(context, "verify", viewer.id);
    if ((await emailChanges.requestChange(db, viewer, email, clock.now())) === "signed out")
      refuse("signed out");
    context.sendMails();
    const notice = `We sent a link to ${email}. Your address changes after you confirm it there.`;
    return writes.done(context, notice, path, "info");
  });
}

export default function Email() {
  const account = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const { errors, fields } = shownForm(lastResult, { email: account.typed, password: "" });
  const { email, password } = fields;
  const intro = (
    <>
      <p>
        Your address is <b>{account.email}</b>.
      </p>
      {account.newEmail === null ? null : (
        <Note kind="plain" icon="clock" title={`We sent a link to ${account.newEmail}`}>
          <p>Your address changes after you confirm it there. The link works for 24 hours.</p>
        </Note>
      )}
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
      <input type="hidden" name="writer" value={account.writerId} />
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
