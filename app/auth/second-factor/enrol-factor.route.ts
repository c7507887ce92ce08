import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import * as accounts from "#app/auth/accounts.server.ts";
import { enrolForm } from "#app/auth/second-factor/factor.form.ts";
import { factorsPath, finishFactorPath } from "#app/auth/second-factor/factor.ts";
import { onlyCalls, readCall, refusals } from "#app/auth/second-factor/factor-api.server.ts";
import * as factors from "#app/auth/second-factor/factors.server.ts";
import { enrolFactor } from "#app/auth/second-factor/second-factor.server.ts";
import { keyUri, qrSvg } from "#app/auth/second-factor/totp.server.ts";

export const loader = onlyCalls;

/**
 * POST /auth/factors (docs/specification.md#auth-calls): enrols a second factor. Its first code finishes it.
 */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const call = await readCall(request, context, factorsPath, enrolForm);
  if (call.method !== "POST") return call.refuse(refusals.method);
  const { viewer, db, secret } = context;
  if (!viewer) return call.refuse(refusals.signedOut);
  const form = enrolForm.safeParse(call.fields);
  if (!form.success)
    return call.refuse(refusals.invalid(form.error.issues[0]?.message ?? "Please fill in every field"));
  const enrolled = await enrolFactor(context, viewer, form.data);
  if ("refusal" in enrolled) return call.refuse(enrolled.refusal);
  const { id, friendlyName: friendly_name } = enrolled;
  const notice = "Now enter a code from it.";
  if (form.data.factor_type === "phone") {
    const { phone } = form.data;
    return call.done({ id, type: "phone", friendly_name, phone }, notice, finishFactorPath(id));
  }
  const totpSecret = await factors.secretOf(db, secret, id);
  const account = await accounts.find(db, viewer.id);
  const uri = keyUri(totpSecret, account?.email ?? "", form.data.issuer);
  const totp = { qr_code: qrSvg(uri), secret: totpSecret, uri };
  return call.done({ id, type: "totp", friendly_name, totp }, notice, finishFactorPath(id));
}
