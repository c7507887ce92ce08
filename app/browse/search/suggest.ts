import type { Suggestion } from "#app/browse/search/suggestion.ts";

/** null: there was no answer. */
type Answer = { suggestions: Suggestion[] | null };

/**
 * How long after the last key suggestions are requested, in ms (docs/specification.md#search-suggestions).
 */
const pause = 150;

/**
 * Shows suggestions below a search box while a visitor types: the ARIA pattern "Editable combobox with list
 * autocomplete". This file is loaded at the first focus of a search box, and is small and without a
 * framework. It adds elements at the end of the field's parent, which React does not know about.
 */
export function suggestFor(input: HTMLInputElement): void {
  const { form, parentElement: box } = input;
  if (!form || !box || input.getAttribute("role") === "combobox") return;
  const list = document.createElement("div");
  list.className = "suggestions";
  list.id = `${input.id}-list`;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Suggestions");
  list.hidden = true;
  const count = document.createElement("span");
  count.className = "vh";
  count.setAttribute("role", "status");
  box.appendChild(list);
  box.appendChild(count);
  const attributes = {
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-controls": list.id,
    "aria-expanded": "false",
  };
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);

  let timer = 0;
  let request: AbortController | undefined;
  /** The option that was chosen with the arrow keys; null: Enter searches for the typed text. */
  let active: HTMLElement | null = null;

  function stop(): void {
    clearTimeout(timer);
    request?.abort();
  }

  function close(): void {
    stop();
    activate(null);
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    count.textContent = "";
  }

  function activate(option: HTMLElement | null): void {
    active?.setAttribute("aria-selected", "false");
    active = option;
    active?.setAttribute("aria-selected", "true");
    if (active) input.setAttribute("aria-activedescendant", active.id);
    else input.removeAttribute("aria-activedescendant");
  }

  function show(suggestions: Suggestion[]): void {
    if (suggestions.length === 0) {
      close();
      count.textContent = "No suggestions";
      return;
    }
    activate(null);
    list.replaceChildren(...suggestions.map((suggestion, i) => optionOf(suggestion, `${list.id}-${i}`)));
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    count.textContent = suggestions.length === 1 ? "1 suggestion" : `${suggestions.length} suggestions`;
  }

  /** Requests suggestions for the typed text. An answer that fails or arrives too late changes nothing. */
  async function ask(): Promise<void> {
    const asked = new AbortController();
    request = asked;
    try {
      const answer = await fetch(`/search/suggestions?q=${encodeURIComponent(input.value.trim())}`, {
        signal: asked.signal,
      });
      const { suggestions }: Answer = answer.ok ? await answer.json() : { suggestions: null };
      if (asked.signal.aborted) return;
      if (suggestions) show(suggestions);
      else close();
    } catch {
      if (!asked.signal.aborted) close();
    }
  }

  function askAfter(wait: number): void {
    stop();
    if (input.value.trim()) timer = window.setTimeout(ask, wait);
    else close();
  }

  input.addEventListener("input", () => {
    activate(null);
    askAfter(pause);
  });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const isOpen = !list.hidden;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (isOpen) activate(neighbour(list, active, event.key === "ArrowDown"));
      else askAfter(0);
    } else if (event.key === "Escape" && isOpen) {
      // The first press closes the list; it does not empty the field or close the menu around it.
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === "Enter" && active) {
      event.preventDefault();
      active.click();
    } else if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) activate(null);
  });
  input.addEventListener("blur", close);
  form.addEventListener("submit", close);
  // A press in the list would move the focus out of the field and close the list before the click.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", close);
  // Text typed before the scripts ran.
  if (input.value !== input.defaultValue && input === document.activeElement) askAfter(0);
}

function optionOf({ text, kind, path }: Suggestion, id: string): HTMLElement {
  const option = document.createElement("a");
  option.id = id;
  option.href = path;
  option.tabIndex = -1;
  option.setAttribute("role", "option");
  option.setAttribute("aria-selected", "false");
  const title = document.createElement("span");
  title.dir = "auto";
  title.textContent = text;
  const tag = document.createElement("small");
  tag.textContent = kind;
  for (const part of [title, document.createTextNode(" "), tag]) option.appendChild(part);
  return option;
}

/** The next or previous option; past either end null, which is the field itself. */
function neighbour(list: HTMLElement, active: HTMLElement | null, forward: boolean): HTMLElement | null {
  if (!active) return (forward ? list.firstElementChild : list.lastElementChild) as HTMLElement;
  return (forward ? active.nextElementSibling : active.previousElementSibling) as HTMLElement | null;
}
