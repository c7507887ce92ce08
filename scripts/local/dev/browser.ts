// Shows edits in the page (workers/local/dev.ts adds this script to each). Vite replaces the components of a
// page whose scripts run. The texts of its stylesheets are in the page itself.

/** False on a page that waits for the visitor's first input, and on a page without scripts. */
const runsScripts = () => "__remixRouter" in window;

import.meta.hot?.on("vite:beforeUpdate", (update) => {
  if (!runsScripts()) location.reload();
  // Vite would wait for links to stylesheets, which the page does not load.
  update.updates = update.updates.filter(({ type }) => type === "js-update");
  problem.remove();
});
import.meta.hot?.on("handiwork:styles", () => void showStyles());
import.meta.hot?.on("vite:error", ({ err }) => showProblem(err.message));

/** Fetches the styles that the server would now put into this page. */
async function showStyles(): Promise<void> {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const shown of document.querySelectorAll("style[id]")) {
    const text = page.getElementById(shown.id)?.textContent;
    if (text && shown.textContent !== text) shown.textContent = text;
  }
}

const problem = document.createElement("pre");

/** Shown above the page until the next working edit. Its style is set in a way that the policy allows. */
function showProblem(message: string): void {
  problem.textContent = message;
  problem.setAttribute("role", "alert");
  problem.style.cssText =
    "position:fixed;inset:auto 0 0;z-index:9999;max-height:60vh;overflow:auto;margin:0;padding:1rem;background:#2b0b0b;color:#ffe3e3;font:14px/1.5 monospace;white-space:pre-wrap";
  document.body.appendChild(problem);
}
