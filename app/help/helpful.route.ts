import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { parseOpen } from "#app/help/help.ts";
import * as helpful from "#app/help/helpful.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import { requireForm } from "#app/lib/forms.ts";
import { returnPath, seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import * as attempts from "#app/limits/attempts.server.ts";
import { waitSentence } from "#app/limits/limits.ts";

/** There is no page here: the form is around the questions of /help and /faq. */
export function loader(): never {
  throw new Response(null, { status: 404 });
}

/**
 * POST /help/helpful: counts one press of 'Was this helpful?' (docs/specification.md#helpful), and leads back
 * to the question. `yes` or `no` is the question's id; an unknown one counts nothing.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await requireForm(request, ["yes", "no", "redirectTo"]);
  const { db, address, clock, log } = context;
  const yes = parseOpen(form.get("yes")?.toString() ?? null);
  const id = yes ?? parseOpen(form.get("no")?.toString() ?? null);
  const back = returnPath(form.get("redirectTo")?.toString(), "/faq");
  if (id === null) return seeOther(back);
  try {
    const { wait } = await attempts.count(db, "helpful", address, null, clock.now());
    if (wait === null) await helpful.count(db, id, yes !== null);
    const thanks = yes === null ? "Thank you. We'll work on that answer." : "Thank you for telling us.";
    if (wait === null) toast(context, "success", thanks);
    else toast(context, "error", waitSentence(wait));
  } catch (error) {
    log("error", "helpful not counted", { error: errorStack(error) });
    toast(context, "error", "We couldn't count that. Please try again.");
  }
  return seeOther(openedAt(back, id));
}

/** The page where the press was, with that question open. */
function openedAt(back: string, id: string): string {
  const [path = "", search = ""] = (back.split("#")[0] ?? "").split("?");
  const query = new URLSearchParams(search);
  query.set("open", id);
  return `${path}?${query}#${id}`;
}

export default function NoPage() {
  return null;
}
