import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import * as accounts from "#app/auth/accounts.server.ts";
import { type EnrolForm, enrolForm } from "#app/auth/second-factor/factor.form.ts";
import { finishFactorPath } from "#app/auth/second-factor/factor.ts";
import { answerCall, onlyCalls, parseCall } from "#app/auth/second-factor/factor-api.server.ts";
import * as factors from "#app/auth/second-factor/factors.server.ts";
import { enrolFactor } from "#app/auth/second-factor/second-factor.server.ts";
import { keyUri, qrSvg } from "#app/auth/second-factor/totp.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import { href } from "#app/lib/href.ts";
import * as writes from "#app/writes/writes.server.ts";

export const loader = () => onlyCalls("POST");

/**
 * POST /auth/factors (docs/specification.md#auth-calls): enrols a second factor. Its first correct code
 * completes the enrolment.
 */
export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  return await answerCall(args, { back: href("/profile/factors"), known: [enrolForm] }, async (fields) => {
    const viewer = writes.viewer(context);
    const form = parseCall(enrolForm, fields);
    const enrolled = await enrolFactor(context, viewer, form);
    const body = await bodyOf(context, viewer, form, enrolled);
    return { body, notice: "Now enter a code from it.", to: finishFactorPath(enrolled.id) };
  });
}

type Enrolled = Awaited<ReturnType<typeof enrolFactor>>;

async function bodyOf(context: Context, viewer: Viewer, form: EnrolForm, { id, friendlyName }: Enrolled) {
  const factor = { id, type: form.factor_type, friendly_name: friendlyName };
  return form.factor_type === "phone"
    ? { ...factor, phone: form.phone }
    : { ...factor, totp: await keyOf(context, viewer.id, id, form.issuer) };
}

async function keyOf({ db, secret: appSecret }: Context, userId: string, id: string, issuer?: string) {
  const secret = await factors.secretOf(db, appSecret, id);
  const account = await accounts.find(db, userId);
  const uri = keyUri(secret, account?.email ?? "", issuer);
  return { qr_code: qrSvg(uri), secret, uri };
}

type Context = ActionFunctionArgs["context"];
