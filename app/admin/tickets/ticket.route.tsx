import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { refuse } from "#app/admin/decision.server.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { consoleHeaders, notFound, requireOperator } from "#app/admin/require-operator.server.ts";
import { templateText } from "#app/admin/tickets/answer-templates.ts";
import { assigneeField, closeForm, intents, textField } from "#app/admin/tickets/ticket.form.ts";
import * as decisions from "#app/admin/tickets/ticket-decisions.server.ts";
import type { TicketReply } from "#app/admin/tickets/ticket-forms.tsx";
import { findRecord } from "#app/admin/tickets/ticket-record.server.ts";
import { refusalToDecide } from "#app/admin/tickets/ticket-record.ts";
import { TicketScreen } from "#app/admin/tickets/ticket-screen.tsx";
import { adminTicketPath } from "#app/admin/tickets/ticket-search.ts";
import { isWritten } from "#app/contact/repeated-forms.server.ts";
import { seenVersion } from "#app/contact/ticket.form.ts";
import { refusalToClose, refusalToWrite, ticketCode, visitorsGivenName } from "#app/contact/ticket.ts";
import * as mails from "#app/emails/send-emails.server.ts";
import { readForm } from "#app/lib/forms.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { nameInSentence } from "#app/profiles/name-in-sentence.ts";

export const links = consoleLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  consoleMeta(data ? ticketCode(data.ticket) : "Ticket");
export const headers = () => consoleHeaders;

/** /admin/tickets/{number}?template=: one ticket (docs/specification.md#operator-tickets). */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context);
  const { page: record, stuck } = await loadPage(context, () => findRecord(context.db, params.number ?? ""));
  if (!record) return notFound();
  const { ticket, person } = record;
  const name =
    ticket.userId !== null && person ? nameInSentence(person) : visitorsGivenName(ticket.name ?? "");
  const template = templateText(new URL(request.url).searchParams.get("template"), name ?? "there");
  const closeRefusal = refusalToDecide(person, operator.id);
  return data({ ...record, template, closeRefusal, stuck }, { headers: consoleHeaders });
}

const notices = {
  answer: "The answer was sent",
  note: "The note was written",
  assign: "The ticket was assigned",
  close: "The ticket is closed",
};

/** What a form writes into the thread. */
const entryOf = {
  answer: (text: string) => ({ kind: "answer", text }) as const,
  close: () => ({ kind: "closed_by_us", text: null }) as const,
};

const writes = { answer: decisions.answer, note: decisions.note, close: decisions.close };

/** Answers, notes, assigns or closes. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  const record = await findRecord(context.db, params.number ?? "");
  if (!record) return notFound();
  const { ticket, person } = record;
  const form = await readForm(request, ["intent", "text", "reason", "assignee", "version", "from"]);
  const field = (name: string) => String(form.fields.get(name) ?? "");
  const intent = intents.find((each) => each === field("intent"));
  const typed = intent === "close" ? field("reason") : field("text");
  const reply = (status: 400 | 403 | 409, formError: string | null, textError: string | null = null) =>
    refuse<TicketReply>({ intent: field("intent"), typed, textError, formError }, status);
  if (form.refusal) return reply(400, form.refusal);
  if (!intent) return reply(400, "Please choose what to do");
  const parsed =
    intent === "assign"
      ? assigneeField.safeParse(field("assignee"))
      : intent === "close"
        ? closeForm.shape.reason.safeParse(typed)
        : textField.safeParse(typed);
  if (!parsed.success) return reply(400, null, parsed.error.issues[0]?.message ?? null);
  const text = parsed.data;
  const done = () => {
    toast(context, "success", notices[intent]);
    return seeOther(adminTicketPath(ticketCode(ticket)));
  };
  const changed = "This ticket has changed meanwhile. Please read it again, then decide.";
  if (intent === "answer" || intent === "close") {
    const seen = seenVersion(form.fields.get("version")) ?? ticket.version;
    const entry = { operatorId: operator.id, ...entryOf[intent](text) };
    if (seen !== ticket.version)
      return (await isWritten(context.db, ticket.id, seen + 1, entry)) ? done() : reply(409, changed);
  }
  const refusal =
    intent === "close" ? refusalToClose(ticket) : intent === "note" ? null : refusalToWrite(ticket);
  if (refusal) return reply(409, refusal);
  const decided = intent === "close" ? refusalToDecide(person, operator.id) : null;
  if (decided) return reply(403, decided);
  const from = form.fields.has("from") ? field("from") || null : ticket.assigneeId;
  const result =
    intent === "assign"
      ? await decisions.assign(context, ticket, from, text || null, operator)
      : await writes[intent](context, ticket, text, operator);
  if (result === "no operator") return notFound();
  if (result === "changed") return reply(409, changed);
  context.later(ticket.userId === null ? mails.sendWaitingToVisitors(context) : mails.sendWaiting(context));
  return done();
}

export default function Ticket() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <TicketScreen {...loaded} reply={reply ?? null} />;
}
