/**
 * The script of a signed-in page (docs/specification.md#sessions): on a timer while the page is visible, and near the token's end, it asks for the
 * next token. A failure is tried again by the next tick. A definite no has ended the session: the page is shown anew as everybody sees
 * it, unless something has been typed into it. It needs no framework and is on no visitor's page.
 *
 * Times in ms: it looks every 30 s, and asks 90 s before the end.
 */
const source = `
(function (d, ends) {
  var timer;
  function typed() {
    return [].some.call(d.querySelectorAll("textarea,input"), function (field) {
      return field.type !== "hidden" && (field.value !== field.defaultValue || field.checked !== field.defaultChecked);
    });
  }
  function look() {
    if (ends - Date.now() > 90000) return;
    fetch("/auth/refresh", { method: "POST" }).then(function (answer) {
      if (answer.ok) return answer.json().then(function (fresh) { ends = Date.now() + fresh.expires_in * 1000; });
      if (answer.status !== 401) return;
      stop();
      d.removeEventListener("visibilitychange", watch);
      if (!typed()) location.reload();
    }, function () {});
  }
  function stop() { clearInterval(timer); }
  function watch() {
    stop();
    if (d.visibilityState !== "visible") return;
    look();
    timer = setInterval(look, 30000);
  }
  d.addEventListener("visibilitychange", watch);
  watch();
})(document, Date.now() + EXPIRES_IN);
`;

const compact = source.trim().replace(/\n\s*/g, "\n");

/** @param expiresIn how long the page's access token still proves who is looking, in ms */
export function keepSignedIn(expiresIn: number): string {
  return compact.replace("EXPIRES_IN", String(Math.max(0, Math.floor(expiresIn))));
}
