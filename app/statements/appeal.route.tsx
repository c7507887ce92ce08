import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readForm } from "#app/lib/forms.ts";
import { sectionRead } from "#app/lib/reads.ts";
import { type Refusal, refuse, refuseIf } from "#app/lib/refusal.ts";
import { costOf } from "#app/limits/limits.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import { appealForm } from "#app/statements/appeal.form.ts";
import { type AppealReply, AppealScreen } from "#app/statements/appeal-screen.tsx";
import * as appeals from "#app/statements/appeals.server.ts";
import { appealPath, refusalToAppeal } from "#app/statements/statement.ts";
import * as statements from "#app/statements/statements.server.ts";
import stylesheet from "#app/styles/signed-in.css?url";
import * as writes from "#app/writes/writes.server.ts";

export const handle: PageHandle = { stylesheet, formsOfVisitors: true };
export const links = linksOf(handle);
export const meta: MetaFunction = () => pageMeta({ title: "Appeal a decision", noindex: true });

/**
 * Anyone who has the address can open the page. Other sites never get it: pages send them only the origin.
 * `no-referrer` would make browsers send the form with `Origin: null`, which is refused.
 */
const privateHeaders = { "Cache-Control": "private, no-store" };
export const headers = () => privateHeaders;

type Args = Pick<LoaderFunctionArgs, "params" | "context">;

/** The statement of the address. @throws Response 404 */
async function requireStatement({ params, context }: Args) {
  const statement = await statements.find(context.db, params.id ?? "");
  if (!statement) throw new Response(null, { status: 404 });
  return statement;
}

/**
 * /appeal/{id}: the reasons for a decision, and the form to appeal it (docs/specification.md#reasons). The id
 * gives access, because a suspended user cannot sign in.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { params, context } = args;
  // If the database does not answer, the page shows what was typed, and says so.
  const read = async () => ({ found: await statements.find(context.db, params.id ?? "") });
  const answer = await sectionRead(read, "appeal", context.log);
  if (!answer)
    return data(
      { statement: null, timeZone: null, refusal: null },
      { status: 503, headers: { ...privateHeaders, "Retry-After": "5" } },
    );
  if (!answer.found) throw new Response(null, { status: 404 });
  const { userId, timeZone, ...statement } = answer.found;
  const refusal = refusalToAppeal(statement, context.clock.now());
  return data({ statement, timeZone, refusal }, { headers: privateHeaders });
}

const failed = {
  event: "appeal not taken",
  sentence: "We couldn't take your appeal. Please try again.",
};

/** Opens the appeal, once. */
export async function action(args: ActionFunctionArgs) {
  const { context, request, params } = args;
  const form = await readForm(request, appealForm);
  const typed = form.text("message");
  const again = ({ sentence, errors }: Refusal): AppealReply => ({
    typed,
    error: errors.message?.[0] ?? null,
    formError: sentence,
  });
  const path = appealPath(params.id ?? "");
  return await writes.run(context, form, { path, again, failed }, async () => {
    const statement = await requireStatement(args);
    // After a double click, the page says when they appealed. A different text is refused and shown again.
    const isSent = () => appeals.isSent(context.db, params.id ?? "", typed);
    if (statement.appealedAt !== null && (await isSent()))
      return writes.done(context, "You have already appealed", path, "info");
    refuseIf("refused", refusalToAppeal(statement, context.clock.now()));
    const { message } = writes.parse(form, appealForm);
    await writes.allow(context, "ticket", costOf(message), statement.userId);
    if ((await appeals.open(context, statement, message)) === "changed" && !(await isSent()))
      refuse("stale", "This decision can no longer be appealed, or was appealed already.");
    context.sendMails();
    return writes.done(context, "We have your appeal", path);
  });
}

export default function Appeal() {
  const reply = useActionData<typeof action>();
  return <AppealScreen {...useLoaderData<typeof loader>()} reply={reply ?? null} />;
}
