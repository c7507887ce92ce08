import { type SearchSort, sorts } from "#app/browse/listing.ts";

type Props = { sort: SearchSort; among?: readonly { key: SearchSort; label: string }[] };

/** The 'Sort By' field of listings and search. */
export function SortSelect({ sort, among = sorts }: Props) {
  return (
    <div>
      <label className="label" htmlFor="sort">
        Sort By
      </label>
      {/* Changing the key resets the field when another listing is shown. */}
      <select className="in" id="sort" name="sort" defaultValue={sort} key={sort}>
        {among.map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
