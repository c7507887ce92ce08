import { proposalTitle } from "#app/admin/approvals/proposal.ts";
import { href } from "#app/lib/href.ts";
import { Note } from "#app/ui/note.tsx";

/** Says that a decision about the page's subject waits for a second operator. */
export function WaitingNote({ proposal }: { proposal: { action: string; cents: number } | null }) {
  return proposal ? (
    <Note kind="amber" title={`Waits for a second operator: ${proposalTitle(proposal)}`}>
      <p>
        <a className="more" href={href("/admin/approvals")}>
          See Approvals
        </a>
      </p>
    </Note>
  ) : null;
}
