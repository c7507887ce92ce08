import { data } from "@remix-run/cloudflare";

// A form is parsed once, in its action, with conform (`parseWithZod`) and the form's zod schema, so that the
// page comes back with every value and every error. Three kinds of form are not parsed with conform
// (CONTRIBUTING.md#forms).
// Forms of buttons and hidden fields only: there is nothing to type again, so the action reads the fields.
// Calls that answer JSON: they use the schema's `safeParse`.
// An order's transitions (app/orders/page/transition.form.ts): their schema depends on the order's questions.

/**
 * Reads the fields of a posted form.
 * @throws Response 405 for another method; 400 for a body that is not a form
 */
export async function readForm(request: Request): Promise<FormData> {
  if (request.method !== "POST") throw data("This address takes forms by POST only", { status: 405 });
  try {
    return await request.clone().formData();
  } catch {
    throw data("This form could not be read. Open the page again and send it from there.", { status: 400 });
  }
}
