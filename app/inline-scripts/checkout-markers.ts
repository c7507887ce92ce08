/**
 * The script of a signed-in page about the way to the card page and back (docs/specification.md#checkout). It only says what goes on: no decision
 * about money reads what it keeps (docs/specification.md#browser-storage).
 *
 * - Who sends an order form or 'Complete Payment' leaves four markers in the browser.
 * - A page that answers with a notice, or says that nothing was paid (`data-clear-redirect`), clears them: the way did not lead to the card page,
 *   or is over.
 * - Any other page that is come back to, the success page first of all (also from the browser's back cache, and a tab that becomes visible),
 *   says so and shows everything as it is now; where something has been typed it is left alone. It clears them, too, and those of more than an
 *   hour ago, which are nobody's any more.
 */
const source = `
(function (d, w) {
  var names = ["stripeRedirect", "checkoutServiceId", "checkoutPackage", "lastVisitTimestamp"];
  var leaving = false;
  function stored(act) {
    try { return act(w.localStorage); } catch (e) {}
  }
  function forget() {
    stored(function (s) { names.forEach(function (name) { s.removeItem(name); }); });
  }
  function isBack() {
    return stored(function (s) {
      return s.getItem("stripeRedirect") && Date.now() - s.getItem("lastVisitTimestamp") < 3600000;
    });
  }
  function welcome() {
    var slab = d.createElement("div");
    slab.className = "toast leaves";
    slab.setAttribute("role", "status");
    d.body.appendChild(slab);
    slab.textContent = "Welcome back! Processing your payment...";
    forget();
  }
  function typed() {
    return [].some.call(d.querySelectorAll("textarea,input"), function (field) {
      return field.type !== "hidden" && (field.value !== field.defaultValue || field.checked !== field.defaultChecked);
    });
  }
  function again() {
    if (leaving || !isBack()) return;
    if (typed()) welcome();
    else w.location.reload();
  }
  w.addEventListener("submit", function (event) {
    var form = event.target, by = event.submitter, fields = form.elements, paid = form.dataset.checkout;
    if (event.defaultPrevented || by && by.formMethod === "dialog") return;
    if (paid === undefined && !(fields.token && fields.gigId)) return;
    leaving = true;
    stored(function (s) {
      var values = ["true", paid || fields.gigId && fields.gigId.value, form.dataset.package || fields.package && fields.package.value, Date.now()];
      names.forEach(function (name, i) { if (values[i]) s.setItem(name, values[i]); });
    });
  });
  w.addEventListener("pageshow", function (event) {
    if (!event.persisted) return;
    leaving = false;
    again();
  });
  d.addEventListener("visibilitychange", function () {
    if (d.visibilityState === "visible") again();
  });
  if (d.querySelector("[data-clear-redirect],.toast")) forget();
  else if (isBack()) welcome();
  else forget();
})(document, window);
`;

/** As it goes into the page: without the indentation. */
export const checkoutMarkers = source.trim().replace(/\n\s*/g, "\n");
