import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { themeOf } from "#app/layout/preferences.ts";
import { readForm } from "#app/lib/forms.ts";
import { returnPath, seeOther } from "#app/lib/replies.ts";

/** How long a choice is kept: a year, in seconds. */
const year = 365 * 24 * 60 * 60;

/** There is nothing to read here: the switches stand in the footer of every page. */
export function loader(): never {
  throw new Response(null, { status: 404 });
}

/**
 * The footer's switches: `theme` = system, light, dark; `lite` = 1, 0; back to `redirectTo`. Only what differs from what stands
 * without a choice is kept; a value that we do not know changes nothing.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const theme = themeOf(form.get("theme"));
  if (theme) context.cookies.set("theme", theme === "system" ? null : theme, year);

  const lite = form.get("lite");
  if (lite === "1") context.cookies.set("lite", "1", year);
  // Off needs a word of its own only where the browser would turn Lite on again.
  if (lite === "0") context.cookies.set("lite", context.preferences.saveData ? "0" : null, year);

  return seeOther(returnPath(form.get("redirectTo")?.toString()));
}

export default function NoPage() {
  return null;
}
