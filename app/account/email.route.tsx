import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import {
  type ActionFunctionArgs,
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { confirmPassword } from "#app/account/confirm-password.server.ts";
import * as emailChanges from "#app/account/email-changes.server.ts";
import * as accounts from "#app/auth/accounts.server.ts";
import * as limits from "#app/auth/limits.server.ts";
import { requireViewer, signInAgain } from "#app/auth/require-viewer.server.ts";
import { emailForm } from "#app/auth/sign-in/credentials.form.ts";
import { VerifyNote } from "#app/auth/sign-in/verify-note.tsx";
import { wrongPasswordSentence } from "#app/auth/sign-in-path.ts";
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

const path = "/profile/email";
const signInFirst = "Please sign in to continue";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];
export const headers = failureHeaders;
export const meta: MetaFunction = () => pageMeta({ title: "Change your email address", noindex: true });

export async function loader({ context }: LoaderFunctionArgs) {
  const viewer = requireViewer(context, signInFirst, path);
  const account = await accounts.find(context.db, viewer.id);
  if (!account) throw signInAgain(context, path);
  return { email: account.email, verified: account.emailVerifiedAt !== null };
}

/** A link goes to the new address; nothing changes before it was followed. The answer never tells whose an address is. */
export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, signInFirst, path);
  const submission = parseWithZod(await readForm(request), { schema: emailForm });
  const hideFields = ["password"];
  const refused = (fieldErrors: Record<string, string[]>) =>
    data(submission.reply({ hideFields, fieldErrors }), { status: 400 });
  if (submission.status !== "success") return refused({});
  const { email, password } = submission.value;
  const { db, address, clock } = context;
  const waiting = (wait: number) =>
    tooManyTries(submission.reply({ hideFields, formErrors: [limits.waitSentence(wait)] }), wait);
  const account = await confirmPassword(context, viewer, password);
  if (account === "wrong") return refused({ password: [wrongPasswordSentence] });
  if ("wait" in account) return waiting(account.wait);
  if (account.email === email) return refused({ email: ["This is your address already"] });
  // Each goes to an address that somebody typed, so these are counted whatever comes of them.
  const tried = await limits.count(db, "verify", address, viewer.id, clock.now());
  if (tried.wait !== null) return waiting(tried.wait);
  if ((await emailChanges.requestChange(db, viewer, email, clock.now())) === "signed out")
    return signInAgain(context, path);
  context.later(notifications.sendWaiting(context));
  toast(context, "info", `We have sent a link to ${email}. Your address changes once you follow it.`);
  return seeOther(path);
}

export default function Email() {
  const account = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const [form, { email, password }] = useForm({ lastResult, defaultValue: { email: "", password: "" } });
  return (
    <ProfileFrame current="security">
      <div className="narrow stack mt-6">
        <h2>Change your email address</h2>
        <p>
          Your address is <b>{account.email}</b>.
        </p>
        {account.verified ? null : <VerifyNote email={account.email} back={path} />}
        <Form method="post" className="panel" noValidate reloadDocument>
          <ErrorSummary errors={{ email: email.errors, password: password.errors }} form={form.errors} />
          <Field
            name="email"
            label="New email"
            type="email"
            inputMode="email"
            autoComplete="email"
            hint="We send a link there. The old address is told, too, and can take it back for 7 days."
            required
            defaultValue={email.initialValue}
            error={email.errors}
          />
          <Field
            name="password"
            label="Current password"
            type="password"
            autoComplete="current-password"
            required
            error={password.errors}
          />
          <Submit className="btn go big wide mt-6" pendingText="Processing...">
            Send the link
          </Submit>
        </Form>
      </div>
    </ProfileFrame>
  );
}
