import {
  type ActionFunctionArgs,
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { confirmPassword } from "#app/account/confirm-password.server.ts";
import { DataScreen, type Refusal } from "#app/account/data-screen.tsx";
import { deletionForm } from "#app/account/deletion.form.ts";
import * as deletions from "#app/account/deletions.server.ts";
import * as limits from "#app/auth/limits.server.ts";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { forgetTokens } from "#app/auth/sign-in/browser-session.server.ts";
import { signInPath } from "#app/auth/sign-in-path.ts";
import { tooManyTries } from "#app/auth/too-many-tries.server.ts";
import * as mails from "#app/emails/send-emails.server.ts";
import { failureHeaders } from "#app/layout/error-boundary.tsx";
import * as ledger from "#app/ledger/ledger.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import { parseForm } from "#app/lib/forms.ts";
import { mainRead } from "#app/lib/reads.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import * as inFlight from "#app/payments/in-flight.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "#app/styles/signed-in.css?url";

const path = "/profile/data";
const signInFirst = "Please sign in to continue";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];
export const headers = failureHeaders;
export const meta: MetaFunction = () => pageMeta({ title: "Your data", noindex: true });

// After a refusal, too: the page lists what blocks the deletion.
export const shouldRevalidate = () => true;

/** /profile/data: the export and the deletion of an account (docs/specification.md#account-screens). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { db, clock, log } = context;
  const viewer = requireViewer(context, signInFirst, path);
  const read = () =>
    Promise.all([
      inFlight.list(db, viewer.id, clock.now()).then(inFlight.keeping),
      ledger.owedTo(db, viewer.id),
      deletions.needsSecondFactor(db, viewer),
    ]);
  const [ordersInFlight, owedCents, needsSecondFactor] = await mainRead(read, "Something went wrong", log);
  return { ordersInFlight, owedCents, needsSecondFactor };
}

/** Deletes the viewer's account (docs/specification.md#account-deletion). */
export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, signInFirst, path);
  const submission = await parseForm(request, deletionForm);
  const refused = (errors: Partial<Omit<Refusal, "answer">>) => ({
    ...noErrors,
    ...errors,
    answer: context.requestId,
  });
  if (submission.status !== "success")
    return data(refused({ password: submission.error?.password ?? [], form: submission.error?.[""] ?? [] }), {
      status: 400,
    });
  try {
    const account = await confirmPassword(context, viewer, submission.value.password);
    if (account === "no account") return redirectToSignIn(context);
    if (account === "wrong")
      return data(refused({ password: ["That password is incorrect"] }), { status: 400 });
    if ("wait" in account)
      return tooManyTries(refused({ form: [limits.waitSentence(account.wait)] }), account.wait);
    const deletion = await deletions.deleteAccount(context, viewer);
    switch (deletion.state) {
      case "session ended":
        return redirectToSignIn(context);
      case "second factor needed":
        return data(refused({ form: ["Please sign in again with a two-step code first."] }), {
          status: 403,
        });
      case "money in flight":
        return data(
          refused({
            form: ["Your account can't be deleted yet because money is on its way."],
            orders: deletion.orders,
          }),
          { status: 409 },
        );
      case "deleted":
        forgetTokens(context);
        context.later(deletions.cleanUp(context, viewer.id, deletion.sessions));
        context.later(mails.sendWaiting(context));
        toast(context, "success", "Your account was deleted.");
        // Messages that wait, and texts that were typed: the browser deletes what it keeps of this site.
        return seeOther("/", { "Clear-Site-Data": '"storage"' });
    }
  } catch (error) {
    context.log("error", "account not deleted", { error: errorStack(error) });
    return data(
      refused({ form: ["Something went wrong. Your account was not deleted; please try again."] }),
      { status: 500 },
    );
  }
}

const noErrors: Refusal = { password: [], form: [], orders: [], answer: "" };

/** Clears the tokens of a session that has ended. */
function redirectToSignIn(context: ActionFunctionArgs["context"]) {
  forgetTokens(context);
  return seeOther(signInPath(path, signInFirst));
}

export default function Data() {
  return (
    <DataScreen {...useLoaderData<typeof loader>()} errors={useActionData<typeof action>() ?? noErrors} />
  );
}
