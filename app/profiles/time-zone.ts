/** Zones that some runtimes still list under an old name, with the current name. All runtimes know both. */
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

/** The current name (IANA) of a time zone. @param name as a runtime reports it */
export function currentZoneName(name: string): string {
  return currentNames[name] ?? name;
}

/** A time zone as it is stored, in its usual capitalization; undefined if there is no such zone. */
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
 * The runtime's zones, sorted. Cached, because listing them takes longer than the rest of the page's form.
 */
let listed: string[] | undefined;

/** The zones to choose from. @param chosen a zone to include even if the runtime does not list it */
function timeZones(chosen: string | undefined): string[] {
  listed ??= [
    ...new Set([...(Intl.supportedValuesOf?.("timeZone") ?? []), "UTC"].map(currentZoneName)),
  ].sort();
  return chosen && !listed.includes(chosen) ? [...listed, chosen].sort() : listed;
}

/**
 * The HTML of the options of all zones, in groups by region. Zones without a region are in "Other".
 * @param chosen the selected zone; ignored if there is no such zone
 */
export function zoneOptions(chosen: string): string {
  const option = (zone: string, label: string) =>
    `<option value="${zone}"${zone === chosen ? " selected" : ""}>${label}</option>`;
  const groups = new Map<string, string>();
  for (const zone of timeZones(parseTimeZone(chosen))) {
    const slash = zone.indexOf("/");
    const region = slash < 0 ? "Other" : zone.slice(0, slash);
    const label = zone.slice(slash + 1).replaceAll("_", " ");
    groups.set(region, (groups.get(region) ?? "") + option(zone, label));
  }
  const regions = [...groups].map(([region, options]) => `<optgroup label="${region}">${options}</optgroup>`);
  return option("", "Not set") + regions.join("");
}
