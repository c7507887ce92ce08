import type {
  ActionFunctionArgs,
  LinksFunction,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import * as ownSessions from "#app/account/own-sessions.server.ts";
import { SecurityScreen } from "#app/account/security-screen.tsx";
import * as allowances from "#app/auth/allowances/allowances.server.ts";
import { deviceName } from "#app/auth/device.server.ts";
import { requireViewer, signInAgain } from "#app/auth/require-viewer.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import { forgetTokens } from "#app/auth/sign-in/browser-session.server.ts";
import { tooManyTries } from "#app/auth/too-many-tries.server.ts";
import { failureHeaders } from "#app/layout/error-boundary.tsx";
import { dateTime } from "#app/lib/dates.ts";
import { requireForm, unreadableForm } from "#app/lib/forms.ts";
import { mainRead } from "#app/lib/reads.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "#app/styles/signed-in.css?url";

const path = "/profile/security";
const signInFirst = "Please sign in to continue";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];
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
  const [alive, timeZone] = await mainRead(
    () => Promise.all([sessions.listAlive(db, viewer.id, clock.now()), profiles.timeZoneOf(db, viewer.id)]),
    "Something went wrong",
    log,
  );
  return {
    secondFactor: viewer.aal === "aal2",
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
 * Ends sessions of the viewer: `intent` is `end` (with `session`), `end-others` or `end-all`.
 * The id of another user's session ends nothing and gets the same answer.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, signInFirst, path);
  const form = await requireForm(request, ["intent", "session"]);
  const intent = form.get("intent");
  const session = form.get("session");
  const over = await allowances.ask(context, "end");
  if (over) throw tooManyTries(over.sentence, over.wait);
  if (intent === "end" && typeof session === "string") {
    if (!(await ownSessions.end(context, viewer, session))) return signInAgain(context, path);
    if (session === viewer.sessionId) return signedOut(context);
    toast(context, "success", "That browser was signed out.");
    return seeOther(path);
  }
  if (intent === "end-others" || intent === "end-all") {
    const except = intent === "end-others" ? viewer.sessionId : null;
    if (!(await ownSessions.endAll(context, viewer, except))) return signInAgain(context, path);
    if (intent === "end-all") return signedOut(context);
    toast(context, "success", "All other browsers were signed out.");
    return seeOther(path);
  }
  throw data(unreadableForm, { status: 400 });
}

function signedOut(context: ActionFunctionArgs["context"]) {
  forgetTokens(context);
  toast(context, "success", "Signed out successfully!");
  return seeOther("/");
}

export default function Security() {
  return <SecurityScreen {...useLoaderData<typeof loader>()} />;
}
