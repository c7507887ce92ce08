/** The `error` object of a Stripe response. Keys without a value are omitted, as Stripe does. */
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

/** A refusal as Stripe words it. Any code below a route may throw it; the transaction is then rolled back. */
export class Failure extends Error {
  readonly status: number;
  readonly body: FailureBody;
  /**
   * True if the request was valid and was executed. Only then is the response stored under its idempotency
   * key.
   */
  readonly executed: boolean;

  constructor(status: number, body: FailureBody, begun = false) {
    super(body.message);
    this.status = status;
    this.executed = begun;
    this.body = body.code ? { ...body, doc_url: `https://stripe.com/docs/error-codes/${body.code}` } : body;
  }
}

/** A request with invalid parameters (400). */
export function invalid(message: string, detail: { param?: string; code?: string } = {}): Failure {
  return new Failure(400, { type: "invalid_request_error", message, ...detail });
}

/** A valid request that the state of an object does not allow (400). */
export function refused(
  message: string,
  detail: { param?: string; code?: string; message_code?: string } = {},
): Failure {
  return new Failure(400, { type: "invalid_request_error", message, ...detail }, true);
}

/**
 * No object has this id (404). `noun` is Stripe's name for the object, `param` the parameter of the request.
 */
export function noSuch(noun: string, id: string, param: string): Failure {
  const message = `No such ${noun}: '${id}'`;
  return new Failure(404, { type: "invalid_request_error", code: "resource_missing", message, param }, true);
}
