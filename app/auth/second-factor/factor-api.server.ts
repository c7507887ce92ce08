import type { AppLoadContext } from "@remix-run/cloudflare";
import * as limits from "#app/auth/limits.server.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";

/** Why a call is refused, for programs; the sentence is for people. */
type Refusal = {
  status: 400 | 401 | 403 | 404 | 405 | 422 | 429 | 503;
  code: string;
  message: string;
  wait?: number;
};

/**
 * A call of docs/specification.md#auth-calls: a program sends JSON, or asks for it, and gets JSON; a form gets a notice and a page. Failures are
 * `{"error":{"code","message"}}`.
 */
export type ApiCall = {
  fields: Record<string, unknown>;
  /** The method, or what a form means by it: a form cannot DELETE and sends `intent=remove`. */
  method: "POST" | "DELETE" | "other";
  /** @param said to people @param to where they go on */
  done(body: unknown, said: string, to: string): Response;
  /** @param wait seconds; 429 when it is there */
  refuse(refusal: Refusal): Response;
};

/** @param back where a form goes on that was refused */
export async function readCall(request: Request, context: AppLoadContext, back: string): Promise<ApiCall> {
  const sendsJson = /\bjson\b/.test(request.headers.get("Content-Type") ?? "");
  const isProgram =
    sendsJson ||
    request.method === "DELETE" ||
    /\bapplication\/json\b/.test(request.headers.get("Accept") ?? "");
  const fields = await fieldsOf(request, sendsJson);
  const isRemoval = request.method === "DELETE" || (request.method === "POST" && fields.intent === "remove");
  return {
    fields,
    method: isRemoval ? "DELETE" : request.method === "POST" ? "POST" : "other",
    done(body, said, to) {
      if (isProgram) return Response.json(body);
      toast(context, "success", said);
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

/** The refusals that every call may meet. */
export const refusals = {
  signedOut: { status: 401, code: "session_missing", message: "Please sign in to continue" },
  noFactor: { status: 404, code: "factor_not_found", message: "There is no such factor" },
  method: { status: 405, code: "method_not_allowed", message: "This address does not take that" },
  invalid: (message: string) => ({ status: 400, code: "validation_failed", message }) as const,
  wait: (wait: number) =>
    ({ status: 429, code: "too_many_requests", message: limits.waitSentence(wait), wait }) as const,
} as const satisfies Record<string, Refusal | ((of: never) => Refusal)>;

/** For whoever opens an address that only takes calls. */
export function onlyCalls(): Response {
  const { status, code, message } = refusals.method;
  return Response.json({ error: { code, message } }, { status, headers: { Allow: "POST, DELETE" } });
}

async function fieldsOf(request: Request, sendsJson: boolean): Promise<Record<string, unknown>> {
  if (sendsJson) {
    const body: unknown = await request.json().catch(() => null);
    return typeof body === "object" && body !== null ? { ...body } : {};
  }
  // A DELETE has no body, and one that cannot be read has no fields: what is missing is said then.
  const form = await request.formData().catch(() => new FormData());
  return Object.fromEntries(form);
}
