import {
  type ActionFunctionArgs,
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { costOf } from "#app/auth/allowances/allowance.ts";
import * as allowances from "#app/auth/allowances/allowances.server.ts";
import { requireViewer, signInAgain } from "#app/auth/require-viewer.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import { tooManyTries } from "#app/auth/too-many-tries.server.ts";
import { brand } from "#app/brand.ts";
import { type RequestReply, RequestScreen } from "#app/contact/page/request-screen.tsx";
import { isWritten } from "#app/contact/repeated-forms.server.ts";
import { replyField, seenVersion } from "#app/contact/ticket.form.ts";
import {
  refusalToClose,
  refusalToReopen,
  refusalToWrite,
  requestPath,
  ticketCode,
} from "#app/contact/ticket.ts";
import * as ticketFiles from "#app/contact/ticket-files.server.ts";
import * as tickets from "#app/contact/tickets.server.ts";
import { failureHeaders } from "#app/layout/error-boundary.tsx";
import { dateTime } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import { readForm } from "#app/lib/forms.ts";
import { mainRead } from "#app/lib/reads.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { orderPath, shortId } from "#app/orders/order.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import styles from "#app/styles/signed-in.css?url";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];
export const headers = failureHeaders;
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({ title: data?.code ?? "Request", noindex: true });

/** Also after a refusal: what was written meanwhile is then on the page. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod === "POST" || defaultShouldRevalidate;

type Args = Pick<LoaderFunctionArgs, "request" | "params" | "context">;

/**
 * The ticket of an address, for its user, or for a visitor with the signed link. A signed-out visitor without
 * a link is led to sign-in, whether the number exists or not.
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
    ]);
  const [entries, files, timeZone] = await mainRead(read, "Something went wrong", log);
  const { orderId } = ticket;
  return {
    code: ticketCode(ticket),
    topic: ticket.topic,
    state: ticket.state,
    version: ticket.version,
    order: orderId === null ? null : { label: `order #${shortId(orderId)}`, to: orderPath(orderId) },
    entries: entries.map(({ seq, kind, operatorId, text, at }) => ({
      seq,
      kind,
      by: operatorId === null ? "You" : brand,
      text,
      at: dateTime(at, timeZone),
    })),
    files,
    action: requestPath(ticketCode(ticket), token),
    isVisitors: ticket.userId === null,
    reopenRefusal: ticket.state === "closed" ? refusalToReopen(ticket, clock.now()) : null,
  };
}

const notices = {
  reply: "Your reply was sent",
  close: "The request is closed",
  reopen: "The request is open again",
};

/** Replies, closes the ticket or opens it again. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { db, clock, viewer, log } = context;
  const { ticket, token } = await requireTicket(args);
  const form = await readForm(request, ["intent", "text", "version"]);
  const typed = String(form.fields.get("text") ?? "");
  const refuse = (formError: string | null, textError: string | null, status: number) =>
    data<RequestReply>({ typed, textError, formError }, { status });
  if (form.refusal) return refuse(form.refusal, null, 400);
  const intent = form.fields.get("intent");
  if (intent !== "reply" && intent !== "close" && intent !== "reopen")
    return refuse("Please choose what to do", null, 400);
  const at = clock.now();
  // What was typed before the ticket was closed, or opened again, is kept with it.
  const hasText = intent === "reply" || typed.trim() !== "";
  const text = hasText ? replyField.safeParse(typed) : null;
  if (text && !text.success) return refuse(null, text.error.issues[0]?.message ?? null, 400);
  const seen = seenVersion(form.fields.get("version")) ?? ticket.version;
  const entry = { kind: tickets.moves[intent].kind, operatorId: null, text: text?.data ?? null };
  const isDone = () => isWritten(db, ticket.id, seen + 1, entry);
  const done = () => {
    toast(context, "success", notices[intent]);
    return seeOther(requestPath(ticketCode(ticket), token));
  };
  const changed = "Something new was written meanwhile. Please read it, then send again.";
  try {
    if (seen !== ticket.version) return (await isDone()) ? done() : refuse(changed, null, 409);
    const rules = { reply: refusalToWrite, close: refusalToClose, reopen: refusalToReopen };
    const refusal = rules[intent](ticket, at);
    if (refusal) return refuse(refusal, null, 409);
    const over = await allowances.ask(context, "ticket", costOf(hasText ? typed : ""));
    if (over)
      return tooManyTries<RequestReply>({ typed, textError: null, formError: over.sentence }, over.wait);
    const holder = viewer && ticket.userId !== null ? sessions.activeUserId(viewer, at) : null;
    const result = await tickets.move(db, ticket, intent, entry.text, holder, at);
    if (result === "session ended") return signInAgain(context, requestPath(ticketCode(ticket)));
    if (result === "changed" && !(await isDone())) return refuse(changed, null, 409);
  } catch (error) {
    log("error", "request not changed", { ticket: ticket.id, error: errorStack(error) });
    return refuse("Something went wrong. Please try again.", null, 503);
  }
  return done();
}

export default function Request() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <RequestScreen {...loaded} reply={reply ?? null} />;
}
