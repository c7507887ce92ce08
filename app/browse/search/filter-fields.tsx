import { useNavigation } from "@remix-run/react";
import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { countText, parseSort, type SearchSort } from "#app/browse/listing.ts";
import { paramsOf } from "#app/browse/search/filter-form.tsx";
import {
  type CategoryCount,
  daysLabel,
  deliverySteps,
  type Filters,
  filterPairs,
  levels,
  parseFilters,
  ratingLabel,
  ratingSteps,
} from "#app/browse/search/filters.ts";
import { SortSelect } from "#app/browse/sort-select.tsx";
import { slugify } from "#app/lib/slug.ts";

type Props = {
  sort: SearchSort;
  sorts: readonly { key: SearchSort; label: string }[];
  filters: Filters;
  /** The choices of the category filter; absent on a page of one category. */
  categories?: CategoryCount[];
  count: number;
  /** There are more results than `count`. */
  capped: boolean;
};

/** How long after the last key a typed price is applied, in ms (docs/specification.md#live-filters). */
const pause = 600;

/**
 * The fields of sort and filters, the same in search and on category pages
 * (docs/specification.md#search-filters). Without scripts, 'Apply filters' submits them. Once scripts run, a
 * change submits them (docs/specification.md#live-filters), and on phones the button closes the fields.
 */
export function FilterFields({ sort, sorts, filters, categories, count, capped }: Props) {
  const fields = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const typing = useRef(0);
  const [isLive, setLive] = useState(false);
  const shown = textOf(sort, filters);
  const { location } = useNavigation();
  const textIn = (params: URLSearchParams) =>
    textOf(parseSort(params.get("sort"), sorts), parseFilters(params));
  const coming = location ? textIn(new URLSearchParams(location.search)) : shown;
  /** The form holds filters that differ from what the page shows, or is about to show. */
  const isChanged = (form: HTMLFormElement) => textIn(paramsOf(form)) !== coming;
  const stopTyping = () => {
    clearTimeout(typing.current);
    typing.current = 0;
  };
  const apply = () => {
    stopTyping();
    const form = button.current?.form;
    if (form && isChanged(form)) form.requestSubmit(button.current);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address shows other filters
  useEffect(() => {
    // A choice made before the scripts ran is applied now, because the button that applied it is gone.
    if (isLive) showFilters(fields.current, new URLSearchParams(shown), typing.current !== 0);
    else apply();
    setLive(true);
  }, [shown]);
  useEffect(() => () => clearTimeout(typing.current), []);

  function change({ target }: FormEvent) {
    if (!isTextField(target)) return apply();
    stopTyping();
    typing.current = window.setTimeout(() => {
      const form = button.current?.form;
      if (form && !isReversed(paramsOf(form))) apply();
    }, pause);
  }
  function leave({ target }: FocusEvent) {
    if (isTextField(target) && typing.current !== 0) apply();
  }
  /** Enter in a price field presses 'Apply filters' instead of the form's first button. */
  function enter(event: KeyboardEvent) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    button.current?.click();
  }
  /** On phones the fields cover the results. Once changes apply themselves, the button closes the fields. */
  function press(event: MouseEvent<HTMLButtonElement>) {
    stopTyping();
    if (!isLive) return;
    const { form } = event.currentTarget;
    if (form && !isChanged(form)) event.preventDefault();
    const folded = event.currentTarget.closest("details");
    if (!folded?.open) return;
    folded.open = false;
    folded.querySelector("summary")?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the events are those of the fields inside
    <div className="filters" ref={fields} onChange={change} onBlur={leave}>
      <SortSelect sort={sort} among={sorts} />
      {categories ? (
        <Choice
          name="category"
          label="Category"
          value={filters.category}
          options={categories.map((category) => ({
            value: category.slug,
            label: category.count === null ? category.name : `${category.name} (${category.count})`,
          }))}
        />
      ) : null}
      <Choice
        name="days"
        label="Delivery time"
        value={filters.days}
        options={deliverySteps.map((days) => ({ value: days, label: daysLabel(days) }))}
      />
      <Choice
        name="rating"
        label="Rating"
        value={filters.rating}
        options={ratingSteps.map((rating) => ({ value: rating, label: ratingLabel(rating) }))}
      />
      <fieldset>
        <legend className="label">Price</legend>
        <div className="range">
          <Price name="min" label="Lowest price" hint="5" value={filters.min} onKeyDown={enter} />
          to
          <Price name="max" label="Highest price" hint="10,000" value={filters.max} onKeyDown={enter} />
        </div>
      </fieldset>
      <fieldset>
        <legend className="label">Seller level</legend>
        <div className="levels">
          {levels.map((level) => (
            <label key={level}>
              <input
                type="checkbox"
                name="level"
                value={slugify(level)}
                defaultChecked={filters.levels.includes(level)}
              />
              {level}
            </label>
          ))}
        </div>
      </fieldset>
      <button
        type="submit"
        className={isLive ? "btn live" : "btn"}
        formNoValidate
        ref={button}
        onClick={press}
      >
        {isLive
          ? `Show ${countText(count, capped)} ${count === 1 && !capped ? "result" : "results"}`
          : "Apply filters"}
      </button>
    </div>
  );
}

/** The sort and the filters as text, to compare what is chosen with what is shown. */
function textOf(sort: SearchSort, filters: Filters): string {
  return String(new URLSearchParams([["sort", sort], ...filterPairs(filters)]));
}

/** Whether the lowest price is above the highest, which the visitor may still be typing. */
function isReversed(params: URLSearchParams): boolean {
  const { min } = parseFilters(new URLSearchParams({ min: params.get("min") ?? "" }));
  const { max } = parseFilters(new URLSearchParams({ max: params.get("max") ?? "" }));
  return min !== null && max !== null && min > max;
}

/**
 * Makes the fields show these filters, for example after a chip has removed one. They are not created again,
 * so that they keep the focus.
 * @param isTyping the field with the focus is being typed in, and is left alone
 */
function showFilters(fields: HTMLElement | null, params: URLSearchParams, isTyping: boolean) {
  for (const field of fields?.querySelectorAll<HTMLInputElement>("input, select") ?? []) {
    const values = params.getAll(field.name);
    if (field.type === "checkbox") field.checked = values.includes(field.value);
    else if (!isTyping || field !== document.activeElement) field.value = values[0] ?? "";
  }
}

function isTextField(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type === "text";
}

type ChoiceProps = {
  name: string;
  label: string;
  value: number | string | null;
  options: { value: number | string; label: string }[];
};

function Choice({ name, label, value, options }: ChoiceProps) {
  return (
    <div>
      <label className="label" htmlFor={name}>
        {label}
      </label>
      <select className="in" id={name} name={name} defaultValue={value ?? ""}>
        <option value="">Any</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

type PriceProps = {
  name: string;
  label: string;
  hint: string;
  value: number | null;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** A price field, in whole dollars. */
function Price({ name, label, hint, value, onKeyDown }: PriceProps) {
  return (
    <div className="money">
      <input
        className="in"
        name={name}
        inputMode="numeric"
        autoComplete="off"
        aria-label={label}
        placeholder={hint}
        defaultValue={value ?? ""}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
