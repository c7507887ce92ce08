import type { Choices, ListOrder } from "#app/admin/list-search.ts";
import type { Page } from "#app/routes.ts";

type Props = {
  path: Page;
  /** The text field `q`. */
  text: { label: string; value: string; placeholder: string };
  /** Selects, with "Any" first. `value` null: any. */
  selects?: { name: string; label: string; choices: Choices; value: string | null }[];
  /** A day in UTC, `YYYY-MM-DD`; empty: any. Absent: the list has no such filter. */
  day?: string;
  /** The order of the list, if it can be chosen. */
  order?: ListOrder;
  /** The parameters of the address that the form keeps: the current chip. */
  kept?: Record<string, string | null>;
};

/** The attributes of a text field `q`. */
export const searchField = {
  className: "in",
  name: "q",
  type: "search",
  dir: "auto",
  autoComplete: "off",
} as const;

/** The filters of a list. The form submits by GET, so that they are part of the address. */
export function Filters({ path, text, selects = [], day, order, kept = {} }: Props) {
  return (
    <form className="narrowing" action={path} noValidate>
      {Object.entries(kept).map(([name, value]) =>
        value === null ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      <label className="text">
        <span className="tiny">{text.label}</span>
        <input {...searchField} defaultValue={text.value} placeholder={text.placeholder} />
      </label>
      {selects.map(({ name, label, choices, value }) => (
        <label key={name}>
          <span className="tiny">{label}</span>
          <select className="in" name={name} defaultValue={value ?? ""}>
            <option value="">Any</option>
            {choices.map((choice) => (
              <option key={choice.key} value={choice.key}>
                {choice.label}
              </option>
            ))}
          </select>
        </label>
      ))}
      {day === undefined ? null : (
        <label>
          <span className="tiny">Day (UTC)</span>
          <input className="in" type="date" name="day" defaultValue={day} />
        </label>
      )}
      {order === undefined ? null : (
        <label>
          <span className="tiny">Order</span>
          <select className="in" name="order" defaultValue={order ?? ""}>
            <option value="">Newest first</option>
            <option value="oldest">Oldest first</option>
          </select>
        </label>
      )}
      <button type="submit" className="btn">
        Search
      </button>
    </form>
  );
}
