import { useEffect, useMemo, useRef, useState } from "react";
import { currentZoneName, zoneOptions } from "#app/profiles/time-zone.ts";
import { Icon } from "#app/ui/icon.tsx";

type Props = {
  /** Empty if the user has not chosen a zone. */
  chosen: string;
  error?: string[];
};

/**
 * The time zone. If none is set, a button offers the browser's own zone (with scripts). The
 * options are raw HTML, which React hydrates without a copy in its data. So the page contains the zones once,
 * and a browser may know zones that the server does not.
 */
export function TimeZoneField({ chosen, error }: Props) {
  const select = useRef<HTMLSelectElement>(null);
  const options = useMemo(() => zoneOptions(chosen), [chosen]);
  const [offered, setOffered] = useState<string | null>(null);
  useEffect(() => {
    const zone = currentZoneName(Intl.DateTimeFormat().resolvedOptions().timeZone);
    const known = [...(select.current?.options ?? [])];
    if (select.current?.value === "" && known.some(({ value }) => value === zone)) setOffered(zone);
  }, []);

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
        We show you times in this zone, and others see what time it is for you.
      </span>
      <select
        ref={select}
        className="in"
        id="timeZone"
        name="timeZone"
        aria-describedby={error ? "timeZone-e timeZone-h" : "timeZone-h"}
        aria-invalid={error ? true : undefined}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: names of zones, which contain no markup
        dangerouslySetInnerHTML={{ __html: options }}
      />
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
