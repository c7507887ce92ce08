import Bowser from "bowser";

/** A browser as its owner would name it: `Firefox on Linux`. @param userAgent its own words */
export function deviceName(userAgent: string): string {
  const parser = Bowser.getParser(userAgent || " ");
  const [browser, system] = [parser.getBrowserName(), parser.getOSName()];
  if (browser && system) return `${browser} on ${system}`;
  return browser || system || "Another device";
}
