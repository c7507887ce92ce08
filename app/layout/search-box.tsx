import { Form } from "@remix-run/react";
import { Icon } from "#app/ui/icon.tsx";

/**
 * Goes to the search; blank text is not submitted (product.md section 2).
 * @param id of the field; each box of a page has its own @param label tells the boxes of a page apart
 */
export function SearchBox({ id, label }: { id: string; label: string }) {
  return (
    <Form className="find" role="search" aria-label={label} action="/search">
      <label className="vh" htmlFor={id}>
        Search services
      </label>
      <input
        className="in"
        id={id}
        name="q"
        type="search"
        dir="auto"
        placeholder="Search services"
        autoComplete="off"
        required
        pattern=".*\S.*"
        title="Type what you are looking for"
      />
      <button type="submit">
        <Icon name="search" />
        <span className="vh">Search</span>
      </button>
    </Form>
  );
}
