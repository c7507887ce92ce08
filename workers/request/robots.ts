/**
 * Words by which programs that read pages name themselves, also those that pretend to be a browser. `cubot`
 * is a make of phones.
 */
const names =
  /(?<!cu)bot|crawl|spider|slurp|preview|headless|lighthouse|facebookexternalhit|inspect|monitor|archive|scan/i;

/** True if a request says that a program sends it: it names no browser, or a known robot. */
export function isRobot(headers: Headers): boolean {
  const name = headers.get("User-Agent") ?? "";
  return !/^(Mozilla|Opera)\//.test(name) || names.test(name);
}
