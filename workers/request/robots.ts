/**
 * Words in the User-Agent of robots, including those that pretend to be a browser. `cubot` is a phone brand.
 */
const names =
  /(?<!cu)bot|crawl|spider|slurp|preview|headless|lighthouse|facebookexternalhit|inspect|monitor|archive|scan/i;

/** True if a request identifies itself as a program: no browser, or a known robot. */
export function isRobot(headers: Headers): boolean {
  const name = headers.get("User-Agent") ?? "";
  return !/^(Mozilla|Opera)\//.test(name) || names.test(name);
}
