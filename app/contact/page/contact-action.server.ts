import { type ActionFunctionArgs, data } from "@remix-run/cloudflare";
import * as accounts from "#app/auth/accounts.server.ts";
import { costOf, costOfFiles } from "#app/auth/allowances/allowance.ts";
import * as allowances from "#app/auth/allowances/allowances.server.ts";
import * as limits from "#app/auth/limits.server.ts";
import { requireViewer, signInAgain } from "#app/auth/require-viewer.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import { tooManyTries } from "#app/auth/too-many-tries.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import * as ownOrders from "#app/contact/own-orders.server.ts";
import { checkAsText } from "#app/contact/payment-check.ts";
import * as paymentChecks from "#app/contact/payment-checks.server.ts";
import { ticketOf } from "#app/contact/repeated-forms.server.ts";
import { typedNames, userTicketForm, visitorTicketForm } from "#app/contact/ticket.form.ts";
import { contactPath, questionLength, requestPath, type Topic, ticketCode } from "#app/contact/ticket.ts";
import * as ticketFiles from "#app/contact/ticket-files.server.ts";
import * as tickets from "#app/contact/tickets.server.ts";
import { ownerIn, pathWithDraft } from "#app/drafts/drafts.server.ts";
import * as mails from "#app/emails/send-emails.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import { readForm, type SentForm, unreadableForm } from "#app/lib/forms.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { typedFields } from "#app/lib/typed-fields.ts";
import * as refunds from "#app/payments/refunds/refunds.server.ts";

type Context = ActionFunctionArgs["context"];

const signInFirst = "Please sign in to continue";

/**
 * Answers `POST /contact` (docs/specification.md#contact): opens a ticket, checks the viewer's payments, or
 * leads to sign-in. Whatever happens, what was typed is shown again or kept as a draft.
 */
export async function contactAction({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, userTicketForm, visitorTicketForm, [
    "intent",
    "files",
    "writer",
    "homepage",
  ]);
  try {
    return await answer(context, form);
  } catch (error) {
    if (error instanceof Response) throw error;
    context.log("error", "request not taken", { error: errorStack(error) });
    return refuse(
      form,
      {
        formErrors: [
          `We couldn't take your request. Please try again, or write to ${context.operator.email}`,
        ],
      },
      503,
    );
  }
}

async function answer(context: Context, form: SentForm) {
  const { viewer } = context;
  const intent = form.fields.get("intent") ?? "send";
  if (form.refusal) return refuse(form, {}, 400);
  // A program fills in every field. It learns nothing.
  if (form.fields.get("homepage")) {
    toast(context, "success", "Thank you");
    return seeOther(contactPath);
  }
  if (!viewer) {
    const isUsers = Boolean(form.fields.get("writer"));
    if (isUsers || intent !== "send" || form.fields.get("topic") === "charged_no_order")
      requireViewer(context, signInFirst, await wayBack(context, form));
    return await sendForVisitor(context, form);
  }
  return intent === "check"
    ? await checkPayments(context, viewer, form)
    : await sendForUser(context, viewer, form);
}

/** The contact page, with what was typed. */
function wayBack(context: Context, { fields }: SentForm, path = contactPath): Promise<string> {
  const typed = typedFields(fields, (name) => typedNames.some((each) => each === name));
  const longest = { message: questionLength.max };
  return pathWithDraft(context, path, { sent: fields, typed, longest }, ownerIn(fields));
}

type Refusal = { formErrors?: string[]; fieldErrors?: Record<string, string[]> };

/** The form again, with everything that was typed. */
function replyOf(form: SentForm, refusal: Refusal) {
  return form.parse(form.fields.has("email") ? visitorTicketForm : userTicketForm).reply(refusal);
}

function refuse(form: SentForm, refusal: Refusal, status: number) {
  return data(replyOf(form, refusal), { status });
}

function refuseForNow(form: SentForm, wait: number) {
  return tooManyTries(replyOf(form, { formErrors: [limits.waitSentence(wait)] }), wait);
}

async function sendForVisitor(context: Context, form: SentForm) {
  const { db, clock, address } = context;
  const submission = form.parse(visitorTicketForm);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const { topic, message, token, name, email } = submission.value;
  const asker = { name, email };
  const asked = { topic, orderId: null, text: message };
  const ticket = await ticketOf(db, token, asker, { ...asked, files: 0 });
  // No one has proven that the address is theirs, so only the email holds the link of the ticket.
  const thankVisitor = (sent: tickets.Ticket) => thank(context, sent, email, contactPath);
  if (ticket.opened) return thankVisitor(ticket.opened);
  const counted = await limits.count(db, "ticket", address, email, clock.now());
  const wait = counted.wait ?? (await allowances.ask(context, "ticket", costOf(message)))?.wait ?? null;
  if (wait !== null) return refuseForNow(form, wait);
  await tickets.open(db, { id: ticket.id, ...asked, checked: null, files: [] }, asker, clock.now());
  const sent = await tickets.findById(db, ticket.id);
  if (!sent || !tickets.isOf(sent, asker)) return refuse(form, { formErrors: [unreadableForm] }, 400);
  context.later(mails.sendWaitingToVisitors(context));
  return thankVisitor(sent);
}

async function sendForUser(context: Context, viewer: Viewer, form: SentForm) {
  const { db, clock } = context;
  const submission = form.parse(userTicketForm);
  const checked = await checkedFor(context, viewer, topicIn(form));
  // The money comes first: a message may be unnecessary then.
  if (checked === "not yet") return await checkPayments(context, viewer, form);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const { topic, message, token, order, orderNumber } = submission.value;
  const orderId = await ownOrders.findId(db, viewer.id, orderNumber || order);
  if (!orderId && (orderNumber || order))
    return refuse(form, { fieldErrors: { orderNumber: ["You have no order with this number"] } }, 400);
  const account = await accounts.find(db, viewer.id);
  const sent = filesIn(form.fields);
  const asker = { userId: viewer.id, holder: sessions.activeUserId(viewer, clock.now()) };
  const asked = { topic, orderId, text: message };
  const ticket = await ticketOf(db, token, asker, { ...asked, files: sent.length });
  const thankUser = (opened: tickets.Ticket) =>
    thank(context, opened, account?.email ?? "your email address", requestPath(ticketCode(opened)));
  if (ticket.opened) return thankUser(ticket.opened);
  const counted = await limits.count(db, "ticket", viewer.id, null, clock.now());
  const wait =
    counted.wait ??
    (await allowances.ask(context, "ticket", costOf(message)))?.wait ??
    (sent.length > 0 ? await allowances.ask(context, "file", costOfFiles(sent)) : null)?.wait ??
    null;
  if (wait !== null) return refuseForNow(form, wait);
  const { id } = ticket;
  const files = await ticketFiles.store(context, viewer.id, id, sent);
  if ("refusal" in files) {
    await limits.uncount(db, counted.keys);
    return refuse(form, { fieldErrors: { files: [files.refusal] } }, 400);
  }
  const opened = await openOrDrop(context, { id, ...asked, checked, files }, asker);
  if (opened === "session ended") return signInAgain(context, await wayBack(context, form));
  const written = await tickets.findById(db, id);
  if (written?.userId !== viewer.id) return refuse(form, { formErrors: [unreadableForm] }, 400);
  context.later(mails.sendWaiting(context));
  return thankUser(written);
}

/** The files of a ticket that was not opened are dropped. */
async function openOrDrop(
  context: Context,
  question: Parameters<typeof tickets.open>[1],
  asker: tickets.Asker,
) {
  const { db, clock } = context;
  try {
    const opened = await tickets.open(db, question, asker, clock.now());
    if (opened !== "done") await ticketFiles.drop(context, question.files);
    return opened;
  } catch (error) {
    context.later(ticketFiles.drop(context, question.files));
    throw error;
  }
}

function thank(context: Context, ticket: tickets.Ticket, email: string, page: string) {
  const sentence = `Thank you. Your ticket number is ${ticketCode(ticket)}. We'll answer to ${email}.`;
  toast(context, "success", sentence);
  return seeOther(page);
}

/** The chosen files. A browser sends an empty one if none was chosen. */
function filesIn(fields: FormData): File[] {
  return fields
    .getAll("files")
    .filter((file): file is File => typeof file === "object" && (file.size > 0 || file.name !== ""));
}

function topicIn({ fields }: SentForm): string {
  return String(fields.get("topic") ?? "");
}

/**
 * What a ticket about a missing order carries: the result of the viewer's latest check.
 * @returns null for every other topic; "not yet" if there was no check in the last hour
 */
async function checkedFor(
  { db, clock }: Context,
  viewer: Viewer,
  topic: string,
): Promise<string | null | "not yet"> {
  if (topic !== ("charged_no_order" satisfies Topic)) return null;
  const check = await paymentChecks.findRecent(db, viewer.id, clock.now());
  return check ? checkAsText(check.results) : "not yet";
}

/** Checks the viewer's payments, three times an hour, and shows the result above the form. */
async function checkPayments(context: Context, viewer: Viewer, form: SentForm) {
  const { db, clock } = context;
  const counted = await limits.count(db, "payment-check", viewer.id, null, clock.now());
  const wait = counted.wait ?? (await allowances.ask(context, "ticket"))?.wait ?? null;
  if (wait !== null) return refuseForNow(form, wait);
  const results = await paymentChecks.check(context, viewer.id);
  const at = clock.now();
  const id = await paymentChecks.record(db, sessions.activeUserId(viewer, at), results, at);
  if (!id) return signInAgain(context, await wayBack(context, form));
  context.later(refunds.sendDue(context, 0).then(() => mails.sendWaiting(context)));
  return seeOther(await wayBack(context, form, `${contactPath}?check=${id}`));
}
