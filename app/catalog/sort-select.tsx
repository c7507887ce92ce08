import { type Sort, sorts } from "#app/catalog/listing.ts";

/** The 'Sort By' field of listings and search. */
export function SortSelect({ sort }: { sort: Sort }) {
  return (
    <div>
      <label className="label" htmlFor="sort">
        Sort By
      </label>
      {/* The key resets the field when another listing is shown. */}
      <select className="in" id="sort" name="sort" defaultValue={sort} key={sort}>
        {sorts.map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
