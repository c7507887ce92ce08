import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import * as accounts from "#app/auth/accounts.server.ts";
import { enrolForm } from "#app/auth/second-factor/factor.form.ts";
import { factorsPath, finishFactorPath } from "#app/auth/second-factor/factor.ts";
import { onlyCalls, readCall, refusals } from "#app/auth/second-factor/factor-api.server.ts";
import * as factors from "#app/auth/second-factor/factors.server.ts";
import { enrolFactor } from "#app/auth/second-factor/second-factor.server.ts";
import { keyUri, qrSvg } from "#app/auth/second-factor/totp.server.ts";

export const loader = onlyCalls;

/** POST /auth/factors (docs/specification.md#auth-calls): begins a second factor; a code of it finishes it. */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const call = await readCall(request, context, factorsPath);
  if (call.method !== "POST") return call.refuse(refusals.method);
  const { viewer, db, secret } = context;
  if (!viewer) return call.refuse(refusals.signedOut);
  const wanted = enrolForm.safeParse(call.fields);
  if (!wanted.success)
    return call.refuse(refusals.invalid(wanted.error.issues[0]?.message ?? "Something is missing"));
  const begun = await enrolFactor(context, viewer, wanted.data);
  if ("refusal" in begun) return call.refuse(begun.refusal);
  const { id, friendlyName: friendly_name } = begun;
  const said = "Now enter a code of it.";
  if (wanted.data.factor_type === "phone") {
    const { phone } = wanted.data;
    return call.done({ id, type: "phone", friendly_name, phone }, said, finishFactorPath(id));
  }
  const key = await factors.secretOf(db, secret, id);
  const account = await accounts.find(db, viewer.id);
  const uri = keyUri(key, account?.email ?? "", wanted.data.issuer);
  const totp = { qr_code: qrSvg(uri), secret: key, uri };
  return call.done({ id, type: "totp", friendly_name, totp }, said, finishFactorPath(id));
}
