/**
 * The script of every page (docs/specification.md#page-script). It requests nothing, and no link or form
 * needs it.
 *
 * - It starts the framework's scripts at the first touch, key press or pointer movement, or at once if the
 *   visitor comes back from the payment page (`stripeRedirect`). The server made them inert
 *   (script-timing.ts). Each script element that it adds is removed again: a left-over element would be a
 *   hydration mismatch, and a changed attribute is not.
 * - It disables the `data-pending` button of a posted form. The stylesheet shows the button's other text,
 *   because changed text would be a hydration mismatch if the framework starts meanwhile. A page from the
 *   back-forward cache has the button enabled again.
 * - It closes menus (`details[data-menu]`) on Escape and when the pointer or the focus goes elsewhere: an
 *   open menu would hide the focused element. It closes a toast without a page load.
 * - It puts the gig that a page shows (`data-viewed`) first in `recentlyViewed`, which holds at most ten.
 * - An error screen (`data-clear-redirect`) removes the payment redirect.
 */
const { nonce } = document.currentScript as HTMLScriptElement;
const gestures = ["pointerdown", "pointerover", "touchstart", "keydown", "focusin"];

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

function startScripts(): void {
  gestures.forEach((name) => {
    document.removeEventListener(name, startScripts, true);
  });
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

gestures.forEach((name) => {
  document.addEventListener(name, startScripts, { capture: true, passive: true });
});
if (document.querySelector("[data-clear-redirect]")) inStorage((store) => store.removeItem("stripeRedirect"));
if (inStorage((store) => store.getItem("stripeRedirect"))) startScripts();

each<HTMLElement>("[data-viewed]", (gig) => {
  inStorage((store) => {
    const viewed = gig.dataset.viewed ?? "";
    const before: string[] = JSON.parse(store.recentlyViewed || "[]");
    const others = before.filter((id) => id !== viewed);
    store.recentlyViewed = JSON.stringify([viewed].concat(others).slice(0, 10));
    return true;
  });
});

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
