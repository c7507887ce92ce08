import type {
  ActionFunctionArgs,
  AppLoadContext,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ExpiredLink } from "#app/auth/sign-in/expired-link.tsx";
import { expiredLinkReply } from "#app/auth/sign-in/open-link.server.ts";
import { optOutGroups, switchableGroups } from "#app/emails/mail-groups.ts";
import { maskedEmail } from "#app/emails/masked-email.ts";
import * as preferences from "#app/emails/preferences.server.ts";
import * as unsubscribeLinks from "#app/emails/unsubscribe-links.server.ts";
import { UnsubscribeScreen } from "#app/emails/unsubscribe-screen.tsx";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readForm, unreadableForm } from "#app/lib/forms.ts";
import { mainRead } from "#app/lib/reads.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { seeOther } from "#app/lib/replies.ts";
import { ratePeriod, waitSentence } from "#app/limits/limits.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import * as writes from "#app/writes/writes.server.ts";
import stylesheet from "../auth/sign-in/auth.css?url";

export const handle: PageHandle = { stylesheet };
export const links = linksOf(handle);
/** The token never expires, so no browser may store the page. */
export const headers: typeof failureHeaders = (args) => ({
  ...failureHeaders(args),
  "Cache-Control": "private, no-store",
});
export const meta: MetaFunction = () => pageMeta({ title: "Stop emails", noindex: true });

const tokenIn = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

const invalid = () => expiredLinkReply({ state: "invalid", link: null, user: null });

/**
 * The link in an email that stops its group (docs/specification.md#unsubscribe). Opening it changes nothing:
 * email programs open links automatically.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = tokenIn(request);
  const link = await unsubscribeLinks.linkOf(context.secret, token);
  if (!link) return invalid();
  const { db, log } = context;
  const found = await mainRead(() => preferences.findForLink(db, link.userId), "Something went wrong", log);
  if (!found) return { view: "deleted" as const };
  const path = unsubscribeLinks.pathOf(token);
  return { view: "asks" as const, path, group: link.group, email: maskedEmail(found.email), on: found.on };
}

/**
 * Stops emails of the link's owner, or sends them again. Mail programs post `List-Unsubscribe=One-Click`
 * (RFC 8058), and are answered with 200.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, ["intent", "List-Unsubscribe"]);
  const token = tokenIn(request);
  const again = ({ first }: Refusal) => ({ refused: first });
  const path = unsubscribeLinks.pathOf(token);
  return await writes.run(context, form, { path, again, failed }, async () => {
    const link = await unsubscribeLinks.linkOf(context.secret, token);
    if (!link) return invalid();
    await allow(context, link);
    const isOneClick = form.fields.get("List-Unsubscribe") === "One-Click";
    const intent = isOneClick ? "stop" : form.text("intent");
    const choice = intents.get(intent) ?? refuse("invalid", unreadableForm);
    // No one gets emails that they never asked for: only the link of `saved` itself switches `saved` on.
    const all = choice.to === "off" ? switchableGroups : optOutGroups;
    const groups = choice.all ? [...all, link.group] : [link.group];
    await preferences.switchByLink(context.db, link.userId, groups, choice.to, context.clock.now());
    return isOneClick ? null : seeOther(path);
  });
}

const intents = new Map<string, { to: "off" | "on"; all: boolean }>([
  ["stop", { to: "off", all: false }],
  ["stop-all", { to: "off", all: true }],
  ["again", { to: "on", all: false }],
  ["again-all", { to: "on", all: true }],
]);

const failed = { event: "emails not stopped", sentence: "Something went wrong. Please try again." };

/**
 * Counts only in the short window, and for the link's owner: a mail provider sends the requests of all its
 * users from few addresses.
 */
async function allow({ rate }: AppLoadContext, { userId }: unsubscribeLinks.UnsubscribeLink): Promise<void> {
  if (!(await rate("write", `unsubscribe ${userId}`)))
    refuse("over", waitSentence(ratePeriod), { wait: ratePeriod });
}

export default function Unsubscribe() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? null;
  if ("expiredLink" in loaded) return <ExpiredLink {...loaded.expiredLink} />;
  const refused = answer && "refused" in answer ? answer.refused : null;
  return <UnsubscribeScreen shown={loaded} refused={refused} />;
}
