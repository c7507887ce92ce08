import { Form } from "@remix-run/react";
import { SearchInput } from "#app/ui/forms/search-input.tsx";
import { Icon } from "#app/ui/icon.tsx";

/**
 * Goes to the search; blank text is not submitted (docs/specification.md#search-screen).
 * @param id of the field; each box of a page has its own @param label tells the boxes of a page apart
 */
export function SearchBox({ id, label }: { id: string; label: string }) {
  return (
    <Form className="find" role="search" aria-label={label} action="/search">
      <SearchInput id={id} />
      <button type="submit">
        <Icon name="search" />
        <span className="vh">Search</span>
      </button>
    </Form>
  );
}
