type Props = { id: string; placeholder?: string; defaultValue?: string };

/**
 * The field of a search box. Blank text is not submitted (docs/specification.md#search-screen). Once scripts
 * run, a focused field shows suggestions, even if it was focused before they ran.
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
        title="Enter what you are looking for"
        ref={suggest}
        onFocus={(event) => suggest(event.target)}
      />
    </>
  );
}

/** Without a connection there are no suggestions; the next focus tries again. */
function suggest(input: HTMLInputElement | null): void {
  if (input && input === document.activeElement)
    import("./suggest.ts").then(
      ({ suggestFor }) => suggestFor(input),
      () => {},
    );
}
