import { env } from "cloudflare:workers";
import { Secret, TOTP } from "otpauth";
import * as sessions from "#app/auth/sessions.server.ts";
import { tokenCookies } from "#workers/request/authenticate.ts";
import { db, shop, Visitor, visitor } from "./visitor.ts";

/** Moves the product's clock forward. @returns where it stands then, UTC ms */
export async function advanceClock(seconds: number): Promise<number> {
  const body = JSON.stringify({ advance: seconds });
  const answer = await visitor.signedOut().fetch("/dev/clock", { method: "POST", body });
  const { now } = await answer.json<{ now: string }>();
  return Date.parse(now);
}

/** Moves the clock to the beginning of the next time step: its codes are good for half a minute. @returns UTC ms */
export async function nextStep(): Promise<number> {
  const now = await advanceClock(0);
  return await advanceClock(30 - ((now / 1000) % 30) + 1);
}

/** What an app with this secret shows at a moment. @param at UTC ms */
export function codeAt(secret: string, at: number): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at });
}

/** A call of docs/specification.md#auth-calls, as a program makes it. */
export async function callApi(who: Visitor, path: string, body: unknown = {}, method = "POST") {
  const answer = await who.fetch(path, {
    method,
    headers: { Origin: shop, "Content-Type": "application/json" },
    body: method === "DELETE" ? undefined : JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json<Answer>() };
}

/** Whatever a call answers; a test names what it expects. */
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

/** Begins an authenticator app. */
export async function enrolApp(who: Visitor): Promise<{ id: string; secret: string }> {
  const { body } = await callApi(who, "/auth/factors", { factor_type: "totp", friendly_name: "My phone" });
  return { id: body.id, secret: body.totp.secret };
}

/** Gives somebody an authenticator app that counts, in a time step of its own; their session is an aal2 one then. */
export async function addApp(who: Visitor): Promise<{ id: string; secret: string }> {
  const app = await enrolApp(who);
  const at = await nextStep();
  const { status } = await callApi(who, `/auth/factors/${app.id}/verify`, { code: codeAt(app.secret, at) });
  if (status !== 200) throw new Error(`The factor was not verified: ${status}`);
  return app;
}

/** The same person in another browser, where the password was right and the second factor is owed. */
export async function pendingBrowser(who: Visitor): Promise<Visitor> {
  const other = new Visitor(who);
  const at = await advanceClock(0);
  const place = { device: "Another browser", place: null };
  const { row, subject } = sessions.build({
    userId: who.id,
    role: "user",
    aal: "aal1",
    owesFactor: true,
    ...place,
    at,
  });
  await sessions.started(db, row);
  const sys = { secret: env.APP_SECRET, clock: { now: () => at }, origin: shop };
  const { set } = await tokenCookies(subject, env.TOKEN_KEYS, sys);
  for (const [name, cookie] of Object.entries(set)) other.setCookie(name, cookie.value ?? "");
  return other;
}

/** The texts and mails that went to somebody, newest first. */
export async function sentTo(to: string): Promise<{ kind: string; text: string }[]> {
  return await (await visitor.signedOut().fetch(`/dev/mailbox.json?to=${encodeURIComponent(to)}`)).json();
}
