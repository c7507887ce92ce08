import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { readLongForm } from "#app/lib/forms.ts";
import { typedFields } from "#app/lib/typed-fields.ts";
import { unsavedForm } from "#app/parked/unsaved-form.ts";

/** There is no page here. */
export function loader(): never {
  throw new Response(null, { status: 404 });
}

/**
 * The worker routes a form here instead of to its own action while the database cannot tell who sent it
 * (docs/specification.md#request-errors). The form comes back with its texts, ready to be sent again, but
 * without files, passwords and codes.
 */
export async function action({ request }: ActionFunctionArgs): Promise<never> {
  // The worker has already enforced the size limit of the form's own address.
  const { fields } = await readLongForm(request, /./);
  throw unsavedForm(fields, typedFields(fields, hasWords(fields)), "unknown", 503);
}

/** A value with a space was typed. Ids, tokens and intents have none. */
function hasWords(fields: FormData): (name: string) => boolean {
  return (name) => /\s/.test(String(fields.get(name)));
}

export default function NoPage() {
  return null;
}
