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
/** The response if the user is not signed in: a redirect to another step, or the form with its errors. */
export type NotSignedInReply = TypedResponse<never> | FormReply;

/**
 * A remix-auth strategy for a posted form. It reads the form once, and runs `signIn` as a write. It replaces
 * the package remix-auth-form, whose strategy does not handle other methods or an unreadable body
 * (`readForm`).
 */
export class FormStrategy extends Strategy<SignedIn, SubmittedForm> {
  override name = "form";
  readonly #known: KnownFields[];

  /** @param known the form's fields besides `redirectTo` */
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

/** Thrown by a strategy if the user is not signed in. `reply` is the action's response. */
export class NotSignedIn extends Error {
  override name = "NotSignedIn";
  readonly reply: NotSignedInReply;

  constructor(reply: NotSignedInReply) {
    super("The user is not signed in");
    this.reply = reply;
  }
}
