import type { ComparedPicture, MarkedText, TextsDifference } from "#app/gigs/drafts/compare-texts.ts";
import { dateTime } from "#app/lib/dates.ts";
import { Picture } from "#app/ui/picture.tsx";

/** What the seller of a denied gig has changed. `since`: when the first change was submitted, UTC ms. */
export type GigDifference = TextsDifference & { id: string; since: number };

/** The denied text and the latest one, side by side: only the differences, with the changes marked. */
export function ChangedTexts({ difference }: { difference: GigDifference }) {
  const { fields, pictures, since } = difference;
  return (
    <div className="stack">
      <p>{`The seller changed it. It has been waiting since ${dateTime(since)}.`}</p>
      {fields.map(({ name, label, old, now }) => (
        <div key={name}>
          <h3>{label}</h3>
          <div className="compared">
            <Text title="Denied" text={old} />
            <Text title="Now" text={now} />
          </div>
        </div>
      ))}
      {pictures ? (
        <div>
          <h3>Pictures</h3>
          <div className="compared">
            <Pictures title="Denied" pictures={pictures.old} />
            <Pictures title="Now" pictures={pictures.now} />
          </div>
        </div>
      ) : null}
    </div>
  );
}

function Text({ title, text: { before, changed, after } }: { title: string; text: MarkedText }) {
  const isEmpty = before === "" && changed === "" && after === "";
  return (
    <div>
      <h4>{title}</h4>
      {isEmpty ? (
        <p className="muted">Empty</p>
      ) : (
        <p className="whitespace-pre-wrap">
          {before}
          {changed === "" ? null : <mark>{changed}</mark>}
          {after}
        </p>
      )}
    </div>
  );
}

function Pictures({ title, pictures }: { title: string; pictures: ComparedPicture[] }) {
  return (
    <div>
      <h4>{title}</h4>
      {pictures.length === 0 ? <p className="muted">None</p> : null}
      <ul className="stack">
        {pictures.map(({ key, alt }) => (
          <li key={key}>
            <Picture src={`/images/${key}`} title={alt} letter="?" width={320} height={240} widths={[320]} />
            <p className="small">{alt}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
