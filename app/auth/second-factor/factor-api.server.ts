import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import type { z } from "zod";
import type { KnownFields } from "#app/lib/form-fields.ts";
import { readForm } from "#app/lib/forms.ts";
import { type Refusal, type RefusalKind, refuse } from "#app/lib/refusal.ts";
import * as writes from "#app/writes/writes.server.ts";

// The calls of the authentication API (docs/specification.md#auth-calls). A program that sends or accepts
// JSON gets JSON. A form gets a notice and a redirect.

/** The result of a call. A program gets `body`; a form gets `notice`, on the page `to`. */
type Done = { body: object; notice: string; to: string };

type Call = {
  /** Where a refused form is redirected. */
  back: string;
  /** A form cannot send DELETE; its `intent=remove` counts as one. */
  method?: "POST" | "DELETE";
  /** The fields of the call's form; a form may also send `intent` and `redirectTo`. */
  known?: KnownFields[];
};

/** Runs a call. @param act gets the fields; none if the body cannot be read, which the schema then refuses */
export async function answerCall(
  { request, context }: ActionFunctionArgs,
  { back, method = "POST", known = [] }: Call,
  act: (fields: Record<string, unknown>) => Promise<Done>,
) {
  const sendsJson = /\bjson\b/.test(request.headers.get("Content-Type") ?? "");
  const acceptsJson = /\bapplication\/json\b/.test(request.headers.get("Accept") ?? "");
  const isProgram = sendsJson || acceptsJson || request.method === "DELETE";
  const form = await readForm(sendsJson ? new Request(request.url) : request, ...known, [
    "intent",
    "redirectTo",
  ]);
  const fields = sendsJson ? await jsonOf(request) : form.refusal ? {} : Object.fromEntries(form.fields);
  const isRemoval = request.method === "DELETE" || (request.method === "POST" && fields.intent === "remove");
  if ((isRemoval ? "DELETE" : request.method) !== method) return onlyCalls(method);
  const sent = { ...form, refusal: null };
  if (isProgram)
    return await writes.call(
      context,
      sent,
      { path: back, body: errorOf, failed },
      async () => (await act(fields)).body,
    );
  const again = ({ first }: Refusal) => writes.done(context, first, back, "error");
  return await writes.run(context, sent, { path: back, again, failed }, async () => {
    const { notice, to } = await act(fields);
    return writes.done(context, notice, to);
  });
}

const failed = { event: "second factor not changed", sentence: "Something went wrong. Please try again." };

const codes: Partial<Record<RefusalKind, string>> = {
  "signed out": "session_missing",
  invalid: "validation_failed",
  gone: "factor_not_found",
  over: "too_many_requests",
  incorrect: "verification_failed",
};

/** `code` is for programs, `message` for people. */
function errorOf({ kind, code = codes[kind] ?? "unavailable", first: message }: Refusal) {
  return { error: { code, message } };
}

/** Parses the values of a call. @throws Refusal invalid, with the first error's sentence */
export function parseCall<Schema extends z.ZodType>(schema: Schema, fields: unknown): z.output<Schema> {
  const parsed = schema.safeParse(fields);
  return parsed.success ? parsed.data : refuse("invalid", parsed.error.issues[0]?.message ?? "");
}

/** An address that only takes calls answers 405. @param method that of its call */
export function onlyCalls(method: "POST" | "DELETE"): Response {
  // A form cannot send DELETE, so it posts.
  const allowed = method === "DELETE" ? "POST, DELETE" : "POST";
  const error = { code: "method_not_allowed", message: "This method is not supported here" };
  return Response.json({ error }, { status: 405, headers: { Allow: allowed } });
}

async function jsonOf(request: Request): Promise<Record<string, unknown>> {
  const body: unknown = await request.json().catch(() => null);
  return typeof body === "object" && body !== null ? { ...body } : {};
}
