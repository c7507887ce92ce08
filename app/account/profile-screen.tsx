import type { SubmissionResult } from "@conform-to/dom";
import { Form } from "@remix-run/react";
import type { ProfileDraft } from "#app/account/profile-draft.ts";
import { ProfilePictureField } from "#app/account/profile-picture-field.tsx";
import { TimeZoneField } from "#app/account/time-zone-field.tsx";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { shownForm } from "#app/ui/forms/shown-form.ts";
import { Submit } from "#app/ui/forms/submit.tsx";
import { Note } from "#app/ui/note.tsx";

type Props = {
  /** The stored profile. */
  saved: ProfileDraft;
  avatarUrl: string | null;
  /** What the viewer typed before they had to sign in again. */
  draft: ProfileDraft | null;
  /** The viewer's credit, as a sentence; null if there is none. */
  credit: string | null;
  lastResult?: SubmissionResult<string[]>;
};

/**
 * The viewer's profile as a form (docs/specification.md#profile-screen). It is a single form, so that saving
 * one part never discards text typed into another.
 */
export function ProfileScreen({ saved, avatarUrl, draft, credit, lastResult }: Props) {
  const { errors, fields } = shownForm<ProfileDraft>(lastResult, draft ?? saved);
  const { fullName, username, title, bio, timeZone, presence, companyName, taxNumber } = fields;
  const avatarErrors = lastResult?.error?.avatar ?? undefined;
  return (
    <div className="stack mt-6">
      {credit ? <Note kind="plain" icon="gift" title={credit} /> : null}
      {draft && !lastResult ? <Note kind="plain" title="Your changes are not saved yet." /> : null}
      <Form method="post" encType="multipart/form-data" className="panel" noValidate>
        <input type="hidden" name="shown" value={JSON.stringify(saved)} />
        <ErrorSummary
          errors={{
            avatar: avatarErrors,
            fullName: fullName.errors,
            username: username.errors,
            title: title.errors,
            bio: bio.errors,
            timeZone: timeZone.errors,
            companyName: companyName.errors,
            taxNumber: taxNumber.errors,
          }}
          form={errors}
        />
        {/* A new key after an upload empties the file field. */}
        <ProfilePictureField key={avatarUrl} profile={{ ...saved, avatarUrl }} error={avatarErrors} />
        <Field
          name="fullName"
          label="Full name"
          autoComplete="name"
          required
          maxLength={100}
          defaultValue={fullName.initialValue}
          error={fullName.errors}
        />
        <Field
          name="username"
          label="Username"
          hint="If you change it, old links redirect to the new one for 90 days. You can change it 3 times in 30 days."
          autoComplete="username"
          required
          maxLength={30}
          defaultValue={username.initialValue}
          error={username.errors}
        />
        <Field
          name="title"
          label="What you do"
          hint="Shown under your reviews, such as “Bookshop owner”."
          autoComplete="organization-title"
          maxLength={80}
          defaultValue={title.initialValue}
          error={title.errors}
        />
        <Field
          name="bio"
          label="Bio"
          hint="At most 600 characters."
          multiline
          rows={5}
          defaultValue={bio.initialValue}
          error={bio.errors}
        />
        <TimeZoneField chosen={timeZone.initialValue ?? ""} error={timeZone.errors} />
        <Field
          name="companyName"
          label="Company name"
          hint="Optional. Appears on receipts for your future orders. No one else sees it."
          autoComplete="organization"
          maxLength={100}
          defaultValue={companyName.initialValue}
          error={companyName.errors}
        />
        <Field
          name="taxNumber"
          label="Tax number"
          hint="Optional, such as a VAT ID. Appears on the same receipts."
          maxLength={40}
          defaultValue={taxNumber.initialValue}
          error={taxNumber.errors}
        />
        <div className="field">
          <label htmlFor="presence">Show when I am online</label>
          <span className="hint" id="presence-h">
            People you have a conversation with see it. If you hide it, you can't see when others are online
            either.
          </span>
          <select
            className="in"
            id="presence"
            name="presence"
            defaultValue={presence.initialValue ?? "shown"}
            aria-describedby="presence-h"
          >
            <option value="shown">Yes</option>
            <option value="hidden">No</option>
          </select>
        </div>
        <Submit className="btn go big mt-6" pendingText="Processing...">
          Save profile
        </Submit>
      </Form>
    </div>
  );
}
