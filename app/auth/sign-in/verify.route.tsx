import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import * as emailChanges from "#app/account/email-changes.server.ts";
import * as accounts from "#app/auth/accounts.server.ts";
import * as limits from "#app/auth/limits.server.ts";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { closeTabs, forgetTokens } from "#app/auth/sign-in/browser-session.server.ts";
import { ExpiredLink } from "#app/auth/sign-in/expired-link.tsx";
import { expiredLinkReply, openLink } from "#app/auth/sign-in/open-link.server.ts";
import { VerifyNote } from "#app/auth/sign-in/verify-note.tsx";
import { verifyPath } from "#app/auth/sign-in-path.ts";
import { tooManyTries } from "#app/auth/too-many-tries.server.ts";
import * as mails from "#app/emails/send-emails.server.ts";
import { failureHeaders } from "#app/layout/error-boundary.tsx";
import { requireForm } from "#app/lib/forms.ts";
import { leadTo, returnPath, seeOther } from "#app/lib/replies.ts";
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
 * With a token, opens a link from an e-mail about an address. A verify link acts at once; a link that changes
 * an address asks first, because e-mail programs open links automatically. Without a token, offers a new
 * verify link.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, clock } = context;
  const { searchParams } = new URL(request.url);
  const token = searchParams.get("token");
  if (token === null) return await loadReminder(context, returnPath(searchParams.get("redirectTo")));
  const opened = await openLink(context, token, ["verify", "change_email", "undo_email"]);
  if (opened.expired) return opened.expired;
  const { link, found } = opened;
  if (link.kind === "verify") {
    const result = await accounts.verify(db, link, clock.now());
    if (result !== "done")
      return expiredLinkReply(
        { ...found, user: (await accounts.find(db, link.userId)) ?? found.user },
        result,
      );
    toast(context, "success", "Your email address is verified.");
    throw leadTo(context.viewer ? "/" : "/sign-in");
  }
  return { ask: { token, isUndo: link.kind === "undo_email", from: found.user.email, to: link.email } };
}

async function loadReminder(context: AppLoadContext, back: string) {
  const viewer = requireViewer(context, "Please sign in to continue", verifyPath);
  const account = await accounts.find(context.db, viewer.id);
  if (!account || account.emailVerifiedAt !== null) throw leadTo(back);
  return { remind: { email: account.email, back } };
}

/** Sends a new verify link (`send`), or does what the page of a link asked (`change`, `undo`). */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await requireForm(request, ["intent", "token", "redirectTo"]);
  const text = (name: string) => String(form.get(name) ?? "");
  if (text("intent") === "send") return await send(context, returnPath(text("redirectTo"), verifyPath));
  const { db, clock, viewer } = context;
  const at = clock.now();
  const opened = await openLink(context, text("token"), ["change_email", "undo_email"]);
  if (opened.expired) return opened.expired;
  const { link, found } = opened;
  const isUndo = link.kind === "undo_email";
  const isOwn = viewer?.id === link.userId;
  const result = isUndo
    ? await emailChanges.undoChange(db, link, at)
    : await emailChanges.confirmChange(db, link, found.user, isOwn ? viewer.sessionId : null, at);
  if (result === "taken") return data({ refusal: takenSentence }, { status: 409 });
  if (typeof result === "string") return expiredLinkReply(found, result);
  closeTabs(context, link.userId, result.ended);
  context.later(mails.sendWaiting(context));
  if (isUndo && isOwn) forgetTokens(context);
  toast(context, "success", isUndo ? undoneSentence(link.email) : `Your email address is ${link.email} now.`);
  if (isUndo || !viewer) return seeOther("/sign-in");
  return seeOther(isOwn ? "/profile/email" : "/");
}

const takenSentence = "This address belongs to another account by now, so nothing was changed.";

function undoneSentence(email: string): string {
  return `Your email address is ${email} again, and every browser was signed out. We have sent you a link for a new password.`;
}

async function send(context: AppLoadContext, back: string) {
  const { db, address, clock } = context;
  const viewer = requireViewer(context, "Please sign in to continue", verifyPath);
  const attempt = await limits.count(db, "verify", address, viewer.id, clock.now());
  if (attempt.wait !== null)
    return tooManyTries({ refusal: limits.waitSentence(attempt.wait) }, attempt.wait);
  const result = await accounts.resendVerifyLink(db, viewer.id, clock.now());
  if (result === "sent") {
    context.later(mails.sendWaiting(context));
    toast(context, "success", "We have sent you a new link. It works for 24 hours.");
  } else if (result === "sent recently") {
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
  if (answer && "expiredLink" in answer) return <ExpiredLink {...answer.expiredLink} />;
  if ("expiredLink" in loaded) return <ExpiredLink {...loaded.expiredLink} />;
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
          <ChangePrompt {...loaded.ask} />
        ) : null}
      </div>
    </div>
  );
}

type Change = { token: string; isUndo: boolean; from: string; to: string };

/** What the link will do, and the button that does it. */
function ChangePrompt({ token, isUndo, from, to }: Change) {
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
