/** Names that cities have had since runtimes wrote their lists; both are known everywhere. */
const currentNames: Record<string, string> = {
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Godthab": "America/Nuuk",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
};

/** A time zone under the name that is in use (IANA). @param name as a runtime says it */
export function currentZoneName(name: string): string {
  return currentNames[name] ?? name;
}

/** A time zone as it is stored: as it was chosen, in its own upper and lower case; undefined: there is none of that name. */
export function parseTimeZone(name: string): string | undefined {
  // An offset ("+02:00") is a zone for Intl too, and nobody's.
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    const known = Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
    return currentZoneName(known.toLowerCase() === name.toLowerCase() ? known : name);
  } catch {
    // A RangeError is how it says no.
    return undefined;
  }
}

/** The zones that can be chosen, by region ("Europe": ["Europe/Amsterdam", …]); those without one stand under "Other". */
export function timeZones(chosen: string | null): { region: string; zones: string[] }[] {
  const all = [...Intl.supportedValuesOf("timeZone"), "UTC", ...(chosen ? [chosen] : [])];
  const known = new Set(all.map(currentZoneName));
  const regions = Map.groupBy([...known].toSorted(), (zone) =>
    zone.includes("/") ? (zone.split("/")[0] ?? "Other") : "Other",
  );
  return [...regions].map(([region, zones]) => ({ region, zones }));
}

/** A zone within its region, as people write it: `Argentina/Buenos Aires`. */
export function zoneLabel(zone: string): string {
  return zone.slice(zone.indexOf("/") + 1).replaceAll("_", " ");
}
