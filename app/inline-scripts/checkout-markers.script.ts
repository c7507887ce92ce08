import { hasUnsavedInput } from "./unsaved-input.ts";

/**
 * Records in the browser that a signed-in viewer has gone to the payment page
 * (docs/specification.md#checkout). The markers are only for messages to the viewer: no decision about money
 * reads them (docs/specification.md#browser-storage).
 *
 * - An order form or 'Complete Payment' writes four markers when it is submitted. The form that pays the
 *   registration fee writes only those that name no service.
 * - An error screen (`data-clear-redirect`), or a page with another toast, removes them.
 * - Any other page that the viewer returns to greets them once, and removes the markers. A page that comes
 *   from the back-forward cache, or whose tab becomes visible, reloads unless the viewer has typed something.
 * - Markers are valid for an hour.
 */
const names = ["stripeRedirect", "checkoutServiceId", "checkoutPackage", "lastVisitTimestamp"];
const hour = 3_600_000;
let leaving = false;

/** Storage may be forbidden. Then no markers are kept. */
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
  // Screen readers announce text added to an element with a role, but not an element added with its text.
  toast.textContent = "Welcome back! Processing your payment...";
  const close = document.createElement("button");
  close.className = "btn";
  close.type = "button";
  close.setAttribute("data-close", "");
  close.textContent = "Close";
  toast.appendChild(close);
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
  if (button?.formMethod === "dialog" || button?.value === "save") return;
  // The framework may send the form that pays the registration fee.
  if (checkout === undefined && (event.defaultPrevented || !(fields.token && fields.gigId))) return;
  leaving = true;
  inStorage((store) => {
    const values = [
      "true",
      checkout || fields.gigId?.value,
      chosen || /[?&]package=(\w+)/.exec(button?.formAction ?? "")?.[1] || fields.package?.value,
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
