import type {
  ActionFunctionArgs,
  AppLoadContext,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { closeTabs, forgetTokens } from "#app/auth/sign-in/browser-session.server.ts";
import { ExpiredLink } from "#app/auth/sign-in/expired-link.tsx";
import { expiredLinkReply, openLink } from "#app/auth/sign-in/open-link.server.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import * as notMe from "#app/payouts/holds/not-me.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import { Submit } from "#app/ui/forms/submit.tsx";
import * as writes from "#app/writes/writes.server.ts";
import stylesheet from "../../auth/sign-in/auth.css?url";

export const handle: PageHandle = { stylesheet };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction = () => pageMeta({ title: "Hold your payouts", noindex: true });

/**
 * The link of a seller who did not change the bank account (docs/specification.md#not-me). Opening it changes
 * nothing: email programs open links automatically.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const read = () => openLink(context, token, ["not_me"]);
  const opened = await mainRead(read, "Something went wrong", context.log);
  return opened.expired ?? { token };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, ["token"]);
  const token = form.text("token");
  const path = `${href("/earnings/not-me")}?token=${encodeURIComponent(token)}`;
  const again = ({ first }: Refusal) => writes.done(context, first, path, "error");
  return await writes.run(context, form, { path, again, failed }, () => hold(context, token));
}

/** Holds the payouts of the link's owner, and ends all their sessions. */
async function hold(context: AppLoadContext, token: string) {
  const opened = await openLink(context, token, ["not_me"]);
  if (opened.expired) return opened.expired;
  const { userId } = opened.link;
  const result = await notMe.report(context.db, opened.link, context.clock.now());
  if (typeof result === "string") return expiredLinkReply(opened.found, result);
  closeTabs(context, userId, result.ended);
  context.sendMails();
  if (context.viewer?.id === userId) forgetTokens(context);
  return writes.done(context, heldSentence, "/forgot-password");
}

const failed = { event: "payouts not held", sentence: "Something went wrong. Please try again." };

const heldSentence =
  "Your payouts are on hold, and every browser was signed out. Now set a new password. We'll write to you.";

export default function NotMe() {
  const loaded = useLoaderData<typeof loader>();
  const shown = useActionData<typeof action>() ?? loaded;
  if ("expiredLink" in shown) return <ExpiredLink {...shown.expiredLink} />;
  return (
    <div className="wrap page">
      <div className="narrow stack">
        <h1 className="stitch">Didn't make this change?</h1>
        <p>
          A new bank account was added for your payouts. If this wasn't you, press the button. This holds your
          payouts for up to 90 days, signs out every browser, and lets our support know.
        </p>
        <Form method="post" reloadDocument>
          <input type="hidden" name="token" value={shown.token} />
          <Submit className="btn go big wide">It wasn't me</Submit>
        </Form>
        <p className="small muted">
          If you added the bank account yourself, close this page. Nothing will happen.
        </p>
      </div>
    </div>
  );
}
