import { Form, useNavigate } from "@remix-run/react";
import { type FormEvent, type KeyboardEvent, useRef } from "react";
import { type SearchSort, searchSorts } from "#app/browse/listing.ts";
import {
  activeFilters,
  type CategoryCount,
  daysLabel,
  deliverySteps,
  type Filters,
  levels,
  ratingLabel,
  ratingSteps,
} from "#app/browse/search/filters.ts";
import { parseSearchQuery, searchPath } from "#app/browse/search/search.ts";
import { SearchInput } from "#app/browse/search/search-input.tsx";
import { SortSelect } from "#app/browse/sort-select.tsx";
import { slugify } from "#app/lib/slug.ts";
import { Icon } from "#app/ui/icon.tsx";

type Props = { q: string; sort: SearchSort; filters: Filters; categories: CategoryCount[] };

/**
 * Term, sort and filters in one GET form, so that each of its buttons submits all of them. It has no `page`
 * field: a new search begins at page 1. 'Search' requires a term. 'Apply filters' does not, because filters
 * and sorts work without a term.
 */
export function SearchForm({ q, sort, filters, categories }: Props) {
  const navigate = useNavigate();
  const apply = useRef<HTMLButtonElement>(null);
  const active = activeFilters(filters, categories).length;

  /** With scripts, empty fields do not appear in the address. */
  function go(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const params = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget)) params.append(name, String(value));
    navigate(searchPath(parseSearchQuery(params)));
  }
  /** Enter in a price field presses 'Apply filters' instead of the form's first button. */
  function enter(event: KeyboardEvent) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    apply.current?.click();
  }

  return (
    <Form action="/search" role="search" aria-label="Search with filters" onSubmit={go}>
      <div className="ask">
        {/* Keyed by the term alone: text that is typed while other filters load is kept. */}
        <SearchInput id="qs" key={q} defaultValue={q} />
        <button type="submit" className="btn go">
          Search
        </button>
      </div>
      {/* A changed key resets the fields for another address. On a phone it closes them. */}
      <details className="side" key={searchPath({ q, sort, filters })}>
        <summary>
          {`Filters and sorting${active > 0 ? ` (${active})` : ""}`}
          <Icon name="filter" />
        </summary>
        <div className="filters">
          <SortSelect sort={sort} among={searchSorts} />
          <Choice
            name="category"
            label="Category"
            value={filters.category}
            options={categories.map(({ slug, name, count }) => ({
              value: slug,
              label: count === null ? name : `${name} (${count})`,
            }))}
          />
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
          <button type="submit" className="btn" formNoValidate ref={apply}>
            Apply filters
          </button>
        </div>
      </details>
    </Form>
  );
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
