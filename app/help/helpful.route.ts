import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { parseOpen } from "#app/help/help.ts";
import * as helpful from "#app/help/helpful.server.ts";
import { readForm } from "#app/lib/forms.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import { returnPath, seeOther } from "#app/lib/replies.ts";
import * as writes from "#app/writes/writes.server.ts";

/** Only POST is allowed: the form is around the questions of /help and /faq. */
export function loader(): never {
  throw new Response(null, { status: 404 });
}

/**
 * POST /help/helpful: counts one press of 'Was this helpful?' (docs/specification.md#helpful), and redirects
 * to the question. `yes` or `no` is the question's id; an unknown one counts nothing.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, ["yes", "no", "redirectTo"]);
  const text = (name: string) => form.fields.get(name)?.toString() ?? null;
  const yes = parseOpen(text("yes"));
  const id = yes ?? parseOpen(text("no"));
  const back = returnPath(text("redirectTo"), "/faq");
  if (form.refusal) throw data(form.refusal, { status: 400 });
  if (id === null) return seeOther(back);
  const path = openedAt(back, id);
  const again = ({ first }: Refusal) => writes.done(context, first, path, "error");
  return await writes.run(context, form, { path, again, failed }, async () => {
    await writes.attempt(context, "helpful", null);
    await helpful.count(context.db, id, yes !== null);
    const thanks = yes === null ? "Thank you. We'll work on that answer." : "Thank you for telling us.";
    return writes.done(context, thanks, path);
  });
}

const failed = { event: "helpful not counted", sentence: "We couldn't count that. Please try again." };

/** The page on which the button was pressed, with that question open. */
function openedAt(back: string, id: string): string {
  const [path = "", search = ""] = (back.split("#")[0] ?? "").split("?");
  const query = new URLSearchParams(search);
  query.set("open", id);
  return `${path}?${query}#${id}`;
}

export default function NoPage() {
  return null;
}
