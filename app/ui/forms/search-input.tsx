type Props = { id: string; placeholder?: string; defaultValue?: string };

/**
 * The field of a search box. Blank text is not submitted (docs/specification.md#search-screen).
 * @param id unique in the page
 */
export function SearchInput({ id, placeholder = "Search services", defaultValue }: Props) {
  return (
    <>
      <label className="vh" htmlFor={id}>
        Search services
      </label>
      <input
        className="in"
        id={id}
        name="q"
        type="search"
        dir="auto"
        defaultValue={defaultValue}
        placeholder={placeholder}
        autoComplete="off"
        required
        pattern=".*\S.*"
        title="Type what you are looking for"
      />
    </>
  );
}
