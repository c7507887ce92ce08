import type {
  ActionFunctionArgs,
  AppLoadContext,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import type { Link as MailedLink } from "#app/auth/links.server.ts";
import { findChallengedUser } from "#app/auth/second-factor/second-factor.server.ts";
import { ExpiredLink } from "#app/auth/sign-in/expired-link.tsx";
import { expiredLinkReply, openLink } from "#app/auth/sign-in/open-link.server.ts";
import * as unlockLinks from "#app/auth/sign-in/unlock-links.server.ts";
import { factorPath, wayPath } from "#app/auth/sign-in-path.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import { returnPath } from "#app/lib/replies.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import { Submit } from "#app/ui/forms/submit.tsx";
import * as writes from "#app/writes/writes.server.ts";
import stylesheet from "./auth.css?url";

export const handle: PageHandle = { stylesheet };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction = () => pageMeta({ title: "Continue signing in", noindex: true });

/**
 * The link that lets a browser enter codes again (docs/specification.md#wrong-codes). Opening it changes
 * nothing: email programs open links automatically.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const read = () => openLink(context, token, ["unlock"]);
  const opened = await mainRead(read, "Something went wrong", context.log);
  if (opened.expired) return opened.expired;
  const back = returnPath(opened.link.redirectTo);
  return { token, back, canUnlock: findHolder(context, opened.link) !== null };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, ["token"]);
  const token = form.text("token");
  const path = `${href("/sign-in/unlock")}?token=${encodeURIComponent(token)}`;
  const again = ({ first }: Refusal) => writes.done(context, first, path, "error");
  return await writes.run(context, form, { path, again, failed }, () => unlock(context, token));
}

async function unlock(context: AppLoadContext, token: string) {
  const opened = await openLink(context, token, ["unlock"]);
  if (opened.expired) return opened.expired;
  const holder = findHolder(context, opened.link);
  const back = returnPath(opened.link.redirectTo);
  if (!holder) return { token, back, canUnlock: false };
  const result = await unlockLinks.unlock(context.db, opened.link, holder, context.clock.now());
  if (result !== "done") return expiredLinkReply(opened.found, result);
  return writes.done(context, "Now enter a code.", factorPath(back));
}

const failed = { event: "sign-in not unlocked", sentence: "Something went wrong. Please try again." };

/** The session of this browser, if it belongs to the link's user; else null. */
function findHolder(context: AppLoadContext, link: MailedLink) {
  const holder = findChallengedUser(context);
  return holder?.userId === link.userId ? holder : null;
}

export default function Unlock() {
  const loaded = useLoaderData<typeof loader>();
  const shown = useActionData<typeof action>() ?? loaded;
  if ("expiredLink" in shown) return <ExpiredLink {...shown.expiredLink} />;
  return (
    <div className="wrap page">
      <div className="narrow stack">
        <h1 className="stitch">Continue signing in</h1>
        {shown.canUnlock ? (
          <>
            <p>You can then enter codes again in this browser.</p>
            <Form method="post">
              <input type="hidden" name="token" value={shown.token} />
              <Submit className="btn go big wide">Continue</Submit>
            </Form>
          </>
        ) : (
          <>
            <p>
              This link works only in the browser where you are signing in. Enter your password in this
              browser first, then open the link in the email again.
            </p>
            <p>
              <a className="btn" href={wayPath("/sign-in", shown.back)}>
                Sign In
              </a>
            </p>
          </>
        )}
      </div>
    </div>
  );
}
