import type { SearchSort } from "#app/browse/listing.ts";

type Props = { sort: SearchSort; among: readonly { key: SearchSort; label: string }[] };

/** The 'Sort By' field of listings and search. */
export function SortSelect({ sort, among }: Props) {
  return (
    <div>
      <label className="label" htmlFor="sort">
        Sort By
      </label>
      <select className="in" id="sort" name="sort" defaultValue={sort}>
        {among.map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
