import { parseWithZod } from "@conform-to/zod/v4";
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as health from "#app/admin/health/health.server.ts";
import { HealthScreen } from "#app/admin/health/health-screen.tsx";
import * as retries from "#app/admin/health/retries.server.ts";
import { retryForm } from "#app/admin/health/retry.form.ts";
import * as stuckThings from "#app/admin/health/stuck-jobs.server.ts";
import { consoleHeaders, requireOperator } from "#app/admin/require-operator.server.ts";
import { readForm } from "#app/lib/forms.ts";
import { mainRead } from "#app/lib/reads.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import desk from "#app/styles/signed-in.css?url";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: desk }];
export const meta: MetaFunction = () => pageMeta({ title: "Health", noindex: true });
export const headers: HeadersFunction = () => consoleHeaders;

/** /admin/health: everything that is stuck (docs/specification.md#operator-health). */
export async function loader({ context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const { db, clock, log } = context;
  const at = clock.now();
  const read = () => Promise.all([health.runChecks(db, at), stuckThings.list(db, at)]);
  const [troubles, things] = await mainRead(read, "Something went wrong", log);
  return data({ at, troubles, ...things }, { headers: consoleHeaders });
}

/** What is run for each kind, and what the operator reads when it is done. */
const retry = {
  mail: { run: retries.retryMail, said: "The e-mail is sent" },
  webhook: { run: retries.retryWebhook, said: "The webhook is processed" },
  money: { run: retries.retryMoneyCall, said: "Stripe has answered: the call is done" },
};

/** Tries a mail, a webhook or a call that moves money again, now, with a reason. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  const form = await readForm(request);
  const submission = parseWithZod(form, { schema: retryForm });
  const reason = String(form.get("reason") ?? "");
  if (submission.status !== "success") {
    const { reason: ofReason, again } = submission.error ?? {};
    return data(
      { reason, fieldError: ofReason?.[0] ?? null, formError: again?.[0] ?? null },
      { status: 400, headers: consoleHeaders },
    );
  }
  const { kind, id } = submission.value.again;
  const tried = await retry[kind].run(context, id, { operator, reason: submission.value.reason });
  if (tried === "no operator") return context.asUnknown();
  if (tried === "changed") toast(context, "info", "This is done already");
  else if (tried === "pending") toast(context, "info", "Stripe has not confirmed it yet");
  else if (tried === "failed") toast(context, "error", "It was tried and failed again");
  else toast(context, "success", retry[kind].said);
  return seeOther("/admin/health");
}

export default function Health() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <HealthScreen {...loaded} reply={reply ?? null} />;
}
