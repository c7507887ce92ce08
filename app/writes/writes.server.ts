import { type AppLoadContext, data, type TypedResponse } from "@remix-run/cloudflare";
import type { z } from "zod";
import * as accounts from "#app/auth/accounts.server.ts";
import { verifyFirstSentence } from "#app/auth/sentences.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import { forgetTokens } from "#app/auth/sign-in/browser-session.server.ts";
import { signInPath } from "#app/auth/sign-in-path.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import { errorStack } from "#app/lib/errors.ts";
import type { SentForm } from "#app/lib/forms.ts";
import * as guards from "#app/lib/guards.server.ts";
import { Refusal, refuse } from "#app/lib/refusal.ts";
import { jsonFor, seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import * as allowances from "#app/limits/allowances.server.ts";
import * as attempts from "#app/limits/attempts.server.ts";
import { type AllowedAction, type AttemptName, waitSentence } from "#app/limits/limits.ts";
import { ownerIn, type ParkedFields, pathWithParked } from "#app/parked/parked.server.ts";

// How every action runs (docs/architecture.md#writes): who sent it, what was sent, whether they may, the
// rule, the write, the answer. An action calls `run` or `call`. Inside, anything may throw a `Refusal`, and
// this file answers it.

const signInFirst = "Please sign in to continue";

/** The refusal of what another account in this browser has written. */
export const otherAccount = "You are signed in with another account. Open this page again.";

/** What a write says if it fails: the event for the log, the sentence for the user, and seconds to wait. */
type Failure = { event: string; sentence: string; wait?: number };

/** The page of a form, and what it shows after a refusal. */
type FormPage<Reply> = {
  /** Its path, to which the user returns after signing in. */
  path: string;
  /** What the user typed. It is parked while they sign in. Absent: nothing was typed. */
  park?: ParkedFields;
  /** The form again, with everything that was typed; or `toastAt`. @param back `path` with the parked text */
  again(refusal: Refusal, back: () => Promise<string>): Reply | Promise<Reply>;
  failed: Failure;
};

const nothing: ParkedFields = { typed: {}, longest: {} };

type Answer<Reply> = Reply extends Response ? Reply : ReturnType<typeof data<Reply>>;

/**
 * Runs the write of a form. A refusal shows the form again, with its status; a visitor is sent to /sign-in,
 * and a viewer whose address is not verified gets another link by mail.
 * @param form a form that breaks the bounds of all forms is refused, unless a visitor sent it: they sign in
 * first, or `parse` refuses it. Also refused: a form whose field `writer` names another user, because that
 * user's page sent it
 * @throws Response 404 for a `gone` without a sentence; what `act` throws as a Response
 */
export async function run<Reply, Done>(
  context: AppLoadContext,
  form: Pick<SentForm, "fields" | "refusal">,
  { path, park = nothing, again, failed }: FormPage<Reply>,
  act: () => Promise<Done>,
): Promise<Done | Answer<Reply> | TypedResponse<never>> {
  const refusal = await tryWrite(context, form, failed, act);
  if (!(refusal instanceof Refusal)) return refusal;
  let parkedPath: Promise<string> | null = null;
  const back = () => {
    parkedPath ??= pathWithParked(context, path, form.fields, park, ownerIn(form.fields));
    return parkedPath;
  };
  if (refusal.kind === "signed out") {
    const sentence = refusal.sentence ?? signInFirst;
    if (context.viewer) forgetTokens(context);
    toast(context, "error", sentence);
    return seeOther(signInPath(await back(), sentence));
  }
  if (refusal.kind === "gone" && refusal.sentence === null) throw new Response(null, { status: 404 });
  const reply = await again(refusal, back);
  if (refusal.kind === "unverified")
    await sendVerifyLink(context, (reply instanceof Response && reply.headers.get("Location")) || path);
  if (reply instanceof Response) return reply as Answer<Reply>;
  return data(reply, replyInit(refusal)) as Answer<Reply>;
}

/**
 * Runs the write of a script's call, which is answered with JSON and never redirected.
 * @param path the page that sent it, to which a verify link returns
 * @param body what a refusal says
 */
export async function call(
  context: AppLoadContext,
  form: Pick<SentForm, "refusal"> & Partial<Pick<SentForm, "fields">>,
  { path, body, failed }: { path: string; body(refusal: Refusal): object; failed: Failure },
  act: () => Promise<object>,
): Promise<Response> {
  const done = await tryWrite(context, form, failed, act);
  if (!(done instanceof Refusal)) return jsonFor(done, 200);
  if (done.kind === "unverified") await sendVerifyLink(context, path);
  return jsonFor(body(done), done.status, done.wait);
}

/** @throws what `act` throws and no form can show: Responses of the framework */
async function tryWrite<Done>(
  context: AppLoadContext,
  form: Pick<SentForm, "refusal"> & Partial<Pick<SentForm, "fields">>,
  failed: Failure,
  act: () => Promise<Done>,
): Promise<Done | Refusal> {
  try {
    const writer = form.fields?.get("writer") || context.viewer?.id;
    if (context.viewer && writer !== context.viewer.id) return new Refusal("refused", otherAccount);
    if (form.refusal && context.viewer) return new Refusal("invalid", form.refusal);
    return await act();
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown;
    if (!(thrown instanceof Error)) throw thrown;
    const rule = guards.broken(thrown);
    if (rule === "session") return new Refusal("signed out");
    if (rule === "operator") return new Refusal("gone");
    context.log("error", failed.event, { error: errorStack(thrown) });
    return new Refusal("failed", failed.sentence, { wait: failed.wait });
  }
}

/** If this fails, the response stays as it is: it keeps what was typed, and an earlier link may work. */
async function sendVerifyLink(context: AppLoadContext, back: string): Promise<void> {
  if (!context.viewer) return;
  try {
    await accounts.resendVerifyLink(context.db, context.viewer.id, context.clock.now(), back);
    context.sendMails();
  } catch (error) {
    context.log("error", "verify link not sent", { error: errorStack(error) });
  }
}

/** The viewer. @param message one of `signInMessages` @throws Refusal signed out */
export function viewer(context: AppLoadContext, message = signInFirst): Viewer {
  return context.viewer ?? refuse("signed out", message);
}

/** Call it after a write that changed nothing, in case the session has ended. @throws Refusal signed out */
export async function requireSession({ db, clock }: AppLoadContext, { sessionId }: Viewer): Promise<void> {
  if (!(await sessions.isAlive(db, sessionId, clock.now()))) refuse("signed out");
}

/** The form's values. @throws Refusal invalid, with the errors by field; those of the form are under "" */
export function parse<Schema extends z.ZodType>(form: SentForm, schema: Schema): z.output<Schema> {
  const submission = form.parse(schema);
  if (submission.status === "success") return submission.value;
  const { "": whole, ...errors } = submission.error ?? {};
  refuse("invalid", form.refusal ?? whole?.[0] ?? null, { errors });
}

/**
 * Counts an action (docs/specification.md#allowances).
 * @param cost `costOf` a text, or `costOfFiles`
 * @param userId who acts; null: only the network is counted
 * @throws Refusal over
 */
export async function allow(
  context: AppLoadContext,
  action: AllowedAction,
  cost = 1,
  userId = context.viewer?.id ?? null,
): Promise<void> {
  const over = await allowances.ask(context, action, cost, userId);
  if (over) refuse("over", over.sentence, { wait: over.wait });
}

/** Counts an attempt (docs/specification.md#account-limits). @throws Refusal over @returns for `uncount` */
export async function attempt(
  { db, address, clock }: AppLoadContext,
  action: AttemptName,
  account: string | null,
): Promise<attempts.Attempt> {
  const tried = await attempts.count(db, action, address, account, clock.now());
  if (tried.wait !== null) refuse("over", waitSentence(tried.wait), { wait: tried.wait });
  await attempts.throttle(tried);
  return tried;
}

/**
 * The viewer's verified address (docs/specification.md#verification).
 * @param what the action that needs it: "order", "send messages"
 * @throws Refusal unverified
 */
export async function verified({ db }: AppLoadContext, { id }: Viewer, what: string): Promise<string> {
  const account = await accounts.find(db, id);
  return account?.emailVerifiedAt ? account.email : refuse("unverified", verifyFirstSentence(what));
}

/**
 * Shows a form of conform again.
 * @param hideFields those that come back empty
 */
export function formAgain<Schema extends z.ZodType>(
  form: SentForm,
  schema: Schema,
  hideFields: string[] = [],
) {
  return ({ sentence, errors: fieldErrors }: Refusal) =>
    form
      .parse(schema)
      .reply({ hideFields, formErrors: sentence === null ? undefined : [sentence], fieldErrors });
}

/** What a script that saves or sends something learns about a refusal. */
type CallState = { state: "signed out" | "gone" | "failed" } | { state: "refused"; sentence: string };

/** The body of a refused call that saves a form or sends a file. A refusal without a sentence is `gone`. */
export function stateOf({ kind, first }: Refusal): CallState {
  if (kind === "signed out" || kind === "gone" || kind === "failed") return { state: kind };
  return first === "" ? { state: "gone" } : { state: "refused", sentence: first };
}

/** `allow` and `verified` in parallel. @returns the address @throws Refusal; "over" takes precedence */
export async function allowVerified(
  context: AppLoadContext,
  viewer: Viewer,
  what: string,
  action: AllowedAction,
  cost: number,
): Promise<string> {
  const asked = [allow(context, action, cost), verified(context, viewer, what)] as const;
  const [allowed, address] = await Promise.allSettled(asked);
  if (allowed.status === "rejected") throw allowed.reason;
  if (address.status === "rejected") throw address.reason;
  return address.value;
}

/** Redirects after a write, with a notice. */
export function done(
  context: AppLoadContext,
  notice: string,
  to: string,
  kind: "success" | "info" | "error" = "success",
): TypedResponse<never> {
  toast(context, kind, notice);
  return seeOther(to);
}

/**
 * The answer to a form that has only buttons, where nothing was typed: a redirect with the sentence as a
 * notice.
 * @throws the sentence for the error screen, with its status, if the form is broken or above a limit
 */
export function toastAt(context: AppLoadContext, to: string, refusal: Refusal): TypedResponse<never> {
  const { kind, sentence } = refusal;
  if (kind === "invalid" || kind === "over") throw data(sentence, replyInit(refusal));
  if (sentence) toast(context, "error", sentence);
  return seeOther(to);
}

function replyInit({ status, wait }: Refusal): ResponseInit {
  const headers = { "Cache-Control": "private, no-store", ...(wait ? { "Retry-After": String(wait) } : {}) };
  return { status, headers };
}
