import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import * as emailChanges from "#app/account/email-changes.server.ts";
import * as accounts from "#app/auth/accounts.server.ts";
import * as limits from "#app/auth/limits.server.ts";
import * as accountLinks from "#app/auth/links.server.ts";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { ExpiredLink } from "#app/auth/sign-in/expired-link.tsx";
import { expiredLinkReply } from "#app/auth/sign-in/expired-link-reply.server.ts";
import { closeTabs, forgetTokens } from "#app/auth/sign-in/signing-in.server.ts";
import { VerifyNote } from "#app/auth/sign-in/verify-note.tsx";
import { verifyPath } from "#app/auth/sign-in-path.ts";
import { tooManyTries } from "#app/auth/too-many-tries.server.ts";
import * as notifications from "#app/emails/send-emails.server.ts";
import { failureHeaders } from "#app/layout/error-boundary.tsx";
import { readForm } from "#app/lib/forms.ts";
import { returnPath, seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import { Submit } from "#app/ui/forms/submit.tsx";
import { Note } from "#app/ui/note.tsx";
import stylesheet from "./auth.css?url";

export const handle: PageHandle = { stylesheet };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction = () => pageMeta({ title: "Verify your address", noindex: true });

/**
 * The links of mails about an address; they work in any browser. Verifying is done at once; what changes an address is asked first. Without
 * a token: where another verify link is sent.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, secret, clock } = context;
  const { searchParams } = new URL(request.url);
  const token = searchParams.get("token");
  if (token === null) return await unverified(context, returnPath(searchParams.get("redirectTo")));
  const found = await accountLinks.find(db, secret, token, clock.now());
  if (found.state !== "good") return expiredLinkReply(found);
  const { link, user } = found;
  if (link.kind === "verify") {
    const result = await accounts.verify(db, link, clock.now());
    if (result !== "done")
      return expiredLinkReply({ ...found, user: (await accounts.find(db, link.userId)) ?? user }, result);
    toast(context, "success", "Your email address is verified.");
    throw redirect(context.viewer ? "/" : "/sign-in");
  }
  if (link.kind === "reset") throw redirect(await accountLinks.urlOf("", secret, link));
  return { ask: { token, isUndo: link.kind === "undo_email", from: user.email, to: link.email } };
}

async function unverified(context: AppLoadContext, back: string) {
  const viewer = requireViewer(context, "Please sign in to continue", verifyPath);
  const account = await accounts.find(context.db, viewer.id);
  if (!account || account.emailVerifiedAt !== null) throw redirect(back);
  return { remind: { email: account.email, back } };
}

/** `send`: another verify link. `change`, `undo`: what the page of the link has asked. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const text = (name: string) => String(form.get(name) ?? "");
  if (text("intent") === "send") return await send(context, returnPath(text("redirectTo"), verifyPath));
  const { db, secret, clock, viewer } = context;
  const at = clock.now();
  const found = await accountLinks.find(db, secret, text("token"), at);
  if (found.state !== "good") return expiredLinkReply(found);
  const { link } = found;
  // The other kinds are followed by GET.
  if (link.kind !== "change_email" && link.kind !== "undo_email")
    throw redirect(await accountLinks.urlOf("", secret, link));
  const isUndo = link.kind === "undo_email";
  const mine = viewer?.id === link.userId;
  const result = isUndo
    ? await emailChanges.undo(db, link, at)
    : await emailChanges.change(db, link, found.user, mine ? viewer.sessionId : null, at);
  if (result === "taken") return data({ refusal: takenSentence }, { status: 409 });
  if (typeof result === "string") return expiredLinkReply(found, result);
  closeTabs(context, link.userId, result.ended);
  context.later(notifications.sendWaiting(context));
  if (isUndo && mine) forgetTokens(context);
  toast(context, "success", isUndo ? undoneSentence(link.email) : `Your email address is ${link.email} now.`);
  if (isUndo || !viewer) return seeOther("/sign-in");
  return seeOther(mine ? "/profile/email" : "/");
}

const takenSentence = "This address belongs to another account by now, so nothing was changed.";

function undoneSentence(email: string): string {
  return `Your email address is ${email} again, and every browser was signed out. We have sent you a link for a new password.`;
}

async function send(context: AppLoadContext, back: string) {
  const { db, address, clock } = context;
  const viewer = requireViewer(context, "Please sign in to continue", verifyPath);
  const tried = await limits.count(db, "verify", address, viewer.id, clock.now());
  if (tried.wait !== null) return tooManyTries({ refusal: limits.waitSentence(tried.wait) }, tried.wait);
  const result = await accounts.remindToVerify(db, viewer.id, clock.now());
  if (result === "sent") {
    context.later(notifications.sendWaiting(context));
    toast(context, "success", "We have sent you a new link. It works for 24 hours.");
  } else if (result === "waiting") {
    toast(
      context,
      "info",
      "We have sent you a link in the last ten minutes. Please look into your spam folder too.",
    );
  } else {
    toast(context, "success", "Your email address is verified already.");
    return seeOther(back === verifyPath ? "/" : back);
  }
  return seeOther(back);
}

export default function Verify() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const dead = answer && "dead" in answer ? answer.dead : "dead" in loaded ? loaded.dead : null;
  if (dead) return <ExpiredLink {...dead} />;
  const refusal = answer && "refusal" in answer ? answer.refusal : null;
  return (
    <div className="wrap page">
      <div className="narrow stack">
        {refusal ? <Note kind="bad" title={refusal} /> : null}
        {"remind" in loaded ? (
          <>
            <h1 className="stitch">Verify your address</h1>
            <VerifyNote email={loaded.remind.email} back={verifyPath} />
            <p>
              <Link to={loaded.remind.back}>Go on</Link>
            </p>
          </>
        ) : "ask" in loaded ? (
          <Question {...loaded.ask} />
        ) : null}
      </div>
    </div>
  );
}

type Asked = { token: string; isUndo: boolean; from: string; to: string };

/** What following the link will do, and the button that does it: mail programs open links by themselves. */
function Question({ token, isUndo, from, to }: Asked) {
  return (
    <>
      <h1 className="stitch">{isUndo ? "Take your address back" : "Change your email address"}</h1>
      <p>
        Your account will have the address <b>{to}</b> instead of <b>{from}</b>.{" "}
        {isUndo
          ? "Every browser is signed out, and we send you a link for a new password."
          : "Other browsers are signed out, and the old address is told."}
      </p>
      <Form method="post">
        <input type="hidden" name="token" value={token} />
        <Submit className="btn go big wide" name="intent" value={isUndo ? "undo" : "change"}>
          {isUndo ? "Take it back" : "Change my address"}
        </Submit>
      </Form>
    </>
  );
}
