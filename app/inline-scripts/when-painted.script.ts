/**
 * Starts the framework's scripts of a page that needs them (`scripts: "now"`) when it is painted: on a phone,
 * scripts that are requested with the page delay its paint. page.script.ts starts them. A background tab is
 * not painted, and an old browser does not report it: there they start immediately.
 */
function start(): void {
  document.dispatchEvent(new Event("painted"));
}

try {
  if (document.hidden) start();
  else new PerformanceObserver(start).observe({ type: "paint", buffered: true });
} catch {
  start();
}

export {};
