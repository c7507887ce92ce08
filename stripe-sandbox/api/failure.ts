/** What stands under `error` in Stripe's answer. Absent keys are left out, as Stripe does. */
export interface FailureBody {
  type: "invalid_request_error" | "idempotency_error" | "card_error" | "api_error";
  message: string;
  code?: string;
  /** Stripe's name for a refusal that has no `code`. */
  message_code?: string;
  decline_code?: string;
  param?: string;
  doc_url?: string;
}

/** A refusal in Stripe's words. Throw it anywhere below a route; nothing is written then. */
export class Failure extends Error {
  readonly status: number;
  readonly body: FailureBody;
  /** True when the request was sound and was worked on: only then is the answer kept under its idempotency key. */
  readonly begun: boolean;

  constructor(status: number, body: FailureBody, begun = false) {
    super(body.message);
    this.status = status;
    this.begun = begun;
    this.body = body.code ? { ...body, doc_url: `https://stripe.com/docs/error-codes/${body.code}` } : body;
  }
}

/** A request whose parameters Stripe would not take (400), whatever state things are in. */
export function invalid(message: string, detail: { param?: string; code?: string } = {}): Failure {
  return new Failure(400, { type: "invalid_request_error", message, ...detail });
}

/** A sound request that the state of things forbids (400). */
export function refused(
  message: string,
  detail: { param?: string; code?: string; message_code?: string } = {},
): Failure {
  return new Failure(400, { type: "invalid_request_error", message, ...detail }, true);
}

/** No object with this id (404); `noun` is Stripe's word for it in the message, `param` its name in the request. */
export function noSuch(noun: string, id: string, param: string): Failure {
  const message = `No such ${noun}: '${id}'`;
  return new Failure(404, { type: "invalid_request_error", code: "resource_missing", message, param }, true);
}
