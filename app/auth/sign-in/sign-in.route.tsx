import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { Form, Link, useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { joinedSentence, signInFaultSentence, signInMessages } from "#app/auth/sentences.ts";
import { signInBy } from "#app/auth/sign-in/authenticator.server.ts";
import { EmailField } from "#app/auth/sign-in/credential-fields.tsx";
import * as joined from "#app/auth/sign-in/joined.server.ts";
import { factorPath, wayPath } from "#app/auth/sign-in-path.ts";
import * as signups from "#app/auth/signup-notices.server.ts";
import { brand } from "#app/brand.ts";
import type { Toast } from "#app/context.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { redirect, returnPath, seeOther } from "#app/lib/replies.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { PasswordField } from "#app/ui/forms/password-field.tsx";
import { shownForm } from "#app/ui/forms/shown-form.ts";
import { Submit } from "#app/ui/forms/submit.tsx";
import { Note } from "#app/ui/note.tsx";
import { ToastMessage } from "#app/ui/toast.tsx";
import * as writes from "#app/writes/writes.server.ts";
import stylesheet from "./auth.css?url";

export const handle: PageHandle = { stylesheet };
export const links = linksOf(handle);
export const headers: typeof failureHeaders = (args) => {
  const cacheControl = args.loaderHeaders.get("Cache-Control");
  return { ...failureHeaders(args), ...(cacheControl ? { "Cache-Control": cacheControl } : {}) };
};

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: "Sign In",
      description: `Sign in to ${brand} to order, to talk to sellers and to follow your orders.`,
      path: "/sign-in",
      noindex: true,
    },
    matches,
  );

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const redirectTo = returnPath(searchParams.get("redirectTo"));
  if (context.viewer) throw redirect(redirectTo);
  if (context.pendingSecondFactor) throw redirect(factorPath(redirectTo));
  const message = signInMessages.find((each) => each === searchParams.get("message")) ?? null;
  const join = await joined.find(context);
  return data(
    { redirectTo, message, joined: searchParams.has("joined"), sentTo: join?.email ?? null },
    // The page shows an address to anyone who uses this browser.
    join ? { headers: { "Cache-Control": "private, no-store" } } : {},
  );
}

/**
 * On success redirects to /, or to the page that required signing in (docs/specification.md#sign-in-screen).
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const result = await signInBy("password", request, context);
  if (!("userId" in result)) return result;
  if (result.owesFactor) return seeOther(factorPath(result.redirectTo));
  context.later(signups.notifyOperators(context, result.userId));
  return writes.done(context, "Signed in successfully!", result.redirectTo);
}

export default function SignIn() {
  const { redirectTo, message, joined, sentTo } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const frame = useRouteLoaderData<{ toast: Toast | null }>("root");
  // The redirect to this page shows the sentence as a toast, so the page does not repeat it.
  const isSaid = message !== null && frame?.toast?.text === message;
  const { errors, fields } = shownForm(lastResult, { email: sentTo ?? "", password: "", redirectTo });
  // A fault is shown as a toast on this page, so that the fields and the return path stay
  // (docs/specification.md#wordings).
  const failed = errors?.includes(signInFaultSentence);
  return (
    <div className="wrap page">
      <div className="narrow stack">
        <h1 className="stitch">Sign In</h1>
        {lastResult ? null : message && !isSaid ? (
          joined ? (
            <Note kind="plain" icon="done" title={joinedSentence}>
              <p>{message}</p>
              {sentTo ? <SentLink redirectTo={redirectTo} /> : null}
            </Note>
          ) : (
            <Note kind="plain" icon="lock" title={message} />
          )
        ) : sentTo ? (
          <Note kind="plain" title={`We sent an email to ${sentTo}`}>
            <p>Open the link in it to verify your address.</p>
            <SentLink redirectTo={redirectTo} />
          </Note>
        ) : null}
        <Form method="post" className="panel" noValidate reloadDocument>
          <ErrorSummary
            errors={{ email: fields.email.errors, password: fields.password.errors }}
            form={failed ? undefined : errors}
          />
          <input type="hidden" name="redirectTo" value={fields.redirectTo.initialValue} />
          <EmailField field={fields.email} />
          <PasswordField kind="current" name="password" label="Password" error={fields.password.errors} />
          <Submit className="btn go big wide mt-6" pendingText="Processing...">
            Sign In
          </Submit>
        </Form>
        <p>
          <Link to={wayPath("/forgot-password", redirectTo)}>Forgot your password?</Link>
        </p>
        <p>
          New here? <Link to={wayPath("/sign-up", redirectTo)}>Join</Link>
        </p>
      </div>
      {failed ? <ToastMessage toast={{ kind: "error", text: signInFaultSentence }} /> : null}
    </div>
  );
}

/** After a sign-up: the page that says where the email went (docs/specification.md#after-joining). */
function SentLink({ redirectTo }: { redirectTo: string }) {
  return (
    <p>
      <Link to={wayPath("/sign-up/sent", redirectTo)}>Send it again or change the address</Link>
    </p>
  );
}
