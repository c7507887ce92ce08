import { entryTitles, type TicketEntryView } from "#app/contact/ticket.ts";

/** The entries of a ticket, in order. They are plain text, whatever they look like. */
export function TicketThread({ entries }: { entries: TicketEntryView[] }) {
  return (
    <ol className="lines panel">
      {entries.map(({ seq, kind, by, text, at }) => (
        <li key={seq}>
          <p className="small muted">
            <b>{kind === "checked" ? entryTitles.checked : `${by} ${entryTitles[kind]}`}</b>
            {`, ${at}`}
          </p>
          {text === null ? null : (
            <p className="whitespace-pre-wrap break-words mt-3" dir="auto">
              {text}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
