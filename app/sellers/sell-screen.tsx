import type { SubmissionResult } from "@conform-to/dom";
import { Form, Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { href } from "#app/lib/href.ts";
import { linksTo } from "#app/navigation.ts";
import { applicationFields, type TypedApplication } from "#app/sellers/application-fields.ts";
import { countries } from "#app/sellers/countries.ts";
import type { Standing } from "#app/sellers/seller.ts";
import { EarlierTexts } from "#app/ui/forms/earlier-texts.tsx";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { fillForm } from "#app/ui/forms/fill-form.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { shownForm } from "#app/ui/forms/shown-form.ts";
import { Submit } from "#app/ui/forms/submit.tsx";
import { useAutosave } from "#app/ui/forms/use-autosave.ts";
import { Note } from "#app/ui/note.tsx";
import { removePaymentRedirect } from "#app/ui/remove-payment-redirect.ts";
import { Ticks } from "#app/ui/ticks.tsx";
import { useTimeZone } from "#app/ui/use-time-zone.ts";

type Props = {
  /** The viewer's id. */
  writerId: string;
  standing: Standing;
  /** True if the fee was returned and Stripe has confirmed the refund. */
  isRefundConfirmed: boolean;
  /** The fee was paid or waived. */
  hasReceipt: boolean;
  /** What the fields show. */
  saved: TypedApplication;
  /** True if they show what was typed before signing in. */
  isUnsaved: boolean;
  lastResult?: SubmissionResult<string[]>;
};

/** /services/sell in each of its states (docs/specification.md#seller-application). */
export function SellScreen(props: Props) {
  const isOpen = ["new", "saved", "applied"].includes(props.standing);
  return (
    <div className="wrap page">
      <div className="two-columns">
        <div className="stack">
          <h1 className="stitch">Become a seller</h1>
          {isOpen ? <ApplicationForm {...props} /> : <StandingNote {...props} />}
          {props.hasReceipt ? (
            <p>
              <Link to={href("/services/sell/receipt")}>Receipt for the registration fee</Link>
            </p>
          ) : null}
        </div>
        {isOpen ? <Benefits /> : null}
      </div>
    </div>
  );
}

function ApplicationForm({ writerId, standing, saved, isUnsaved, lastResult }: Props) {
  const { errors, fields } = shownForm<TypedApplication>(lastResult, saved);
  const { fullName, bio, skills, experience, payoutCountry } = fields;
  const hasApplied = standing === "applied";
  const form = useRef<HTMLFormElement>(null);
  // The browser has not left for the card page if the form is shown again, or another page of ours.
  useEffect(() => {
    if (lastResult) removePaymentRedirect();
    return removePaymentRedirect;
  }, [lastResult]);
  const { sentence, earlier, saver } = useAutosave(form, {
    url: href("/services/sell/save"),
    key: `application ${writerId}`,
    version: "",
    shown: saved,
    typedOf: typedIn,
    isUnsaved: isUnsaved || lastResult !== undefined,
    fill: (typed) => form.current && fillForm(form.current, typed, (name) => name in typed),
    timeZone: useTimeZone(),
  });
  return (
    <>
      <p className="lede">Tell buyers who you are in your own words. New sellers may post up to 5 gigs.</p>
      {hasApplied ? (
        <Note kind="ok" title="We have your application">
          <p>Pay the fee to activate your seller account. You can still change your texts.</p>
        </Note>
      ) : null}
      {isUnsaved && !lastResult ? <Note kind="plain" title="Your application is not saved yet." /> : null}
      <Note kind="amber" icon="info" title="One-time registration fee: $50">
        <p>
          You pay $50 once, after sending this form. It covers the review of your application. There is no
          monthly fee, and you keep 100% of what you earn.
        </p>
      </Note>
      <Form
        method="post"
        className="panel mt-6"
        noValidate
        data-checkout=""
        data-clear-redirect={lastResult ? "" : undefined}
        ref={form}
        onSubmit={() => saver.current?.handOver()}
      >
        <input type="hidden" name="writer" value={writerId} />
        <ErrorSummary
          errors={{
            fullName: fullName.errors,
            bio: bio.errors,
            skills: skills.errors,
            experience: experience.errors,
            payoutCountry: payoutCountry.errors,
          }}
          form={errors}
        />
        <Field
          name="fullName"
          label={labels.fullName}
          autoComplete="name"
          required
          maxLength={100}
          defaultValue={fullName.initialValue}
          error={fullName.errors}
        />
        <Field
          name="bio"
          label={labels.bio}
          hint="At least 50 characters. What do you make, for whom, and what makes you stubborn about it?"
          multiline
          rows={5}
          required
          defaultValue={bio.initialValue}
          error={bio.errors}
        />
        <Field
          name="skills"
          label={labels.skills}
          hint="Tools, techniques, languages. Commas are fine."
          multiline
          rows={2}
          required
          defaultValue={skills.initialValue}
          error={skills.errors}
        />
        <Field
          name="experience"
          label={labels.experience}
          hint="Jobs, studies, years at the kitchen table. All of it counts."
          multiline
          rows={5}
          required
          defaultValue={experience.initialValue}
          error={experience.errors}
        />
        <SelectField
          name="payoutCountry"
          label={labels.payoutCountry}
          options={countries()}
          required
          defaultValue={payoutCountry.initialValue ?? ""}
          error={payoutCountry.errors}
        />
        <Submit className="btn go big wide mt-6" name="intent" value="submit" pendingText="Processing...">
          {hasApplied ? "Continue to Payment ($50)" : "Submit and Continue to Payment ($50)"}
        </Submit>
        <Submit className="btn plain wide mt-3" name="intent" value="save" pendingText="Saving...">
          Save for later
        </Submit>
        {/* Below the buttons, so that it does not move them while one is pressed. */}
        <p className="small muted mt-3" role="status">
          {sentence}
        </p>
        <EarlierTexts {...earlier} labelOf={(name) => labels[name as keyof typeof labels]} />
      </Form>
    </>
  );
}

const labels = {
  fullName: "Full name",
  bio: "Bio",
  skills: "Skills",
  experience: "Experience",
  payoutCountry: "Country where you receive payouts",
} as const;

/** The typed fields of the form, by name. */
function typedIn(form: FormData): Record<string, string> {
  return Object.fromEntries(applicationFields.map((name) => [name, String(form.get(name) ?? "")]));
}

const benefits = [
  "Up to 5 gigs as a new seller",
  "0% commission, 100% of earnings",
  "Your own page, with reviews from real orders",
  "Your account is activated as soon as the payment is confirmed",
];

function Benefits() {
  return (
    <aside className="stack" aria-label="What you get">
      <div className="panel stack">
        <h2>What you get</h2>
        <Ticks items={benefits} />
      </div>
      <p className="small muted">Your application is saved before you pay.</p>
    </aside>
  );
}

/** The outcome of an application that is closed. */
function StandingNote({ standing, isRefundConfirmed }: Props) {
  switch (standing) {
    case "active":
      return (
        <>
          <Note kind="ok" title="You are a seller">
            <p>Your seller account is active. Your dashboard shows what to do next.</p>
          </Note>
          <p className="row">
            {linksTo("/services/create").map(({ to, label }) => (
              <Link key={to} className="btn go" to={to}>
                {label}
              </Link>
            ))}
            <Link className="btn" to={href("/dashboard")}>
              Open your dashboard
            </Link>
          </p>
        </>
      );
    case "processing":
      return (
        <Note kind="amber" title="Still processing">
          <p>
            Your bank has not confirmed yet. We'll write to you as soon as it does. Please don't pay a second
            time.
          </p>
        </Note>
      );
    case "examined":
      return (
        <Note kind="amber" title="We are looking into your payment">
          <p>Someone on our team is checking it and will write to you. Do not pay again.</p>
        </Note>
      );
    case "returned":
      return (
        <Note kind="plain" title="Your registration fee was returned">
          <p>
            {isRefundConfirmed
              ? "The money is on its way back to your card. "
              : "We are sending the money back to your card. "}
            Banks take 5 to 10 days to show it. Your seller account is not active.
          </p>
        </Note>
      );
    default:
      return (
        <Note kind="bad" title="You can no longer sell here">
          <p>We have emailed you the reason. Your open orders continue.</p>
        </Note>
      );
  }
}
