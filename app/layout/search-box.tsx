import { Form, useLocation } from "@remix-run/react";
import { SearchInput } from "#app/browse/search/search-input.tsx";
import { Icon } from "#app/ui/icon.tsx";

/**
 * A form that submits to the search (docs/specification.md#search-screen). /search has its own box, so an
 * empty element takes its place there.
 * @param id of the field, unique in the page @param label the accessible name, unique in the page
 */
export function SearchBox({ id, label }: { id: string; label: string }) {
  if (useLocation().pathname === "/search") return <span className="find" />;
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
