/**
 * The script of every page (docs/specification.md#page-script). It requests nothing, and no link or form
 * needs it.
 *
 * - It starts the framework's scripts at the first touch, key press or pointer movement, or at load if the
 *   visitor returns from the payment page (`stripeRedirect`). The server made them inert (script-timing.ts).
 *   After a gesture on a link they wait a second: usually the visitor has left the page by then. On some
 *   pages when-painted.script.ts starts them. It removes each script element that it adds: a left-over
 *   element would be a hydration mismatch, a changed attribute is not.
 * - Until they have started, it marks the page as `data-waiting`, where the browser may prefetch a pressed
 *   link (public/speculation-rules.json). Without scripts it may not: each of these views needs its own
 *   response.
 * - It disables the `data-pending` button of a posted form. The stylesheet shows the button's other text,
 *   because changed text would be a hydration mismatch if the framework starts in between. The button is
 *   enabled again on a page from the back-forward cache.
 * - It fills in the browser's time zone where a form asks for it (`input[name=timeZone]`).
 * - It closes menus (`details[data-menu]`) on Escape and when the pointer or the focus moves elsewhere: an
 *   open menu would hide the focused element. It closes a toast without a page load.
 * - An error screen (`data-clear-redirect`) removes the payment redirect.
 */
const { nonce } = document.currentScript as HTMLScriptElement;
/** `painted` comes from when-painted.script.ts. */
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
  // A visitor who taps a link is leaving: on a slow connection the scripts would only delay the next page.
  // (The target of `painted` is the document itself.)
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
// Dispatched as a gesture, so that the next gesture does not start the scripts again: a second start loses
// the routes.
if (inStorage((store) => store.getItem("stripeRedirect")))
  onGesture({ target: document } as unknown as Event);

window.addEventListener("submit", (event) => {
  const zone = (event.target as Element).querySelector<HTMLInputElement>("input[name=timeZone]");
  if (zone) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const button = event.submitter as HTMLButtonElement | null;
  // Runs after the submission has read the form: a disabled button sends no value.
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
