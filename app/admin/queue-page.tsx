import type { ReactNode } from "react";
import { AdminFrame, type FrameProps } from "#app/admin/admin-frame.tsx";
import { Empty } from "#app/ui/empty.tsx";

type Props = FrameProps & {
  title: string;
  /** Next to the title. */
  aside?: ReactNode;
  filters?: ReactNode;
  /** Shown instead of the rows if there are none; null if there are rows. */
  empty?: ReactNode;
  /** Addresses; null if there is no such page. */
  pages?: { newest: string | null; older: string | null };
  children?: ReactNode;
};

/** A list page of the console: title, filters, rows or an empty state, and links to other pages. */
export function QueuePage({ current, stuck, title, aside, filters, empty, pages, children }: Props) {
  return (
    <AdminFrame current={current} stuck={stuck}>
      <div className="head">
        <h1 className="stitch">{title}</h1>
        {aside}
      </div>
      {filters}
      {empty ?? children}
      {pages ? <Pages {...pages} /> : null}
    </AdminFrame>
  );
}

function Pages({ newest, older }: { newest: string | null; older: string | null }) {
  if (newest === null && older === null) return null;
  return (
    <nav className="pages" aria-label="Pages">
      {newest === null ? null : <a href={newest}>Newest</a>}
      {older === null ? null : (
        <a href={older} rel="next">
          Older
        </a>
      )}
    </nav>
  );
}

type NoMatchesProps = {
  /** Why the text was not searched for; null if it was. */
  refusal: string | null;
  /** What can be searched for. */
  hint: string;
  /** True if older rows have not been examined yet. */
  hasOlder?: boolean;
  unfinished?: { title: string; text: string };
  none: { title: string; text: string };
};

/** The empty state of a search: refused, unfinished, or without a match. */
export function NoMatches({ refusal, hint, hasOlder, unfinished, none }: NoMatchesProps) {
  if (refusal) return <Empty title={refusal} text={hint} />;
  return <Empty {...(hasOlder && unfinished ? unfinished : none)} />;
}
