import type { TicketState } from "#app/contact/ticket.ts";

const tags: Record<TicketState, { label: string; kind: string }> = {
  open: { label: "Waiting for our answer", kind: "wait" },
  answered: { label: "Answered", kind: "ok" },
  closed: { label: "Closed", kind: "" },
};

/** The state of a ticket, for the person who asked. */
export function TicketTag({ state }: { state: TicketState }) {
  const { label, kind } = tags[state];
  return <span className={`tag ${kind}`.trim()}>{label}</span>;
}
