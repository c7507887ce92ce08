import { data } from "@remix-run/cloudflare";

/** The fields of a posted form. @throws Response 405 for another method, 400 for a body that is not a form */
export async function readForm(request: Request): Promise<FormData> {
  if (request.method !== "POST") throw data("This address takes forms by POST only", { status: 405 });
  try {
    return await request.clone().formData();
  } catch {
    throw data("This form could not be read. Open the page again and send it from there.", { status: 400 });
  }
}
