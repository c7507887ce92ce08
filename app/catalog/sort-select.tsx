import { type Sort, sorts } from "#app/catalog/listing.ts";

/** The 'Sort By' choice of a listing's form. */
export function SortSelect({ sort }: { sort: Sort }) {
  return (
    <div>
      <label className="label" htmlFor="sort">
        Sort By
      </label>
      {/* Another listing in the same place starts with its own sort. */}
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
