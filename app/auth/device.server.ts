import Bowser from "bowser";

/** A browser's name for its owner, such as "Firefox on Linux". @param userAgent the User-Agent header */
export function deviceName(userAgent: string): string {
  const parser = Bowser.getParser(userAgent || " ");
  const [browser, system] = [parser.getBrowserName(), parser.getOSName()];
  if (browser && system) return `${browser} on ${system}`;
  return browser || system || "Another device";
}
