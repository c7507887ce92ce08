import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import * as accounts from "#app/auth/accounts.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import * as ownOrders from "#app/contact/own-orders.server.ts";
import { checkAsText } from "#app/contact/payment-check.ts";
import * as paymentChecks from "#app/contact/payment-checks.server.ts";
import { ticketOf } from "#app/contact/repeated-forms.server.ts";
import { typedNames, userTicketForm, visitorTicketForm } from "#app/contact/ticket.form.ts";
import { questionLength, requestPath, type Topic, ticketCode } from "#app/contact/ticket.ts";
import * as ticketFiles from "#app/contact/ticket-files.server.ts";
import * as tickets from "#app/contact/tickets.server.ts";
import { readForm, type SentForm, unreadableForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { refuse, refuseField } from "#app/lib/refusal.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { typedFields } from "#app/lib/typed-fields.ts";
import * as allowances from "#app/limits/allowances.server.ts";
import { costOf, costOfFiles } from "#app/limits/limits.ts";
import { ownerIn, type ParkedFields, pathWithParked } from "#app/parked/parked.server.ts";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import * as writes from "#app/writes/writes.server.ts";

type Context = ActionFunctionArgs["context"];

const missingOrder = "charged_no_order" satisfies Topic;

/**
 * Handles `POST /contact` (docs/specification.md#contact): opens a ticket, checks the viewer's payments, or
 * redirects to sign-in. In each case, what was typed is shown again or parked.
 */
export async function contactAction({ request, context }: ActionFunctionArgs) {
  const others = ["intent", "files", "writer", "homepage"];
  const form = await readForm(request, userTicketForm, visitorTicketForm, others);
  const again = writes.formAgain(form, form.fields.has("email") ? visitorTicketForm : userTicketForm);
  const failed = {
    event: "request not taken",
    sentence: `We couldn't take your request. Please try again, or write to ${context.operator.email}`,
  };
  const page = { path: href("/contact"), park: parkedIn(form), again, failed };
  return await writes.run(context, form, page, async () => {
    // Only a bot fills in this field. It learns nothing from the answer.
    if (form.fields.get("homepage")) return writes.done(context, "Thank you", href("/contact"));
    const intent = form.fields.get("intent") ?? "send";
    const isUsers = Boolean(form.fields.get("writer")) || topicIn(form) === missingOrder;
    if (!context.viewer && intent === "send" && !isUsers) return await sendForVisitor(context, form);
    const viewer = writes.viewer(context);
    return intent === "check" || (await isCheckedFirst(context, viewer, form))
      ? await checkPayments(context, viewer, form)
      : await sendForUser(context, viewer, form);
  });
}

/** Collects what was typed into the form, to park it. */
function parkedIn({ fields }: SentForm): ParkedFields {
  return { typed: typedFields(fields, typedNames), longest: { message: questionLength.max } };
}

async function sendForVisitor(context: Context, form: SentForm) {
  const { db, clock } = context;
  const { topic, message, token, name, email } = writes.parse(form, visitorTicketForm);
  const asker = { name, email };
  const asked = { topic, orderId: null, text: message };
  const ticket = await ticketOf(db, token, asker, { ...asked, files: 0 });
  // The address is not verified, so only the email contains the ticket's link.
  if (ticket.opened) return thank(context, ticket.opened, email, href("/contact"));
  await writes.attempt(context, "ticket", email);
  await writes.allow(context, "ticket", costOf(message));
  await tickets.open(db, { id: ticket.id, ...asked, checked: null, files: [] }, asker, clock.now());
  const sent = await tickets.findById(db, ticket.id);
  if (!sent || !tickets.isOf(sent, asker)) refuse("invalid", unreadableForm);
  context.sendMails("visitors");
  return thank(context, sent, email, href("/contact"));
}

async function sendForUser(context: Context, viewer: Viewer, form: SentForm) {
  const { db, clock } = context;
  const { topic, message, token, order, orderNumber } = writes.parse(form, userTicketForm);
  const orderId = await ownOrders.findId(db, viewer.id, orderNumber || order);
  if (!orderId && (orderNumber || order)) refuseField("orderNumber", "You have no order with this number");
  const account = await accounts.find(db, viewer.id);
  const sent = filesIn(form.fields);
  const asker = { userId: viewer.id, holder: sessions.activeUserId(viewer, clock.now()) };
  const asked = { topic, orderId, text: message };
  const ticket = await ticketOf(db, token, asker, { ...asked, files: sent.length });
  const thankUser = (opened: tickets.Ticket) =>
    thank(context, opened, account?.email ?? "your email address", requestPath(ticketCode(opened)));
  if (ticket.opened) return thankUser(ticket.opened);
  const checked = await checkedFor(context, viewer, topic);
  await writes.allow(context, "ticket", costOf(message));
  if (sent.length > 0) await writes.allow(context, "file", costOfFiles(sent));
  const { id } = ticket;
  const files = await ticketFiles.store(context, viewer.id, id, sent);
  if ("refusal" in files) {
    await allowances.giveBack(context, "ticket", costOf(message));
    refuseField("files", files.refusal);
  }
  await openOrDrop(context, { id, ...asked, checked, files }, asker);
  const written = await tickets.findById(db, id);
  if (written?.userId !== viewer.id) refuse("invalid", unreadableForm);
  context.sendMails();
  return thankUser(written);
}

/** Opens a ticket, or deletes its files if it was not opened. */
async function openOrDrop(
  context: Context,
  question: Parameters<typeof tickets.open>[1],
  asker: tickets.Asker,
) {
  const { db, clock } = context;
  try {
    const opened = await tickets.open(db, question, asker, clock.now());
    if (opened !== "done") await ticketFiles.drop(context, question.files);
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

/** The chosen files. A browser sends an empty file if none was chosen. */
function filesIn(fields: FormData): File[] {
  return fields
    .getAll("files")
    .filter((file): file is File => typeof file === "object" && (file.size > 0 || file.name !== ""));
}

function topicIn({ fields }: SentForm): string {
  return String(fields.get("topic") ?? "");
}

/** For a ticket about a missing order, the result of the latest check. Null for any other topic. */
async function checkedFor({ db, clock }: Context, viewer: Viewer, topic: string): Promise<string | null> {
  if (topic !== missingOrder) return null;
  const check = await paymentChecks.findRecent(db, viewer.id, clock.now());
  return check && checkAsText(check.results);
}

/** True if payments must be checked first: the result, valid for an hour, may make a message unnecessary. */
async function isCheckedFirst(context: Context, viewer: Viewer, form: SentForm): Promise<boolean> {
  return topicIn(form) === missingOrder && (await checkedFor(context, viewer, missingOrder)) === null;
}

/** Checks the viewer's payments, three times an hour, and shows the result above the form. */
async function checkPayments(context: Context, viewer: Viewer, form: SentForm) {
  const { db, clock } = context;
  await writes.allow(context, "check");
  const results = await paymentChecks.check(context, viewer.id);
  const at = clock.now();
  const id = await paymentChecks.record(db, sessions.activeUserId(viewer, at), results, at);
  if (!id) refuse("signed out");
  refunds.sendSoon(context);
  const path = `${href("/contact")}?check=${id}`;
  return seeOther(await pathWithParked(context, path, form.fields, parkedIn(form), ownerIn(form.fields)));
}
