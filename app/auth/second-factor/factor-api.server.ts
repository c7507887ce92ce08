import type { AppLoadContext } from "@remix-run/cloudflare";
import type { KnownFields } from "#app/lib/form-fields.ts";
import { readForm } from "#app/lib/forms.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { waitSentence } from "#app/limits/limits.ts";

/** `code` is for programs, `message` for people. `wait` is in seconds. */
type Refusal = {
  status: 400 | 401 | 403 | 404 | 405 | 422 | 429 | 503;
  code: string;
  message: string;
  wait?: number;
};

/**
 * A call of the authentication API (docs/specification.md#auth-calls). A program that sends or accepts JSON
 * gets JSON. A form gets a toast and a redirect.
 */
export type ApiCall = {
  fields: Record<string, unknown>;
  /** A form cannot send DELETE; its `intent=remove` counts as one. */
  method: "POST" | "DELETE" | "other";
  /** @param body for programs @param notice the toast @param to where the form is redirected */
  done(body: unknown, notice: string, to: string): Response;
  refuse(refusal: Refusal): Response;
};

/**
 * Reads a call.
 * @param back where a refused form is redirected
 * @param known the fields of the call's form; a form may also bring `intent` and `redirectTo`
 */
export async function readCall(
  request: Request,
  context: AppLoadContext,
  back: string,
  ...known: KnownFields[]
): Promise<ApiCall> {
  const sendsJson = /\bjson\b/.test(request.headers.get("Content-Type") ?? "");
  const isProgram =
    sendsJson ||
    request.method === "DELETE" ||
    /\bapplication\/json\b/.test(request.headers.get("Accept") ?? "");
  const fields = await fieldsOf(request, sendsJson, known);
  const isRemoval = request.method === "DELETE" || (request.method === "POST" && fields.intent === "remove");
  return {
    fields,
    method: isRemoval ? "DELETE" : request.method === "POST" ? "POST" : "other",
    done(body, notice, to) {
      if (isProgram) return Response.json(body);
      toast(context, "success", notice);
      return seeOther(to);
    },
    refuse({ status, code, message, wait }) {
      if (!isProgram) {
        toast(context, "error", message);
        return seeOther(back);
      }
      const headers: HeadersInit = wait === undefined ? {} : { "Retry-After": String(wait) };
      return Response.json({ error: { code, message } }, { status, headers });
    },
  };
}

/** The refusals that any call may answer. */
export const refusals = {
  signedOut: { status: 401, code: "session_missing", message: "Please sign in to continue" },
  noFactor: { status: 404, code: "factor_not_found", message: "This factor does not exist" },
  method: { status: 405, code: "method_not_allowed", message: "This method is not supported here" },
  invalid: (message: string) => ({ status: 400, code: "validation_failed", message }) as const,
  wait: (wait: number) =>
    ({ status: 429, code: "too_many_requests", message: waitSentence(wait), wait }) as const,
} as const satisfies Record<string, Refusal | ((of: never) => Refusal)>;

/** The loader of an address that takes calls only: answers 405. */
export function onlyCalls(): Response {
  const { status, code, message } = refusals.method;
  return Response.json({ error: { code, message } }, { status, headers: { Allow: "POST, DELETE" } });
}

/** The fields of a call; none if it cannot be read, which the form's schema refuses. */
async function fieldsOf(
  request: Request,
  sendsJson: boolean,
  known: KnownFields[],
): Promise<Record<string, unknown>> {
  if (sendsJson) {
    const body: unknown = await request.json().catch(() => null);
    return typeof body === "object" && body !== null ? { ...body } : {};
  }
  if (!request.body) return {};
  const { fields, refusal } = await readForm(request, ...known, ["intent", "redirectTo"]);
  return refusal ? {} : Object.fromEntries(fields);
}
