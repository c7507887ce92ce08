import { date } from "#app/lib/dates.ts";
import { grace, type LevelFigures, levels, needsFor, shownFigures } from "#app/sellers/level.ts";
import { useTimeZone } from "#app/ui/use-time-zone.ts";

export type LevelReport = {
  level: string | null;
  /** The figures of the last comparison; null before the first one. */
  figures: LevelFigures | null;
  /** Since when the figures call for a lower level, UTC ms; null: they do not. */
  belowSince: number | null;
};

/** The seller's level: the figures that it depends on, and what is needed for the next level. */
export function LevelPanel({ level, figures, belowSince }: LevelReport) {
  const name = level ?? levels[0].name;
  const timeZone = useTimeZone();
  return (
    <section className="mt-6">
      <h2 className="mb-3">Your level</h2>
      <div className="panel stack">
        <p>
          <b>{name}</b>
        </p>
        {figures ? (
          <Figures figures={figures} level={level} />
        ) : (
          <p className="muted">We update levels once a day. Your numbers will be here tomorrow.</p>
        )}
        {belowSince === null ? null : (
          <p>{`Your numbers are below ${name}. If they stay there, the level changes on ${date(belowSince + grace, timeZone)}.`}</p>
        )}
      </div>
    </section>
  );
}

function Figures({ figures, level }: { figures: LevelFigures; level: string | null }) {
  const { rating, onTime } = shownFigures(figures);
  const next = needsFor(level, figures);
  return (
    <>
      <dl className="kv">
        <dt>Completed orders</dt>
        <dd>{figures.completed}</dd>
        <dt>Average rating, 12 months</dt>
        <dd>{rating}</dd>
        <dt>On time, 12 months</dt>
        <dd>{onTime}</dd>
      </dl>
      {next === null ? null : (
        <div>
          <h3>{`What you need to reach ${next.next}`}</h3>
          {next.needs.length > 0 ? (
            <ul className="dots">
              {next.needs.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          ) : (
            <p>Nothing more: your level rises at the next daily update.</p>
          )}
        </div>
      )}
    </>
  );
}
