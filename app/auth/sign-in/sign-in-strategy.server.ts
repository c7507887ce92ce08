import type { SubmissionResult } from "@conform-to/dom";
import type { data, TypedResponse } from "@remix-run/cloudflare";
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

type FormReply = ReturnType<typeof data<SubmissionResult<string[]>>>;
/** A redirect to another step, or the form with its errors. */
export type NotSignedInReply = TypedResponse<never> | FormReply;

/**
 * A remix-auth strategy for a posted form. It reads the form once, and `signIn` runs it as a write. The
 * package remix-auth-form is not used: its strategy has no answer for another method or an unreadable body
 * (`readForm`).
 */
export class FormStrategy extends Strategy<SignedIn, SubmittedForm> {
  override name = "form";
  readonly #known: KnownFields[];

  /** @param known what the form brings besides `redirectTo` */
  constructor(known: KnownFields[], signIn: (form: SubmittedForm) => Promise<SignedIn | NotSignedInReply>) {
    super(async (form) => {
      const result = await signIn(form);
      if ("userId" in result) return result;
      throw new NotSignedIn(result);
    });
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

/** A strategy throws this when the user is not signed in. `reply` is the answer of the action. */
export class NotSignedIn extends Error {
  override name = "NotSignedIn";
  readonly reply: NotSignedInReply;

  constructor(reply: NotSignedInReply) {
    super("The user is not signed in");
    this.reply = reply;
  }
}
