import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { Form, Link, useActionData } from "@remix-run/react";
import * as accounts from "#app/auth/accounts.server.ts";
import { signUpForm } from "#app/auth/credentials.form.ts";
import { brand } from "#app/brand.ts";
import { pageMeta } from "#app/layout/meta.ts";
import { errorStack } from "#app/lib/errors.ts";
import { readForm } from "#app/lib/forms.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import * as notifications from "#app/notifications/notifications.server.ts";
import { sheetLink } from "#app/sheets.ts";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field } from "#app/ui/field.tsx";
import { Submit } from "#app/ui/submit.tsx";

export const handle = { sheet: "auth" };
export const links = () => [sheetLink("auth")];

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: `Join ${brand}`,
      description: "An account to order services at fixed prices and to talk to those who do the work.",
      path: "/sign-up",
      noindex: true,
    },
    matches,
  );

export async function loader({ context }: LoaderFunctionArgs) {
  if (context.viewer) throw redirect("/");
  return null;
}

/** spec.md section 2, Sign up: a verify mail, a toast, then /sign-in. */
export async function action({ request, context }: ActionFunctionArgs) {
  const submission = parseWithZod(await readForm(request), { schema: signUpForm });
  if (submission.status !== "success")
    return data(submission.reply({ hideFields: ["password"] }), { status: 400 });
  try {
    const result = await accounts.signUp(context.db, submission.value, context.clock.now());
    if (result === "username taken") {
      const fieldErrors = { username: ["This username is taken"] };
      return data(submission.reply({ hideFields: ["password"], fieldErrors }), { status: 400 });
    }
  } catch (error) {
    context.log("error", "sign-up failed", { error: errorStack(error) });
    const formErrors = ["Failed to create account. Please try again."];
    return data(submission.reply({ hideFields: ["password"], formErrors }), { status: 500 });
  }
  context.later(notifications.deliver(context));
  toast(context, "success", "Registration successful! Please check your email to verify your account.");
  return seeOther("/sign-in");
}

export default function SignUp() {
  const lastResult = useActionData<typeof action>();
  const [form, fields] = useForm({
    lastResult,
    defaultValue: { fullName: "", username: "", email: "", password: "" },
  });
  const { fullName, username, email, password } = fields;
  return (
    <div className="wrap page">
      <div className="narrow stack">
        <h1 className="stitch">Join {brand}</h1>
        <Form method="post" className="panel" noValidate>
          <ErrorSummary
            errors={{
              fullName: fullName.errors,
              username: username.errors,
              email: email.errors,
              password: password.errors,
            }}
            form={form.errors}
          />
          <Field
            name="fullName"
            label="Full name"
            autoComplete="name"
            required
            defaultValue={fullName.initialValue}
            error={fullName.errors}
          />
          <Field
            name="username"
            label="Username"
            hint="Shown to sellers and buyers. Letters, numbers, hyphens, underscores and dots."
            autoComplete="username"
            required
            defaultValue={username.initialValue}
            error={username.errors}
          />
          <Field
            name="email"
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="email"
            required
            defaultValue={email.initialValue}
            error={email.errors}
          />
          <Field
            name="password"
            label="Password"
            type="password"
            hint="At least 6 characters. A sentence is easiest to remember."
            autoComplete="new-password"
            required
            error={password.errors}
          />
          <Submit className="btn go big wide mt-6" pendingText="Processing...">
            Join
          </Submit>
        </Form>
        <p>
          Already a member? <Link to="/sign-in">Sign In</Link>
        </p>
      </div>
    </div>
  );
}
