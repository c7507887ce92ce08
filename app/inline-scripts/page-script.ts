/**
 * The small script of every page (docs/specification.md#page-script). It asks for nothing and is not needed by any link or form.
 *
 * - Scripts on first intent: the module scripts that the door made inert start at the first touch, key or pointer, or at
 *   once when somebody comes back from the payment page (`stripeRedirect`). A created script is removed again, because a
 *   left-over element would be a hydration mismatch; a changed attribute is none.
 * - A posted form's `data-pending` button is disabled and says so (the stylesheet shows the words: changed text would be a
 *   hydration mismatch when the scripts come in meanwhile); the browser's back cache undoes it.
 * - Menus (`details[data-menu]`) close on Escape, and when a pointer or the focus goes elsewhere: an open one would hide what has
 *   the focus. A toast closes without a page load.
 * - The gig that a page shows (`data-viewed`) becomes the first of `recentlyViewed`, ten at most.
 * - An error screen (`data-clear-redirect`) forgets the payment redirect.
 */
const source = `
(function (d, w) {
  var nonce = d.currentScript.nonce;
  var events = ["pointerdown", "pointerover", "touchstart", "keydown", "focusin"];
  function each(selector, act) { d.querySelectorAll(selector).forEach(act); }
  function marked(act) {
    try {
      return [w.localStorage, w.sessionStorage].some(function (s) { return act(s); });
    } catch (e) {}
  }
  function boot() {
    events.forEach(function (name) { d.removeEventListener(name, boot, true); });
    each("link[rel=boot]", function (link) { link.rel = "modulepreload"; });
    each("script[type='text/boot']", function (inert) {
      var script = d.createElement("script");
      script.type = "module";
      script.nonce = nonce;
      if (inert.src) script.src = inert.src;
      else script.text = inert.text;
      d.body.appendChild(script);
      script.remove();
    });
  }
  events.forEach(function (name) { d.addEventListener(name, boot, { capture: true, passive: true }); });
  if (d.querySelector("[data-clear-redirect]")) marked(function (s) { s.removeItem("stripeRedirect"); });
  if (marked(function (s) { return s.getItem("stripeRedirect"); })) boot();
  each("[data-viewed]", function (gig) {
    marked(function (s) {
      var id = gig.dataset.viewed;
      var rest = JSON.parse(s.recentlyViewed || "[]").filter(function (s) { return s !== id; });
      return s.recentlyViewed = JSON.stringify([id].concat(rest).slice(0, 10));
    });
  });

  function pending(button, on) {
    button.disabled = on;
    if (on) button.setAttribute("data-said", "");
    else button.removeAttribute("data-said");
  }
  w.addEventListener("submit", function (event) {
    var button = event.submitter;
    if (!event.defaultPrevented && button && button.dataset.pending)
      setTimeout(function () { pending(button, true); });
  });
  w.addEventListener("pageshow", function (event) {
    if (event.persisted) each("[data-said]", function (button) { pending(button, false); });
  });

  function close(except) {
    each("details[data-menu][open]", function (menu) { if (!menu.contains(except)) menu.open = false; });
  }
  d.addEventListener("keydown", function (event) {
    if (event.key !== "Escape") return;
    var menu = event.target.closest("details[data-menu][open]");
    close(null);
    if (menu) menu.firstElementChild.focus();
  });
  ["pointerdown", "focusin"].forEach(function (name) {
    d.addEventListener(name, function (event) { close(event.target); });
  });
  d.addEventListener("click", function (event) {
    var link = event.target.closest("[data-close]");
    if (!link) return;
    event.preventDefault();
    link.parentNode.hidden = true;
  });
})(document, window);
`;

/** As it goes into the page: without the indentation. */
export const inlineScript = source.trim().replace(/\n\s*/g, "\n");
