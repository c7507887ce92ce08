/**
 * The script of every page (docs/specification.md#page-script). It requests nothing, and no link or form
 * needs it.
 *
 * - It starts the framework's scripts at the first touch, key press or pointer movement, or at once if the
 *   visitor comes back from the payment page (`stripeRedirect`). The server made them inert
 *   (script-timing.ts). After a gesture on a link they wait a second: mostly the page is left before. On some
 *   pages when-painted.script.ts starts them. Each script element that it adds is removed again: a left-over
 *   element would be a hydration mismatch, and a changed attribute is not.
 * - Until they have started, it marks the page as `data-waiting`, where a pressed link may be requested in
 *   advance (public/speculation-rules.json). Without scripts it may not: each such view needs its own answer.
 * - It disables the `data-pending` button of a posted form. The stylesheet shows the button's other text,
 *   because changed text would be a hydration mismatch if the framework starts meanwhile. A page from the
 *   back-forward cache has the button enabled again.
 * - It closes menus (`details[data-menu]`) on Escape and when the pointer or the focus goes elsewhere: an
 *   open menu would hide the focused element. It closes a toast without a page load.
 * - An error screen (`data-clear-redirect`) removes the payment redirect.
 */
const { nonce } = document.currentScript as HTMLScriptElement;
/** `painted`: when-painted.script.ts. */
const gestures = ["pointerdown", "pointerover", "touchstart", "keydown", "focusin", "painted"];

function each<Found extends Element>(selector: string, act: (found: Found) => void): void {
  document.querySelectorAll<Found>(selector).forEach(act);
}

/** True if `act` returns true for one of the browser's stores. Storage may be forbidden. */
function inStorage(act: (store: Storage) => unknown): boolean {
  try {
    return [window.localStorage, window.sessionStorage].some(act);
  } catch {
    return false;
  }
}

function onGesture({ target }: Event): void {
  gestures.forEach((name) => {
    document.removeEventListener(name, onGesture, true);
  });
  // Who taps a link leaves: on a slow line the scripts would only delay the next page. (The document itself
  // is the target of `painted`.)
  if (target !== document && (target as Element).closest("a")) setTimeout(startScripts, 1000);
  else startScripts();
}

function startScripts(): void {
  each<HTMLLinkElement>("link[rel=dns-prefetch]", (link) => {
    link.rel = "modulepreload";
  });
  each<HTMLScriptElement>("script[type='text/boot']", (inert) => {
    const script = document.createElement("script");
    script.type = "module";
    script.nonce = nonce;
    if (inert.src) script.src = inert.src;
    else script.text = inert.text;
    document.body.appendChild(script);
    script.remove();
  });
}

document.documentElement.setAttribute("data-waiting", "");
gestures.forEach((name) => {
  document.addEventListener(name, onGesture, { capture: true, passive: true });
});
if (document.querySelector("[data-clear-redirect]")) inStorage((store) => store.removeItem("stripeRedirect"));
// As a gesture, so that the next one does not start the scripts again: a second start forgets the routes.
if (inStorage((store) => store.getItem("stripeRedirect")))
  onGesture({ target: document } as unknown as Event);

window.addEventListener("submit", (event) => {
  const button = event.submitter as HTMLButtonElement | null;
  // After the submission has read the form: a disabled button sends no value.
  if (!event.defaultPrevented && button?.dataset.pending)
    setTimeout(() => {
      button.disabled = true;
      button.setAttribute("data-said", "");
    });
});
window.addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  each<HTMLButtonElement>("[data-said]", (button) => {
    button.disabled = false;
    button.removeAttribute("data-said");
  });
});

const openMenu = "details[data-menu][open]";

function closeMenus(except: Node | null): void {
  each<HTMLDetailsElement>(openMenu, (menu) => {
    if (!menu.contains(except)) menu.open = false;
  });
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const menu = (event.target as Element).closest(openMenu);
  closeMenus(null);
  if (menu) (menu.firstElementChild as HTMLElement).focus();
});
function closeOthers(event: Event): void {
  closeMenus(event.target as Node);
}
document.addEventListener("pointerdown", closeOthers);
document.addEventListener("focusin", closeOthers);

document.addEventListener("click", (event) => {
  const link = (event.target as Element).closest("[data-close]");
  if (!link) return;
  event.preventDefault();
  (link.parentNode as HTMLElement).hidden = true;
});

export {};
