import { hasUnsavedInput } from "./unsaved-input.ts";

/**
 * Marks in the browser that a signed-in viewer has gone to the payment page (docs/specification.md#checkout).
 * It only tells them what happens: no decision about money reads the markers
 * (docs/specification.md#browser-storage).
 *
 * - An order form or 'Complete Payment' writes four markers when it is submitted.
 * - A page with a toast, or one that says that nothing was paid (`data-clear-redirect`), removes them.
 * - Any other page that the viewer comes back to greets them and removes the markers. If the browser shows it
 *   from the back-forward cache, or its tab becomes visible, it is loaded again, unless the viewer has typed
 *   something.
 * - Markers are valid for an hour.
 */
const names = ["stripeRedirect", "checkoutServiceId", "checkoutPackage", "lastVisitTimestamp"];
const hour = 3_600_000;
let leaving = false;

/** Storage may be forbidden: then there are no markers. */
function inStorage<Answer>(act: (store: Storage) => Answer): Answer | undefined {
  try {
    return act(window.localStorage);
  } catch {
    return undefined;
  }
}

function removeMarkers(): void {
  inStorage((store) => {
    names.forEach((name) => {
      store.removeItem(name);
    });
  });
}

function isBack(): boolean | undefined {
  return inStorage(
    (store) =>
      !!store.getItem("stripeRedirect") && Date.now() - Number(store.getItem("lastVisitTimestamp")) < hour,
  );
}

function welcome(): void {
  const toast = document.createElement("div");
  toast.className = "toast leaves";
  toast.setAttribute("role", "status");
  document.body.appendChild(toast);
  // Text that is added to an element with a role is announced; an element that is added with its text is not.
  toast.textContent = "Welcome back! Processing your payment...";
  removeMarkers();
}

function reloadIfBack(): void {
  if (leaving || !isBack()) return;
  if (hasUnsavedInput()) welcome();
  else window.location.reload();
}

type Fields = Partial<Record<"token" | "gigId" | "package", HTMLInputElement>>;

window.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  const button = event.submitter as HTMLButtonElement | null;
  const { checkout, package: chosen } = form.dataset;
  const fields = form.elements as unknown as Fields;
  if (event.defaultPrevented || button?.formMethod === "dialog") return;
  if (checkout === undefined && !(fields.token && fields.gigId)) return;
  leaving = true;
  inStorage((store) => {
    const values = [
      "true",
      checkout || fields.gigId?.value,
      chosen || fields.package?.value,
      String(Date.now()),
    ];
    names.forEach((name, i) => {
      const value = values[i];
      if (value) store.setItem(name, value);
    });
  });
});
window.addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  leaving = false;
  reloadIfBack();
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") reloadIfBack();
});
if (document.querySelector("[data-clear-redirect],.toast")) removeMarkers();
else if (isBack()) welcome();
else removeMarkers();
