import type { SubmissionResult } from "@conform-to/dom";
import { data, type TypedResponse } from "@remix-run/cloudflare";
import { Strategy } from "remix-auth/strategy";
import type { KnownFields } from "#app/lib/form-fields.ts";
import { readForm, type SentForm } from "#app/lib/forms.ts";
import { returnPath } from "#app/lib/replies.ts";

/** A sign-in that succeeded: the session has been started. */
export type SignedIn = {
  userId: string;
  /** True if the password was right and the second factor is still missing. */
  owesFactor: boolean;
  /** Where the user goes next: a path of this site. */
  redirectTo: string;
};

type SubmittedForm = { form: SentForm; redirectTo: string };

/**
 * A remix-auth strategy for a posted form. It reads the form once, and `verify` parses it once. The package
 * remix-auth-form is not used: its strategy has no answer for another method or an unreadable body
 * (`readForm`).
 */
export class FormStrategy extends Strategy<SignedIn, SubmittedForm> {
  override name = "form";
  readonly #known: KnownFields[];

  /** @param known what the form brings besides `redirectTo` */
  constructor(known: KnownFields[], verify: (form: SubmittedForm) => Promise<SignedIn>) {
    super(verify);
    this.#known = known;
  }

  /** @throws NotSignedIn */
  override async authenticate(request: Request): Promise<SignedIn> {
    const form = await readForm(request, ...this.#known, ["redirectTo"]);
    const redirectTo = form.fields.get("redirectTo");
    return await this.verify({
      form,
      redirectTo: returnPath(typeof redirectTo === "string" ? redirectTo : null),
    });
  }
}

type FormReply = ReturnType<typeof data<SubmissionResult>>;

/**
 * A strategy throws this when the user is not signed in. `reply` is the answer of the action: the form with
 * its errors, or a redirect to another step.
 */
export class NotSignedIn extends Error {
  override name = "NotSignedIn";
  readonly reply: FormReply | TypedResponse<never>;

  constructor(reply: FormReply | TypedResponse<never>) {
    super("The user is not signed in");
    this.reply = reply;
  }

  /** The form again, with its errors. */
  static withForm(result: SubmissionResult, status: 400 | 403 | 500): NotSignedIn {
    return new NotSignedIn(data(result, { status }));
  }
}
