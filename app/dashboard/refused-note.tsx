import { Link } from "@remix-run/react";
import { linksTo } from "#app/navigation.ts";
import { Note } from "#app/ui/note.tsx";

/** Tells a seller whom an operator has refused why, and what remains. @param reason null: none was given */
export function RefusedNote({ reason }: { reason: string | null }) {
  return (
    <div className="mt-5">
      <Note kind="bad" title="You can no longer sell here">
        {reason === null ? null : <p>{`The reason: ${reason}`}</p>}
        <p>Services you had are hidden. Open orders continue.</p>
        <p>
          {linksTo("/contact").map(({ to }) => (
            <Link key={to} to={to}>
              Ask us about it
            </Link>
          ))}
        </p>
      </Note>
    </div>
  );
}
