import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { EmailField } from "#app/auth/sign-in/credential-fields.tsx";
import { sentForm } from "#app/auth/sign-in/credentials.form.ts";
import * as joined from "#app/auth/sign-in/joined.server.ts";
import { wayPath } from "#app/auth/sign-in-path.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readForm } from "#app/lib/forms.ts";
import { redirect, returnPath } from "#app/lib/replies.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { shownForm } from "#app/ui/forms/shown-form.ts";
import { Submit } from "#app/ui/forms/submit.tsx";
import * as writes from "#app/writes/writes.server.ts";
import stylesheet from "./auth.css?url";

export const handle: PageHandle = { stylesheet };
export const links = linksOf(handle);
export const meta: MetaFunction = () => pageMeta({ title: "Check your email", noindex: true });
/** The page shows an address to anyone who uses this browser, so the browser must not store it. */
export const headers: typeof failureHeaders = (args) => ({
  ...failureHeaders(args),
  "Cache-Control": "private, no-store",
});

/** /sign-up/sent: where the email of a sign-up went (docs/specification.md#after-joining). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const redirectTo = returnPath(new URL(request.url).searchParams.get("redirectTo"));
  if (context.viewer) throw redirect(redirectTo);
  const join = await joined.find(context);
  if (!join) throw redirect(wayPath("/sign-in", redirectTo));
  return { email: join.email, redirectTo };
}

const failed = { event: "email not sent again", sentence: "Something went wrong. Please try again." };

/** `send` sends the email again; `change` sends it to another address. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, sentForm, ["intent"]);
  const redirectTo = returnPath(form.text("redirectTo"));
  const path = wayPath("/sign-up/sent", redirectTo);
  const again = writes.formAgain(form, sentForm);
  return await writes.run(context, form, { path, again, failed }, async () => {
    const signIn = wayPath("/sign-in", redirectTo);
    const join = await joined.find(context);
    if (!join) return writes.done(context, "Please sign in to continue", signIn, "info");
    const isChange = form.text("intent") === "change";
    const email = isChange ? writes.parse(form, sentForm).email : join.email;
    const result = isChange
      ? await joined.changeAddress(context, join, email, redirectTo)
      : await joined.sendAgain(context, join, redirectTo);
    if (result === "sent recently") return writes.done(context, sentRecently, path, "info");
    if (result === "verified") return writes.done(context, "Your email address is already verified.", signIn);
    return writes.done(context, `We sent an email to ${email}.`, path);
  });
}

const sentRecently = "We sent you an email less than 10 minutes ago. Please check your spam folder too.";

export default function Sent() {
  const { email, redirectTo } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const { errors, fields } = shownForm(lastResult, { email: "", redirectTo });
  const back = <input type="hidden" name="redirectTo" value={redirectTo} />;
  return (
    <div className="wrap page">
      <div className="narrow stack">
        <h1 className="stitch">Check your email</h1>
        <ErrorSummary errors={{ email: fields.email.errors }} form={errors} />
        <p>
          {"We sent an email to "}
          <b className="break">{email}</b>. Open the link in it to verify your address. The link works for 24
          hours.
        </p>
        <p>
          <Link className="btn go big wide" to={wayPath("/sign-in", redirectTo)}>
            Sign In
          </Link>
        </p>
        <section className="panel stack">
          <h2>Nothing there?</h2>
          <p>Check your spam folder too. You can ask for the email again every 10 minutes.</p>
          <Form method="post" reloadDocument>
            {back}
            <Submit className="btn" name="intent" value="send" pendingText="Sending...">
              Send again
            </Submit>
          </Form>
          <details open={Boolean(fields.email.errors)}>
            <summary className="btn">Change address</summary>
            <Form method="post" noValidate reloadDocument className="mt-3">
              {back}
              <p className="small muted">
                We'll send a new link there. The link in our earlier email will stop working.
              </p>
              <EmailField field={fields.email} />
              <Submit className="btn mt-3" name="intent" value="change" pendingText="Sending...">
                Change address
              </Submit>
            </Form>
          </details>
        </section>
      </div>
    </div>
  );
}
