import type {
  ActionFunctionArgs,
  AppLoadContext,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { decisionFailed } from "#app/admin/decision.server.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { reasonField } from "#app/admin/reason.form.ts";
import { notFound, requireOperator } from "#app/admin/require-operator.server.ts";
import { gapIn, templateText, withTemplate } from "#app/admin/tickets/answer-templates.ts";
import { otherOperator, refusalToDecideAppeal } from "#app/admin/tickets/appeal.ts";
import * as appealDecisions from "#app/admin/tickets/appeal-decisions.server.ts";
import * as decisions from "#app/admin/tickets/ticket-decisions.server.ts";
import type { TicketReply } from "#app/admin/tickets/ticket-forms.tsx";
import { findRecord, type TicketRecord } from "#app/admin/tickets/ticket-record.server.ts";
import { TicketScreen } from "#app/admin/tickets/ticket-screen.tsx";
import type { Viewer } from "#app/auth/viewer.ts";
import { isWritten } from "#app/contact/repeated-forms.server.ts";
import { noteField, replyField, seenVersion } from "#app/contact/ticket.form.ts";
import { refusalToClose, refusalToWrite, ticketCode } from "#app/contact/ticket.ts";
import type { Ticket as TicketRow } from "#app/contact/tickets.server.ts";
import type { Db } from "#app/context.ts";
import { readForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { type Refusal, refuse, refuseField, refuseIf } from "#app/lib/refusal.ts";
import { givenName, nameInSentence } from "#app/profiles/name-in-sentence.ts";
import type { StatementRow } from "#app/statements/statements.server.ts";
import * as writes from "#app/writes/writes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  consoleMeta(data ? ticketCode(data.ticket) : "Ticket");

/** /admin/tickets/{number}: one ticket (docs/specification.md#operator-tickets). */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context);
  const { db } = context;
  const { page, waits } = await loadPage(context, async () => {
    const { appealed, ...shown } = (await findRecord(db, params.number ?? "")) ?? notFound();
    const appeal = appealed && {
      ...(await appealDecisions.findStanding(db, appealed.statement, operator.id)),
      ...appealFacts(appealed),
    };
    return { ...shown, appeal };
  });
  return { ...page, closeRefusal: refusalToDecide(page.person, operator.id), waits };
}

/**
 * Why this operator can't close a ticket of a suspended user; null if they can. The operator who suspended a
 * user does not decide on that user's ticket (docs/specification.md#operator-tickets).
 */
function refusalToDecide(person: TicketRecord["person"], operatorId: string): string | null {
  return person?.suspendedBy === operatorId
    ? "You have suspended this account, so another operator must close this ticket"
    : null;
}

/** The name by which an answer addresses the person who asked. */
function nameIn({ ticket, person }: TicketRecord): string {
  return (ticket.userId !== null && person ? nameInSentence(person) : givenName(ticket.name)) ?? "there";
}

/** What the page shows of a statement. */
function appealFacts({ statement, ...names }: NonNullable<TicketRecord["appealed"]>) {
  const { kind, rule, happened, foundBy, at, answer, subjectId, userId } = statement;
  return { kind, rule, happened, foundBy, at, answer, subjectId, userId, ...names };
}

const intents = ["answer", "note", "assign", "close", "uphold", "reverse"] as const;
type Intent = (typeof intents)[number];

/** An answer. The placeholders of a template must be filled in. */
const answerField = replyField.superRefine((text, { addIssue }) => {
  const gap = gapIn(text);
  if (gap !== null) addIssue(`Please fill in ${gap}`);
});

/** The assignee; empty: no one. */
const assigneeField = z.string().max(100).default("");

const notices: Record<Intent, string> = {
  answer: "The answer was sent",
  note: "The note was added",
  assign: "The ticket was assigned",
  close: "The ticket is closed",
  uphold: "The decision stands. They get an email",
  reverse: "The decision was reversed. They get an email",
};

/** The kind of entry that each form adds to the thread. */
const entryOf = {
  answer: (text: string) => ({ kind: "answer", text }) as const,
  close: () => ({ kind: "closed_by_us", text: null }) as const,
};

const writers = { answer: decisions.answer, note: decisions.note, close: decisions.close };

/** The forms whose text is a reason for the audit log. */
const withReason = ["close", "uphold", "reverse"];

const changed = "This ticket changed while you were reading. Please read it again, then decide.";

const fieldNames = ["intent", "text", "reason", "assignee", "version", "from", "template"];

/** Runs a form of the page. The one that inserts a template only shows it below what is typed. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  const record = (await findRecord(context.db, params.number ?? "")) ?? notFound();
  const form = await readForm(request, fieldNames);
  const sent = form.text("intent");
  const typed = String(form.fields.get(withReason.includes(sent) ? "reason" : "text") ?? "");
  const inserted = insertTemplate(record, form.fields, { sent, typed });
  if (inserted) return inserted;
  const again = ({ sentence, errors }: Refusal): TicketReply => ({
    ...{ intent: sent === "insert" ? "answer" : sent, reason: typed },
    ...{ errors: { reason: errors.text, template: errors.template }, formError: sentence },
  });
  const path = pathOf(record.ticket);
  return await writes.run(context, form, { path, again, failed: decisionFailed }, async () => {
    if (sent === "insert") refuseField("template", "Please choose a template");
    const intent = intents.find((each) => each === sent) ?? refuse("invalid", "Please choose what to do");
    const decision = { operator, reason: textOf(intent, form.fields, typed) };
    const { ticket, appealed } = record;
    if (appealed && intent !== "note" && intent !== "assign")
      return await decideAppeal(context, { ...appealed, ticket }, intent, form.fields, decision);
    if (intent === "uphold" || intent === "reverse") refuse("invalid", "This ticket is not an appeal");
    return await decide(context, record, intent, form.fields, decision);
  });
}

const pathOf = (ticket: TicketRow) => href("/admin/tickets/:number", { number: ticketCode(ticket) });

/** True if the operator has seen the newest version of the ticket. */
const hasRead = (ticket: TicketRow, fields: FormData) =>
  seenVersion(fields.get("version")) === ticket.version;

/**
 * The form with the chosen template below what is typed; null if none is to be inserted. If something is
 * typed, only the button "Insert it" inserts one.
 */
function insertTemplate(
  record: TicketRecord,
  fields: FormData,
  { sent, typed }: { sent: string; typed: string },
): TicketReply | null {
  const template = templateText(fields.get("template"), nameIn(record));
  if (template === null || (sent !== "insert" && typed.trim() !== "")) return null;
  const formError = hasRead(record.ticket, fields) ? null : changed;
  return { intent: "answer", reason: withTemplate(typed, template), errors: {}, formError };
}

/** Answers a ticket, adds a note to it, assigns it or closes it. @throws Refusal */
async function decide(
  context: AppLoadContext,
  { ticket, person }: Pick<TicketRecord, "ticket" | "person">,
  intent: keyof typeof writers | "assign",
  fields: FormData,
  { operator, reason: text }: { operator: Viewer; reason: string },
) {
  const done = () => writes.done(context, notices[intent], pathOf(ticket));
  if (await isRepeated(context.db, intent, fields, ticket, operator, text)) return done();
  refuseIf("stale", refusalTo(intent, ticket));
  refuseIf("refused", intent === "close" ? refusalToDecide(person, operator.id) : null);
  if (intent === "assign" && !fields.has("from")) refuse("stale", changed);
  const from = String(fields.get("from") ?? "") || null;
  const result =
    intent === "assign"
      ? await decisions.assign(context, ticket, from, text || null, operator)
      : await writers[intent](context, ticket, text, operator);
  if (result === "changed") refuse("stale", changed);
  context.sendMails(ticket.userId === null ? "visitors" : "users");
  return done();
}

/** Decides the appeal of a ticket. @throws Refusal */
async function decideAppeal(
  context: AppLoadContext,
  { ticket, statement }: { ticket: TicketRow; statement: StatementRow },
  intent: Exclude<Intent, "note" | "assign">,
  fields: FormData,
  decision: { operator: Viewer; reason: string },
) {
  if (intent === "answer") refuse("refused", "Decide the appeal: they get your answer with the decision");
  const done = () => writes.done(context, notices[intent], pathOf(ticket));
  if (appealDecisions.isDecided(statement, intent, decision)) return done();
  if (!hasRead(ticket, fields)) refuse("stale", changed);
  const standing = await appealDecisions.findStanding(context.db, statement, decision.operator.id);
  refuseIf("stale", refusalToWrite(ticket));
  refuseIf(standing.mayDecide ? "stale" : "refused", refusalToDecideAppeal(intent, standing));
  const result = await appealDecisions.decide(context, intent, ticket, statement, decision);
  if (result === "other operator") refuse("refused", otherOperator);
  if (result === "changed") refuse("stale", changed);
  context.sendMails();
  return done();
}

/** The text of the intent's field. @throws Refusal */
function textOf(intent: Intent, fields: FormData, typed: string): string {
  const parsed =
    intent === "assign"
      ? assigneeField.safeParse(String(fields.get("assignee") ?? ""))
      : withReason.includes(intent)
        ? reasonField.safeParse(typed)
        : (intent === "note" ? noteField : answerField).safeParse(typed);
  if (!parsed.success)
    refuse("invalid", null, { errors: { text: parsed.error.issues.map(({ message }) => message) } });
  return parsed.data;
}

/**
 * True if the ticket already has what this form writes, because the form was sent twice.
 * @throws Refusal if the ticket has changed in another way since its page was loaded
 */
async function isRepeated(
  db: Db,
  intent: Intent,
  fields: FormData,
  ticket: TicketRow,
  operator: Viewer,
  text: string,
): Promise<boolean> {
  if (intent !== "answer" && intent !== "close") return false;
  if (hasRead(ticket, fields)) return false;
  const seen = seenVersion(fields.get("version"));
  if (seen === null) refuse("stale", changed);
  const entry = { operatorId: operator.id, ...entryOf[intent](text) };
  return (await isWritten(db, ticket.id, seen + 1, entry)) || refuse("stale", changed);
}

function refusalTo(intent: Intent, ticket: TicketRow): string | null {
  if (intent === "note") return null;
  return intent === "close" ? refusalToClose(ticket) : refusalToWrite(ticket);
}

export default function Ticket() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <TicketScreen {...loaded} reply={reply ?? null} />;
}
