import { parseWithZod } from "@conform-to/zod/v4";
import {
  type ActionFunctionArgs,
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DataScreen } from "#app/account/data-screen.tsx";
import { deletionForm } from "#app/account/deletion.form.ts";
import * as statements from "#app/account/deletion-statements.server.ts";
import * as deletions from "#app/account/deletions.server.ts";
import * as limits from "#app/auth/limits.server.ts";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { forgetTokens } from "#app/auth/sign-in/signing-in.server.ts";
import { signInPath } from "#app/auth/sign-in-path.ts";
import { tooManyTries } from "#app/auth/too-many-tries.server.ts";
import * as notifications from "#app/emails/send-emails.server.ts";
import { failureHeaders } from "#app/layout/error-boundary.tsx";
import * as ledger from "#app/ledger/ledger.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import { readForm } from "#app/lib/forms.ts";
import { mainRead } from "#app/lib/reads.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import * as inFlight from "#app/payments/in-flight.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "#app/styles/signed-in.css?url";

const path = "/profile/data";
const signInFirst = "Please sign in to continue";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];
/** How long somebody has to wait who tried too often. */
export const headers = failureHeaders;
export const meta: MetaFunction = () => pageMeta({ title: "Your data", noindex: true });

/** Also after a refusal: the page lists what stands in the way. */
export const shouldRevalidate = () => true;

/** What is held, the way to a copy of it, and to deleting it (docs/specification.md#data-export). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { db, clock, log } = context;
  const viewer = requireViewer(context, signInFirst, path);
  const read = () =>
    Promise.all([
      inFlight.list(db, viewer.id, clock.now()),
      ledger.owedTo(db, viewer.id),
      statements.needsSecondFactor(db, viewer),
    ]);
  const [money, owedCents, owesFactor] = await mainRead(read, "Something went wrong", log);
  return { money, owedCents, owesFactor };
}

/** "Delete account". Guesses of the password count with those at /sign-in. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { db, clock, address } = context;
  const viewer = requireViewer(context, signInFirst, path);
  const submission = parseWithZod(await readForm(request), { schema: deletionForm });
  const refused = (said: { password?: string[]; form?: string[] }) => ({
    ...noErrors,
    ...said,
    answer: context.requestId,
  });
  if (submission.status !== "success")
    return data(refused({ password: submission.error?.password ?? [] }), { status: 400 });
  const at = clock.now();
  try {
    const email = await statements.findEmail(db, viewer.id);
    if (!email) return signInAgain(context);
    const tried = await limits.count(db, "sign-in", address, email, at);
    if (tried.wait !== null)
      return tooManyTries(refused({ form: [limits.waitSentence(tried.wait)] }), tried.wait);
    await limits.slowDown(tried);
    if (!(await statements.knowsPassword(db, viewer.id, submission.value.password)))
      return data(refused({ password: ["This is not your password"] }), { status: 400 });
    await limits.forgive(db, tried.keys);
    const deletion = await deletions.deleteAccount(db, viewer, at);
    switch (deletion.state) {
      case "session ended":
        return signInAgain(context);
      case "factor wanted":
        return data(refused({ form: ["Your second factor is needed. Please sign in again with it."] }), {
          status: 403,
        });
      case "money in flight":
        return data(refused({ form: ["Your account cannot be deleted yet: money is on its way."] }), {
          status: 409,
        });
      case "deleted":
        forgetTokens(context);
        context.later(deletions.cleanUp(context, viewer.id, deletion));
        context.later(notifications.sendWaiting(context));
        toast(context, "success", "Your account was deleted.");
        return seeOther("/");
    }
  } catch (error) {
    context.log("error", "account not deleted", { error: errorStack(error) });
    return data(
      refused({ form: ["Something went wrong. Your account was not deleted; please try again."] }),
      { status: 500 },
    );
  }
}

const noErrors: { password: string[]; form: string[]; answer: string } = {
  password: [],
  form: [],
  answer: "",
};

function signInAgain(context: ActionFunctionArgs["context"]) {
  forgetTokens(context);
  return seeOther(signInPath(path, signInFirst));
}

export default function Data() {
  return (
    <DataScreen {...useLoaderData<typeof loader>()} errors={useActionData<typeof action>() ?? noErrors} />
  );
}
