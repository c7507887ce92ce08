import type {
  ActionFunctionArgs,
  AppLoadContext,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/cloudflare";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import * as emailChanges from "#app/account/email-changes.server.ts";
import { LinkPrompt, type LinkPromptProps } from "#app/account/link-prompts.tsx";
import * as accounts from "#app/auth/accounts.server.ts";
import type { FoundLink } from "#app/auth/links.server.ts";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { closeTabs, forgetTokens, signIn } from "#app/auth/sign-in/browser-session.server.ts";
import { ExpiredLink } from "#app/auth/sign-in/expired-link.tsx";
import { expiredLinkReply, openLink } from "#app/auth/sign-in/open-link.server.ts";
import { VerifyNote } from "#app/auth/sign-in/verify-note.tsx";
import { factorPath, signInPath, wayOn, wayPath } from "#app/auth/sign-in-path.ts";
import * as signups from "#app/auth/signup-notices.server.ts";
import { isGigPath } from "#app/gigs/gig.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { redirect, returnPath, seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";
import * as writes from "#app/writes/writes.server.ts";
import stylesheet from "../auth/sign-in/auth.css?url";

export const handle: PageHandle = { stylesheet };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction = () => pageMeta({ title: "Verify your address", noindex: true });

type ValidLink = Exclude<FoundLink, { link: null }>;

const linkKinds = ["verify", "change_email", "undo_email", "way_back"] as const;

/**
 * With a token, shows what the link of an email will do. Opening it changes nothing: email programs open
 * links automatically. Without a token, offers a new verify link.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get("token");
  const read = async () =>
    token === null
      ? await loadReminder(context, returnPath(searchParams.get("redirectTo")))
      : await loadLink(context, token);
  return await mainRead(read, "Something went wrong", context.log);
}

async function loadLink(context: AppLoadContext, token: string) {
  const opened = await openLink(context, token, linkKinds);
  if (opened.expired) return opened.expired;
  const { link, found } = opened;
  const back = returnPath(link.redirectTo);
  const leadsTo: LinkPromptProps["leadsTo"] = isGigPath(back) ? "order" : back === "/" ? "home" : "page";
  return { ask: { token, kind: link.kind, from: found.user.email, to: link.email, leadsTo } };
}

async function loadReminder(context: AppLoadContext, back: string) {
  const page = wayPath("/verify", back);
  const viewer = requireViewer(context, "Please sign in to continue", page);
  const account = await accounts.find(context.db, viewer.id);
  if (!account || (await accounts.hasWorkingAddress(context.db, account))) throw redirect(back);
  return { remind: { email: account.email, page, back } };
}

/**
 * Sends a new verify link (`send`; `redirectTo` is the page that asks for it), or does what the kind of a
 * link says.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, ["intent", "token", "redirectTo"]);
  const path = returnPath(form.text("redirectTo"), href("/verify"));
  const again = ({ first }: Refusal) => ({ refusal: first });
  return await writes.run(context, form, { path, again, failed }, async () => {
    if (form.refusal) refuse("invalid", form.refusal);
    if (form.text("intent") === "send") return await send(context, path);
    return await openAndUse(context, form.text("token"));
  });
}

async function openAndUse(context: AppLoadContext, token: string) {
  const opened = await openLink(context, token, linkKinds);
  if (opened.expired) return opened.expired;
  const { link, found } = opened;
  return link.kind === "verify" ? await verify(context, found) : await changeAddress(context, found);
}

const failed = { event: "address not verified", sentence: "Something went wrong. Please try again." };

/** Verifies the address. A visitor is also signed in as its owner. */
async function verify(context: AppLoadContext, found: ValidLink) {
  const { db, clock, viewer } = context;
  const { link } = found;
  const result = await accounts.verify(db, link, clock.now());
  const account = await accounts.find(db, link.userId);
  if (result !== "done") return expiredLinkReply({ ...found, user: account ?? found.user }, result);
  toast(context, "success", "Your email address is verified.");
  const back = returnPath(link.redirectTo);
  if (viewer) return seeOther(viewer.id === link.userId ? back : "/");
  const { passwordHash } = account ?? {};
  // The session's start checks the hash again: if the password has changed since, no one is signed in.
  const signedIn = passwordHash ? await signIn(context, link.userId, { passwordHash }) : null;
  if (signedIn === "factor required") return seeOther(factorPath(back));
  if (signedIn !== "signed in") return seeOther(signInPath(back));
  context.later(signups.notifyOperators(context, link.userId));
  return seeOther(back);
}

/** Sets the new address (`change_email`), or takes the account back (`undo_email`, `way_back`). */
async function changeAddress(context: AppLoadContext, found: ValidLink) {
  const { db, clock, viewer } = context;
  const { link, user } = found;
  const at = clock.now();
  const session = viewer?.id === link.userId ? viewer.sessionId : null;
  const isChange = link.kind === "change_email";
  const result = isChange
    ? await emailChanges.confirmChange(context, link, user, session, at)
    : await emailChanges.takeBack(db, link, at);
  if (result === "taken") refuse("stale", takenSentence);
  if (typeof result === "string") return expiredLinkReply(found, result);
  closeTabs(context, link.userId, result.ended);
  context.sendMails();
  if (!isChange && session) forgetTokens(context);
  toast(context, "success", doneSentence(link));
  if (!isChange || !viewer) return seeOther("/sign-in");
  return seeOther(session ? "/profile/email" : "/");
}

const takenSentence = "This address now belongs to another account, so nothing was changed.";

const sentSentence = "every browser was signed out. We sent you a link for a new password.";

function doneSentence({ kind, email }: ValidLink["link"]): string {
  if (kind === "change_email") return `Your email address is now ${email}.`;
  return kind === "undo_email"
    ? `Your email address is ${email} again, and ${sentSentence}`
    : `Your account is yours again: ${sentSentence}`;
}

/**
 * @param page the page that asks for a link. It is shown again, and the link redirects to its return path.
 */
async function send(context: AppLoadContext, page: string) {
  const { db, clock } = context;
  const viewer = writes.viewer(context);
  const wanted = returnPath(wayOn(new URL(page, context.origin)));
  await writes.attempt(context, "verify", viewer.id);
  const result = await accounts.resendVerifyLink(db, viewer.id, clock.now(), wanted === "/" ? null : wanted);
  if (result === "sent") {
    context.sendMails();
    return writes.done(context, "We sent you a new link. It expires in 24 hours.", page);
  }
  if (result === "sent recently") {
    const notice = "We sent you a link less than 10 minutes ago. Please check your spam folder too.";
    return writes.done(context, notice, page, "info");
  }
  const to = page.startsWith(href("/verify")) ? wanted : page;
  return writes.done(context, "Your email address is already verified.", to);
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
        {refusal ? <RefusalNote title={refusal} /> : null}
        {"remind" in loaded ? (
          <>
            <h1 className="stitch">Verify your address</h1>
            <VerifyNote email={loaded.remind.email} page={loaded.remind.page} />
            <p>
              <Link to={loaded.remind.back}>Continue</Link>
            </p>
          </>
        ) : "ask" in loaded ? (
          <LinkPrompt {...loaded.ask} />
        ) : null}
      </div>
    </div>
  );
}
