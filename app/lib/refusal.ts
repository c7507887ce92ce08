/**
 * Why a write was refused, with its HTTP status. `app/writes` turns each kind into a response.
 * - `signed out`: a visitor, or a session that has ended
 * - `over`: above a limit; `wait` says how long
 * - `unverified`: the viewer's email address is not verified
 * - `invalid`: a field or the whole form is wrong
 * - `too large`, `unknown type`: a file
 * - `stale`: what the user saw has changed, or something else blocks it for now
 * - `refused`: a rule forbids it
 * - `incorrect`: a program sent a wrong code or an impossible request
 * - `gone`: it does not exist, or the viewer may not know that it does
 * - `unreachable`: Stripe did not answer
 * - `failed`: the database or another part of the product failed
 */
export const refusalStatuses = {
  "signed out": 401,
  over: 429,
  unverified: 403,
  invalid: 400,
  "too large": 413,
  "unknown type": 415,
  stale: 409,
  refused: 403,
  incorrect: 422,
  gone: 404,
  unreachable: 502,
  failed: 503,
} as const;

export type RefusalKind = keyof typeof refusalStatuses;

type Details = {
  /** Sentences by field. */
  errors?: Record<string, string[] | null | undefined>;
  /** Seconds until the next try. */
  wait?: number | undefined;
  /**
   * Its code in the authentication API, if the kind does not determine it (docs/specification.md#auth-calls).
   */
  code?: string;
};

/** What rules, stores and limits return or throw to refuse a write. Return it, or throw it with `refuse`. */
export class Refusal {
  readonly kind: RefusalKind;
  readonly sentence: string | null;
  readonly status: number;
  readonly errors: Record<string, string[]>;
  readonly wait: number | undefined;
  readonly code: string | undefined;

  /** @param sentence for the user; null if the fields' errors are enough */
  constructor(kind: RefusalKind, sentence: string | null = null, { errors = {}, wait, code }: Details = {}) {
    this.kind = kind;
    this.sentence = sentence;
    this.status = refusalStatuses[kind];
    const all = Object.entries(errors).flatMap(([name, texts]) => (texts ? [[name, texts] as const] : []));
    this.errors = Object.fromEntries(all);
    this.wait = wait;
    this.code = code;
  }

  /** The first sentence, for a form with one field. */
  get first(): string {
    return this.sentence ?? Object.values(this.errors).flat()[0] ?? "";
  }
}

/** A form that was filled in before what it is about changed: refused as `stale`. */
export class OutdatedForm extends Refusal {
  constructor(sentence: string) {
    super("stale", sentence);
  }
}

/** @throws Refusal if a rule returns a sentence */
export function refuseIf(kind: RefusalKind, sentence: string | null): void {
  if (sentence !== null) throw new Refusal(kind, sentence);
}

/** @throws Refusal always, of one field of a form */
export function refuseField(field: string, sentence: string): never {
  throw new Refusal("invalid", null, { errors: { [field]: [sentence] } });
}

/** @throws Refusal always */
export function refuse(kind: RefusalKind, sentence: string | null = null, details?: Details): never {
  throw new Refusal(kind, sentence, details);
}
