import { useLocation, useRouteLoaderData } from "@remix-run/react";
import { humanize } from "#app/admin/humanize.ts";
import { dayOf } from "#app/admin/list-search.ts";
import { RuleField } from "#app/admin/rule-field.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";

/** The fields that are shown, so that they can be changed. All others are hidden, except rules and days. */
const typedNames = [
  ...["reason", "text", "value", "amount", "days", "reference", "q"],
  ...["name", "slug", "metaTitle", "metaDescription", "description", "heading", "author", "title", "service"],
  ...["subject", "effective", "rating"],
];

/** An answer to a question of the order, such as `answers[0]`. */
const answerName = /^answers\[(\d{1,3})\]$/;
const labelOf = (name: string) =>
  humanize(name.replace(answerName, (_, index) => `answer ${Number(index) + 1}`));

/**
 * The form that an operator sent after their session had ended. Nothing was done. They check the page, then
 * send the form again, as it was or changed (docs/specification.md#operator-sign-in).
 */
export function KeptForm() {
  const kept = useRouteLoaderData<{ kept?: [string, string][] }>("root")?.kept;
  const { pathname, search } = useLocation();
  if (!kept) return null;
  const query = new URLSearchParams(search);
  query.delete("draft");
  // In other forms, `from` is what the page showed.
  const isDay = (name: string) =>
    name === "effective" || (pathname === "/admin/exports" && (name === "from" || name === "to"));
  const intent = kept.find(([name]) => name === "intent")?.[1];
  return (
    <form
      method="post"
      action={query.size > 0 ? `${pathname}?${query}` : pathname}
      className="panel stack mt-5"
      aria-labelledby="kept-form"
      noValidate
    >
      <p>
        <b id="kept-form">Send your form again</b>
      </p>
      <p>You had been signed out, so nothing was changed. Check the page, then send the form again.</p>
      {kept.map(([name, value], i) => {
        const key = `kept-${i}`;
        if (name === "rule") return <RuleField key={key} id={key} value={value} />;
        return typedNames.includes(name) || answerName.test(name) || isDay(name) ? (
          <Field
            key={key}
            id={key}
            name={name}
            label={labelOf(name)}
            // A date field is empty if its value is not a valid day.
            type={isDay(name) && (value === "" || dayOf(value)) ? "date" : "text"}
            multiline={/\s/.test(value)}
            rows={3}
            defaultValue={value}
          />
        ) : (
          <input key={key} type="hidden" name={name} value={value} />
        );
      })}
      <div className="row">
        <Submit className="btn" pendingText="Processing...">
          {intent ? `Send again: ${humanize(intent).toLowerCase()}` : "Send again"}
        </Submit>
      </div>
    </form>
  );
}
