import { proposalTitle } from "#app/admin/approvals/proposal.ts";
import { href } from "#app/lib/href.ts";
import { Note } from "#app/ui/note.tsx";

type Proposed = { action: string; cents: number };

function waitingTitle(proposal: Proposed): string {
  return `Waiting for a second operator: ${proposalTitle(proposal)}`;
}

/** Says that a decision about the page's subject waits for a second operator. */
export function WaitingNote({ proposal }: { proposal: Proposed | null }) {
  return proposal ? (
    <Note kind="amber" title={waitingTitle(proposal)}>
      <p>
        <a className="more" href={href("/admin/approvals")}>
          See Approvals
        </a>
      </p>
    </Note>
  ) : null;
}

/** The same for a row of a list. */
export function WaitingLink(proposal: Proposed) {
  return (
    <p>
      <a className="more" href={href("/admin/approvals")}>
        {waitingTitle(proposal)}
      </a>
    </p>
  );
}
