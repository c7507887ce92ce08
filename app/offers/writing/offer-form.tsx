import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Typed } from "#app/gigs/drafts/typed.ts";
import { revisionOptions } from "#app/gigs/editor/fields/packages-fields.tsx";
import { QuestionRows } from "#app/gigs/editor/fields/question-rows.tsx";
import { Rows } from "#app/gigs/editor/fields/rows.tsx";
import { type FieldsEdit, fieldOf } from "#app/gigs/editor/fields/step-edit.ts";
import { href } from "#app/lib/href.ts";
import { offersPath } from "#app/offers/offer.ts";
import type { OfferView } from "#app/offers/writing/load-offer.server.ts";
import {
  changeOffer,
  offerFieldNames,
  offerKey,
  offerLabel,
  typedOfferOf,
} from "#app/offers/writing/typed-offer.ts";
import { EarlierTexts } from "#app/ui/forms/earlier-texts.tsx";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { fillForm } from "#app/ui/forms/fill-form.ts";
import { SaveNotice, SaveState, saveStops, saveText } from "#app/ui/forms/save-state.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";
import { useAutosave } from "#app/ui/forms/use-autosave.ts";
import { useTimeZone } from "#app/ui/use-time-zone.ts";

export type OfferFormProps = {
  /** Null: the database failed, so only the fields are shown. */
  offer: OfferView | null;
  conversation: string;
  id: string;
  writerId: string;
  typed: Typed;
  version: number;
  /** True if the fields contain unsaved text. */
  isUnsaved: boolean;
  errors: Record<string, string>;
  refusal: string | null;
};

/**
 * The form of an offer: a plain POST without scripts. With scripts it saves itself, and the buttons of rows
 * work without a page load.
 */
export function OfferForm(props: OfferFormProps) {
  const { offer, conversation, id, writerId, errors, refusal } = props;
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(props.typed);
  const [said, setSaid] = useState("");
  // First creates the rows, then fills in the fields.
  const fill = (next: Typed) => {
    flushSync(() => setTyped(next));
    if (form.current) fillForm(form.current, next, (name) => offerFieldNames.test(name));
  };
  const { state, sentence, version, earlier, saver } = useAutosave(form, {
    url: href("/offers/save"),
    key: offerKey(writerId, conversation),
    version: String(props.version),
    shown: props.typed,
    typedOf: typedOfferOf,
    isUnsaved: props.isUnsaved,
    fill,
    timeZone: useTimeZone(),
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    const intent = button?.value ?? "save";
    const changed = changeOffer(typedOfferOf(new FormData(event.currentTarget)), intent);
    if (changed) {
      event.preventDefault();
      if ("refusal" in changed) return setSaid(changed.refusal);
      setSaid("");
      fill(changed.typed);
      document.getElementById(changed.focus)?.focus();
      saver.current?.touch();
    } else saver.current?.submitting(event, button);
  };

  const edit = { typed, errors };
  const stops = saveStops(state);
  return (
    <form
      id="step"
      ref={form}
      method="post"
      action={offersPath("send", { conversation, replaces: typed.replaces })}
      className="mt-6"
      noValidate
      onSubmit={submit}
    >
      <input type="hidden" name="conversation" value={conversation} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="writer" value={writerId} />
      {/* Enter in a field presses the form's first submit button: this one, which saves. */}
      <button type="submit" name="intent" value="save" hidden />
      <ErrorSummary
        errors={Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, [error]]))}
        {...(refusal === null ? {} : { form: [refusal] })}
      />
      <Service offer={offer} edit={edit} />
      <Terms edit={edit} />
      <Questions edit={edit} />
      <EarlierTexts {...earlier} labelOf={offerLabel} />
      <SaveState said={said} sentence={stops ? "" : sentence} />
      <div className="stickybar">
        <SaveNotice text={stops ? sentence : null} />
        <button type="submit" className="btn" name="intent" value="save">
          {saveText(state)}
        </button>
        <Submit name="intent" value="preview" pendingText="Saving...">
          Preview the offer
        </Submit>
      </div>
    </form>
  );
}

/** The service that is offered. A new version is for the same service. Without the page's data it is kept. */
function Service({ offer, edit }: { offer: OfferView | null; edit: FieldsEdit }) {
  const { typed, errors } = edit;
  const replaced = offer?.replaced?.closed === null ? offer.replaced : null;
  if (!offer || replaced)
    return (
      <>
        <input type="hidden" name="gig" value={replaced?.gigId ?? typed.gig ?? ""} />
        <input type="hidden" name="replaces" value={replaced?.id ?? typed.replaces ?? ""} />
        {replaced ? <p>{`Service: ${replaced.title}`}</p> : null}
        {errors.gig ? (
          <p className="err" id="gig" tabIndex={-1}>
            {errors.gig}
          </p>
        ) : null}
      </>
    );
  return (
    <SelectField
      name="gig"
      label="Service"
      options={offer.services.map(({ id, title }) => ({ value: id, label: title }))}
      defaultValue={typed.gig ?? ""}
      {...(errors.gig ? { error: [errors.gig] } : {})}
    />
  );
}

function Terms({ edit }: { edit: FieldsEdit }) {
  const { typed, errors } = edit;
  return (
    <>
      <Field
        {...fieldOf(edit, "content")}
        label="What the buyer gets"
        hint="40 to 5,000 characters. What you do, what you need to start, what is not part of it."
        multiline
        rows={8}
        required
      />
      <hr />
      <fieldset>
        <legend className="big-legend serif">What's included</legend>
        <p className="muted">Up to 10 features, of at most 80 characters. Short and checkable.</p>
        <Rows edit={edit} list="features" row="feature">
          {(at, label) => <Field {...fieldOf(edit, at)} label={label} />}
        </Rows>
      </fieldset>
      <hr />
      <div className="cols mt-4">
        <Field
          {...fieldOf(edit, "price")}
          label="Price in US dollars"
          hint="$5 to $10,000"
          inputMode="decimal"
        />
        <Field {...fieldOf(edit, "days")} label="Delivery time in days" hint="1 to 90" inputMode="numeric" />
        <SelectField
          name="revisions"
          label="Revisions"
          options={revisionOptions}
          defaultValue={typed.revisions ?? ""}
          {...(errors.revisions ? { error: [errors.revisions] } : {})}
        />
        <Field
          {...fieldOf(edit, "valid")}
          label="Valid for how many days"
          hint="1 to 30"
          inputMode="numeric"
        />
      </div>
    </>
  );
}

const askers = [
  { value: "gig", label: "The service's questions" },
  { value: "own", label: "Questions for this offer" },
];

/**
 * What the buyer is asked. The stylesheet folds the offer's own questions while those of the service are
 * chosen, so that it works without scripts. Folded fields are sent, and saved, like all others.
 */
function Questions({ edit }: { edit: FieldsEdit }) {
  const { typed, errors } = edit;
  const hasError = Object.keys(errors).some((name) => name.startsWith("questions["));
  return (
    <>
      <hr />
      <fieldset className="asks" aria-describedby={errors.questionsOf ? "questionsOf-e" : undefined}>
        <legend className="big-legend serif">What you need from the buyer</legend>
        <p className="muted">Buyers answer these questions after they have paid.</p>
        <div className="row" id="questionsOf" tabIndex={-1}>
          {askers.map(({ value, label }) => (
            <label className="pick" key={value}>
              <input
                type="radio"
                name="questionsOf"
                value={value}
                defaultChecked={(typed.questionsOf === "own" ? "own" : "gig") === value}
              />
              {label}
            </label>
          ))}
        </div>
        {errors.questionsOf ? (
          <p className="err" id="questionsOf-e">
            {errors.questionsOf}
          </p>
        ) : null}
        <div className={hasError ? undefined : "own"}>
          <QuestionRows edit={edit} />
        </div>
      </fieldset>
    </>
  );
}
