import type {
  ActionFunctionArgs,
  AppLoadContext,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import * as ownFactors from "#app/account/own-factors.server.ts";
import * as ownSessions from "#app/account/own-sessions.server.ts";
import { SecurityScreen } from "#app/account/security-screen.tsx";
import { deviceName } from "#app/auth/device.server.ts";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import * as factorEndings from "#app/auth/second-factor/factor-endings.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import { forgetTokens } from "#app/auth/sign-in/browser-session.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import { dateTime } from "#app/lib/dates.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readForm, unreadableForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { linksOf } from "#app/page-handle.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "#app/styles/signed-in.css?url";
import * as writes from "#app/writes/writes.server.ts";

const path = href("/profile/security");
const signInFirst = "Please sign in to continue";
const failed = { event: "sessions not ended", sentence: "Something went wrong. Please try again." };

export const handle = { stylesheet };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction = ({ matches }) =>
  pageMeta({ title: "Security", path, noindex: true }, matches);

/**
 * /profile/security: links to the sign-in settings, and the list of sessions
 * (docs/specification.md#account-screens).
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const viewer = requireViewer(context, signInFirst, path);
  const { db, clock, log } = context;
  const [alive, timeZone, endsAt] = await mainRead(
    () =>
      Promise.all([
        sessions.listAlive(db, viewer.id, clock.now()),
        profiles.timeZoneOf(db, viewer.id),
        factorEndings.findDue(db, viewer.id),
      ]),
    "Something went wrong",
    log,
  );
  return {
    secondFactor: viewer.aal === "aal2",
    factorsEnd: endsAt === null ? null : dateTime(endsAt, timeZone),
    sessions: alive.map(({ id, device, place, createdAt, seenAt }) => ({
      id,
      device: deviceName(device),
      place,
      since: dateTime(createdAt, timeZone),
      seen: dateTime(seenAt, timeZone),
      isThis: id === viewer.sessionId,
    })),
  };
}

/**
 * Ends sessions of the viewer: `intent` is `end` (with `session`), `end-others` or `end-all`. `keep-factors`
 * cancels the removal of the second factors that an operator has requested. The id of another user's session
 * ends nothing and gets the same answer.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, ["intent", "session"]);
  const again = (refusal: Refusal) => writes.toastAt(context, path, refusal);
  return await writes.run(context, form, { path, again, failed }, async () => {
    const viewer = writes.viewer(context);
    const intent = intents.find((each) => each === form.text("intent")) ?? refuse("invalid", unreadableForm);
    const session = form.text("session");
    if (intent === "end" && !session) refuse("invalid", unreadableForm);
    await writes.allow(context, "end");
    if (intent === "keep-factors") {
      await ownFactors.keep(context, viewer);
      return writes.done(context, "Your two-step verification stays on.", path);
    }
    return await endSessions(context, viewer, intent, session);
  });
}

const intents = ["end", "end-others", "end-all", "keep-factors"] as const;

async function endSessions(
  context: AppLoadContext,
  viewer: Viewer,
  intent: "end" | "end-others" | "end-all",
  session: string,
) {
  if (intent === "end") await ownSessions.end(context, viewer, session);
  else await ownSessions.endAll(context, viewer, intent === "end-others" ? viewer.sessionId : null);
  if (intent === "end-others") return writes.done(context, "All other browsers were signed out.", path);
  if (intent === "end" && session !== viewer.sessionId)
    return writes.done(context, "That browser was signed out.", path);
  forgetTokens(context);
  return writes.done(context, "Signed out successfully!", "/");
}

export default function Security() {
  return <SecurityScreen {...useLoaderData<typeof loader>()} />;
}
