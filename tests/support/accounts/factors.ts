import { env } from "cloudflare:workers";
import { Secret, TOTP } from "otpauth";
import * as sessions from "#app/auth/sessions.server.ts";
import { tokenCookies } from "#workers/request/authenticate.ts";
import { db, origin, Visitor, visitor } from "../visitor.ts";

/** Advances the product's clock. @returns the new time, UTC ms */
export async function advanceClock(seconds: number): Promise<number> {
  const body = JSON.stringify({ advance: seconds });
  const answer = await visitor.signedOut().fetch("/dev/clock", { method: "POST", body });
  const { now } = await answer.json<{ now: string }>();
  return Date.parse(now);
}

/** Advances the clock to the start of the next TOTP step, whose codes are valid for 30 s. @returns UTC ms */
export async function nextStep(): Promise<number> {
  const now = await advanceClock(0);
  return await advanceClock(30 - ((now / 1000) % 30) + 1);
}

/** The code that an app with this secret displays. @param at UTC ms */
export function codeAt(secret: string, at: number): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at });
}

/** A JSON call of docs/specification.md#auth-calls. */
export async function callApi(caller: Visitor, path: string, body: unknown = {}, method = "POST") {
  const answer = await caller.fetch(path, {
    method,
    headers: { Origin: origin, "Content-Type": "application/json" },
    body: method === "DELETE" ? undefined : JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json<Answer>() };
}

/** The fields of all answers. Each test checks the ones that it expects. */
type Answer = {
  id: string;
  type: string;
  friendly_name: string;
  phone: string;
  totp: { qr_code: string; secret: string; uri: string };
  expires_at: number;
  user: { id: string; factors: { id: string; status: string; factor_type: string }[] };
  error: { code: string; message: string };
};

/** Enrols an authenticator app, which stays unverified. */
export async function enrolApp(owner: Visitor): Promise<{ id: string; secret: string }> {
  const { body } = await callApi(owner, "/auth/factors", { factor_type: "totp", friendly_name: "My phone" });
  return { id: body.id, secret: body.totp.secret };
}

/** Adds a verified authenticator app, in its own time step. The session becomes an `aal2` one. */
export async function addApp(owner: Visitor): Promise<{ id: string; secret: string }> {
  const app = await enrolApp(owner);
  const at = await nextStep();
  const { status } = await callApi(owner, `/auth/factors/${app.id}/verify`, { code: codeAt(app.secret, at) });
  if (status !== 200) throw new Error(`The factor was not verified: ${status}`);
  return app;
}

/**
 * Another browser of the same user, in which the password was accepted and the second factor is still
 * missing.
 */
export async function pendingBrowser(owner: Visitor): Promise<Visitor> {
  const other = new Visitor(owner);
  const at = await advanceClock(0);
  const { row, subject } = sessions.build({
    userId: owner.id,
    role: "user",
    aal: "aal1",
    owesFactor: true,
    device: "Another browser",
    place: null,
    at,
  });
  await db.batch(sessions.started(db, row));
  const sys = { secret: env.APP_SECRET, clock: { now: () => at }, origin };
  const { set } = await tokenCookies(subject, env.TOKEN_KEYS, sys);
  for (const [name, cookie] of Object.entries(set)) other.setCookie(name, cookie.value ?? "");
  return other;
}

/** The text messages and emails to a number or an address, newest first. */
export async function sentTo(to: string): Promise<{ kind: string; text: string }[]> {
  return await (await visitor.signedOut().fetch(`/dev/mailbox.json?to=${encodeURIComponent(to)}`)).json();
}
