import { data } from "@remix-run/cloudflare";

// An action parses its form once, with conform (`parseWithZod`) and the form's zod schema. A refused form is
// shown again with all its values and errors. Three kinds of form do not use conform:
// - Forms with only buttons and hidden fields: the user types nothing, and the action reads the fields.
// - Calls that answer JSON: they use the schema's `safeParse`.
// - An order's transitions (app/orders/page/transition.form.ts): their schema depends on the order's
//   questions.

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
