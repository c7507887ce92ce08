import { useEffect, useRef, useState } from "react";
import { currentZoneName, zoneLabel } from "#app/profiles/time-zone.ts";
import { Icon } from "#app/ui/icon.tsx";

type Props = {
  regions: { region: string; zones: string[] }[];
  /** Empty if the user has not chosen a zone. */
  chosen: string;
  error?: string[];
};

/** The time zone. With scripts, a button offers the browser's own zone; it is never set without a click. */
export function TimeZoneField({ regions, chosen, error }: Props) {
  const select = useRef<HTMLSelectElement>(null);
  const [offered, setOffered] = useState<string | null>(null);
  useEffect(() => {
    const zone = currentZoneName(Intl.DateTimeFormat().resolvedOptions().timeZone);
    if (select.current?.value === "" && regions.some(({ zones }) => zones.includes(zone))) setOffered(zone);
  }, [regions]);

  const applyOffered = () => {
    if (!select.current || !offered) return;
    select.current.value = offered;
    select.current.focus();
    setOffered(null);
  };
  return (
    <div className="field">
      <label htmlFor="timeZone">Time zone</label>
      <span className="hint" id="timeZone-h">
        So that others know what time it is for you.
      </span>
      <select
        ref={select}
        className="in"
        id="timeZone"
        name="timeZone"
        defaultValue={chosen}
        aria-describedby={error ? "timeZone-e timeZone-h" : "timeZone-h"}
        aria-invalid={error ? true : undefined}
      >
        <option value="">Not set</option>
        {regions.map(({ region, zones }) => (
          <optgroup key={region} label={region}>
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {zoneLabel(zone)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      {error ? (
        <p className="err" id="timeZone-e">
          <Icon name="alert" />
          {error[0]}
        </p>
      ) : null}
      {offered ? (
        <button type="button" className="btn small mt-3" onClick={applyOffered}>
          {`Use ${offered.replaceAll("_", " ")}`}
        </button>
      ) : null}
    </div>
  );
}
