import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { formId, themeOf } from "#app/layout/preferences.ts";
import { requireForm } from "#app/lib/forms.ts";
import { returnPath, seeOther } from "#app/lib/replies.ts";

/** In seconds. */
const year = 365 * 24 * 60 * 60;

/** There is no page here: the form is in the footer of every page. */
export function loader(): never {
  throw new Response(null, { status: 404 });
}

/**
 * Stores the preferences of the footer's form: `theme` is system, light or dark, `lite` is 1 or 0. Redirects
 * to the form on the page `redirectTo`, where the button was. Choosing the default removes the cookie.
 * Unknown values are ignored. It writes only cookies, so it does not use app/writes.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await requireForm(request, ["theme", "lite", "redirectTo"]);
  const theme = themeOf(form.get("theme"));
  if (theme) context.cookies.set("theme", theme === "system" ? null : theme, year);
  const lite = form.get("lite");
  if (lite === "1") context.cookies.set("lite", "1", year);
  // Off needs a cookie only if Save-Data would turn Lite on again.
  if (lite === "0") context.cookies.set("lite", context.preferences.saveData ? "0" : null, year);
  const [page] = returnPath(form.get("redirectTo")?.toString()).split("#");
  return seeOther(`${page}#${formId}`);
}

export default function NoPage() {
  return null;
}
