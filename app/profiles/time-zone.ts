/** Zones that some runtimes still list under an old name, with the name in use. All runtimes know both. */
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

/** The name in use (IANA) of a time zone. @param name as a runtime reports it */
export function currentZoneName(name: string): string {
  return currentNames[name] ?? name;
}

/** A time zone as it is stored, with its usual capitals; undefined if there is no such zone. */
export function parseTimeZone(name: string): string | undefined {
  // Intl accepts offsets ("+02:00") as zones; we do not.
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    const known = Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
    return currentZoneName(known.toLowerCase() === name.toLowerCase() ? known : name);
  } catch {
    // Intl throws a RangeError for an unknown zone.
    return undefined;
  }
}

/**
 * The zones to choose from, by region ("Europe": ["Europe/Amsterdam", …]). Zones without a region are in
 * "Other".
 * @param chosen a zone to include even if the runtime does not list it
 */
export function timeZones(chosen: string | null): { region: string; zones: string[] }[] {
  const all = [...Intl.supportedValuesOf("timeZone"), "UTC", ...(chosen ? [chosen] : [])];
  const known = new Set(all.map(currentZoneName));
  const regions = Map.groupBy([...known].toSorted(), (zone) =>
    zone.includes("/") ? (zone.split("/")[0] ?? "Other") : "Other",
  );
  return [...regions].map(([region, zones]) => ({ region, zones }));
}

/** The label of a zone within its region: `Argentina/Buenos Aires`. */
export function zoneLabel(zone: string): string {
  return zone.slice(zone.indexOf("/") + 1).replaceAll("_", " ");
}
