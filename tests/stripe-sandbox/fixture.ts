import fixtures from "./stripe.fixtures.json";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
const kindOf = (value: Json) => (Array.isArray(value) ? "array" : value === null ? "null" : typeof value);

/**
 * The paths at which a key of the fixture is missing from our object, or has another JSON type there. Null
 * matches any type.
 */
const differences = (fixture: Json, ours: Json, path: string): string[] => {
  const [theirs, mine] = [kindOf(fixture), kindOf(ours)];
  if (theirs === "null" || mine === "null") return [];
  if (theirs !== mine) return [`${path}: ${mine}, not ${theirs}`];
  if (theirs !== "object" || mine !== "object") return [];
  const [a, b] = [fixture as { [key: string]: Json }, ours as { [key: string]: Json }];
  return Object.keys(a).flatMap((key) => {
    const value = b[key];
    return value === undefined
      ? [`${path}.${key}: missing`]
      : differences(a[key] ?? null, value, `${path}.${key}`);
  });
};

/** How an object differs from a fixture in its keys and types; keys in `except` may be anything. */
export const differencesTo = (
  name: keyof typeof fixtures,
  object: object,
  except: string[] = [],
): string[] => {
  const fixture = Object.fromEntries(Object.entries(fixtures[name]).filter(([key]) => !except.includes(key)));
  return differences(fixture as Json, JSON.parse(JSON.stringify(object)) as Json, "");
};
