/** What stands under `error` in Stripe's answer. Absent keys are left out, as Stripe does. */
export interface FailureBody {
  type: "invalid_request_error" | "idempotency_error" | "card_error" | "api_error";
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  doc_url?: string;
}

/** A refusal in Stripe's words. Throw it anywhere below a route; nothing is written then. */
export class Failure extends Error {
  readonly status: number;
  readonly body: FailureBody;

  constructor(status: number, body: FailureBody) {
    super(body.message);
    this.status = status;
    this.body = body.code ? { ...body, doc_url: `https://stripe.com/docs/error-codes/${body.code}` } : body;
  }
}

/** A request that Stripe would not take (400). */
export function invalid(message: string, detail: { param?: string; code?: string } = {}): Failure {
  return new Failure(400, { type: "invalid_request_error", message, ...detail });
}

/** No object with this id (404); `noun` is Stripe's word for it in the message, `param` its name in the request. */
export function noSuch(noun: string, id: string, param: string): Failure {
  return new Failure(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${noun}: '${id}'`,
    param,
  });
}
