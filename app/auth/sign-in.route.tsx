import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { authenticator, WrongCredentials } from "#app/auth/authenticator.server.ts";
import { signInForm } from "#app/auth/credentials.form.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import { signInMessages, signInPath } from "#app/auth/sign-in-path.ts";
import { brand } from "#app/brand.ts";
import { pageMeta } from "#app/layout/meta.ts";
import { errorStack } from "#app/lib/errors.ts";
import { readForm } from "#app/lib/forms.ts";
import { returnPath, seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { sheetLink } from "#app/sheets.ts";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field } from "#app/ui/field.tsx";
import { Note } from "#app/ui/note.tsx";
import { Submit } from "#app/ui/submit.tsx";

export const handle = { sheet: "auth" };
export const links = () => [sheetLink("auth")];

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
  const message = signInMessages.find((known) => known === searchParams.get("message")) ?? null;
  return { redirectTo, message };
}

/** spec.md section 2, Sign in: success goes to /, or back to the protected action. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const submission = parseWithZod(form, { schema: signInForm });
  if (submission.status !== "success")
    return data(submission.reply({ hideFields: ["password"] }), { status: 400 });
  try {
    const user = await authenticator(context.db).authenticate("password", request);
    const at = context.clock.now();
    if (context.viewer) await sessions.end(context.db, context.viewer.sessionId, at);
    context.cookies.set(
      "session",
      await sessions.start(context.db, user.id, at),
      sessions.sessionLife / 1000,
    );
  } catch (error) {
    if (error instanceof WrongCredentials) {
      const formErrors = ["Failed to sign in. Please check your credentials."];
      return data(submission.reply({ hideFields: ["password"], formErrors }), { status: 400 });
    }
    context.log("error", "sign-in failed", { error: errorStack(error) });
    toast(context, "error", "Failed to sign in");
    return seeOther(signInPath(backOf(form)));
  }
  toast(context, "success", "Signed in successfully!");
  return seeOther(backOf(form));
}

function backOf(form: FormData): string {
  const redirectTo = form.get("redirectTo");
  return returnPath(typeof redirectTo === "string" ? redirectTo : null);
}

export default function SignIn() {
  const { redirectTo, message } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const [form, fields] = useForm({ lastResult, defaultValue: { email: "", password: "" } });
  return (
    <div className="wrap page">
      <div className="narrow stack">
        <h1 className="stitch">Sign In</h1>
        {message && !lastResult ? <Note kind="plain" icon="lock" title={message} /> : null}
        <Form method="post" className="panel" noValidate>
          <ErrorSummary
            errors={{ email: fields.email.errors, password: fields.password.errors }}
            form={form.errors}
          />
          <input type="hidden" name="redirectTo" value={redirectTo} />
          <Field
            name="email"
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="email"
            required
            defaultValue={fields.email.initialValue}
            error={fields.email.errors}
          />
          <Field
            name="password"
            label="Password"
            type="password"
            autoComplete="current-password"
            required
            error={fields.password.errors}
          />
          <Submit className="btn go big wide mt-6" pendingText="Processing...">
            Sign In
          </Submit>
        </Form>
        <p>
          New here? <Link to="/sign-up">Join</Link>
        </p>
      </div>
    </div>
  );
}
