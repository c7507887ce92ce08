import { Link } from "@remix-run/react";
import type { DashboardSeller } from "#app/dashboard/dashboard-seller.server.ts";
import { linksTo } from "#app/navigation.ts";
import { RuleAndAppeal } from "#app/statements/rule-and-appeal.tsx";
import { Note } from "#app/ui/note.tsx";

/** Tells a seller why an operator has refused them, and what they can still do. */
export function RefusedNote({ seller: { refusal, reasons } }: { seller: DashboardSeller }) {
  return (
    <div className="mt-5">
      <Note kind="bad" title="You can no longer sell here">
        {refusal === null ? null : <p>{`The reason: ${refusal}`}</p>}
        <RuleAndAppeal reasons={reasons} />
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
