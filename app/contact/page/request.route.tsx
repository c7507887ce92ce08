import type {
  ActionFunctionArgs,
  AppLoadContext,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/cloudflare";
import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import { brand } from "#app/brand.ts";
import { type RequestReply, RequestScreen } from "#app/contact/page/request-screen.tsx";
import { isWritten } from "#app/contact/repeated-forms.server.ts";
import { replyField, seenVersion } from "#app/contact/ticket.form.ts";
import {
  appealTopic,
  refusalToClose,
  refusalToReopen,
  refusalToWrite,
  replyLength,
  requestPath,
  ticketCode,
} from "#app/contact/ticket.ts";
import * as ticketFiles from "#app/contact/ticket-files.server.ts";
import * as tickets from "#app/contact/tickets.server.ts";
import { dateTime } from "#app/lib/dates.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { seeOther } from "#app/lib/replies.ts";
import { typedFields } from "#app/lib/typed-fields.ts";
import { costOf } from "#app/limits/limits.ts";
import { shortId } from "#app/orders/order.ts";
import { linksOf } from "#app/page-handle.ts";
import { findParked } from "#app/parked/parked.server.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import { appealPath } from "#app/statements/statement.ts";
import * as statements from "#app/statements/statements.server.ts";
import stylesheet from "#app/styles/signed-in.css?url";
import * as writes from "#app/writes/writes.server.ts";

export const handle = { stylesheet };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({ title: data?.code ?? "Request", noindex: true });

/** Also after a refusal, so that the page shows what was written since. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod === "POST" || defaultShouldRevalidate;

type Args = Pick<LoaderFunctionArgs, "request" | "params" | "context">;

/**
 * Finds the ticket of an address, for its user, or for a visitor with the signed link. A visitor without a
 * link is redirected to sign-in, whether the number exists or not.
 * @throws Response 303; 404 for everyone else
 */
async function requireTicket({ request, params, context }: Args) {
  const { db, viewer, secret, log } = context;
  const code = params.number ?? "";
  const token = new URL(request.url).searchParams.get("token");
  if (token === null && !viewer) requireViewer(context, "Please sign in to continue", requestPath(code));
  const ticket = await mainRead(() => tickets.findByCode(db, code), "Something went wrong", log);
  const isOpen =
    ticket &&
    (ticket.userId !== null
      ? ticket.userId === viewer?.id
      : token !== null && (await tickets.isOpenedBy(secret, ticket, token)));
  if (!ticket || !isOpen) throw new Response(null, { status: 404 });
  // An appeal is read and decided on the page of its decision.
  const appealed = ticket.topic === appealTopic ? await statements.findByTicket(db, ticket.id) : null;
  if (appealed) throw seeOther(appealPath(appealed.statement.id));
  return { ticket, token: ticket.userId === null ? token : null };
}

/** /contact/requests/{number}?token=: one ticket (docs/specification.md#tickets). Reading changes nothing. */
export async function loader(args: LoaderFunctionArgs) {
  const { db, clock, viewer, log } = args.context;
  const { ticket, token } = await requireTicket(args);
  const read = () =>
    Promise.all([
      tickets.listEntries(db, ticket.id),
      ticketFiles.list(db, ticket.id),
      viewer ? profiles.timeZoneOf(db, viewer.id) : null,
      findParked(args.context, new URL(args.request.url).searchParams),
    ]);
  const [entries, files, timeZone, parked] = await mainRead(read, "Something went wrong", log);
  const { orderId } = ticket;
  return {
    code: ticketCode(ticket),
    topic: ticket.topic,
    state: ticket.state,
    version: ticket.version,
    order:
      orderId === null
        ? null
        : { label: `order #${shortId(orderId)}`, to: href("/orders/:id", { id: orderId }) },
    entries: entries.map(({ seq, kind, operatorId, text, at }) => ({
      seq,
      kind,
      by: operatorId === null ? "You" : brand,
      text,
      at: dateTime(at, timeZone),
    })),
    files,
    action: requestPath(ticketCode(ticket), token),
    typed: parked?.text ?? null,
    isVisitors: ticket.userId === null,
    reopenRefusal: ticket.state === "closed" ? refusalToReopen(ticket, clock.now()) : null,
  };
}

const notices = {
  reply: "Your reply was sent",
  close: "The request is closed",
  reopen: "The request is open again",
};

const failed = { event: "request not changed", sentence: "Something went wrong. Please try again." };
const changed = "There is a new message. Please read it, then send yours again.";
const rules = { reply: refusalToWrite, close: refusalToClose, reopen: refusalToReopen };

/** Replies, closes the ticket or reopens it. */
export async function action(args: ActionFunctionArgs) {
  const { context, request, params } = args;
  const form = await readForm(request, ["intent", "text", "version"]);
  const typed = form.text("text");
  const again = ({ sentence, errors }: Refusal): RequestReply => ({
    typed,
    textError: errors.text?.[0] ?? null,
    formError: sentence,
  });
  const token = new URL(request.url).searchParams.get("token");
  const path = requestPath(params.number ?? "", token);
  const park = { typed: typedFields(form.fields, ["text"]), longest: { text: replyLength.max } };
  return await writes.run(context, form, { path, park, again, failed }, async () => {
    if (token === null) writes.viewer(context);
    const { ticket } = await requireTicket(args);
    if (form.refusal) refuse("invalid", form.refusal);
    const sent = transitionNames.find((name) => name === form.text("intent"));
    const intent = sent ?? refuse("invalid", "Please choose what to do");
    const text = textOf(intent, typed);
    await applyOnce(context, ticket, intent, text, seenVersion(form.fields.get("version")) ?? ticket.version);
    return writes.done(context, notices[intent], path);
  });
}

const transitionNames = ["reply", "close", "reopen"] as const;
type TransitionName = (typeof transitionNames)[number];

/** Text typed before the ticket was closed or reopened is kept with it. @throws Refusal */
function textOf(intent: TransitionName, typed: string): string | null {
  if (intent !== "reply" && typed.trim() === "") return null;
  const text = replyField.safeParse(typed);
  if (!text.success)
    refuse("invalid", null, { errors: { text: text.error.issues.map(({ message }) => message) } });
  return text.data;
}

/**
 * Applies a transition, unless this form has already done it: a double click changes nothing.
 * @param seen the version of the ticket on the page
 * @throws Refusal
 */
async function applyOnce(
  context: AppLoadContext,
  ticket: tickets.Ticket,
  intent: TransitionName,
  text: string | null,
  seen: number,
): Promise<void> {
  const { db, clock, viewer } = context;
  const entry = { kind: tickets.transitions[intent].kind, operatorId: null, text };
  const isDone = () => isWritten(db, ticket.id, seen + 1, entry);
  if (seen !== ticket.version) {
    if (!(await isDone())) refuse("stale", changed);
    return;
  }
  const at = clock.now();
  const refusal = rules[intent](ticket, at);
  if (refusal) refuse("stale", refusal);
  await writes.allow(context, "answer", costOf(text ?? ""));
  const holder = viewer && ticket.userId !== null ? sessions.activeUserId(viewer, at) : null;
  const result = await tickets.apply(db, ticket, intent, text, holder, at);
  if (result === "changed" && !(await isDone())) refuse("stale", changed);
}

export default function Request() {
  const loaded = useLoaderData<typeof loader>();
  const parked = loaded.typed === null ? null : { typed: loaded.typed, textError: null, formError: null };
  const reply = useActionData<typeof action>();
  return <RequestScreen {...loaded} reply={reply ?? parked} />;
}
