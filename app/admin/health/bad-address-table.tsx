import type { DecisionReply } from "#app/admin/decision.ts";
import { type Column, Table } from "#app/admin/table.tsx";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import type { ListedAddress } from "#app/outbox/bad-addresses.server.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";
import { Note } from "#app/ui/note.tsx";

const columns: Column<ListedAddress>[] = [
  { label: "Address", cell: ({ address }) => address },
  {
    label: "Account",
    cell: ({ userId, username }) =>
      userId === null ? "a visitor" : <a href={href("/admin/users/:id", { id: userId })}>{`@${username}`}</a>,
  },
  { label: "Since", kind: "num", cell: ({ at }) => dateTime(at) },
  { label: "The provider said", kind: "why", cell: ({ detail }) => detail },
  {
    label: "Action",
    isAction: true,
    cell: ({ address }) => (
      <Submit className="btn" name="again" value={`address:${address}`} pendingText="Processing...">
        This address works again
      </Submit>
    ),
  },
];

/** The addresses that bounce, and the form that takes one off the list. */
export function BadAddressTable({ rows, reply }: { rows: ListedAddress[]; reply: DecisionReply | null }) {
  const title = "Addresses that bounce";
  if (rows.length === 0 && !reply) return null;
  return (
    <section id="addresses" className="mt-6">
      <h2 className="mb-3">{title}</h2>
      <p className="mb-3">
        We don't email them until their owners confirm or change them. These are the newest 50.
      </p>
      <form method="post" noValidate>
        <input type="hidden" name="intent" value={clearIntent} />
        {reply?.formError ? <Note kind="bad" title={reply.formError} /> : null}
        <Field
          id="address-reason"
          name="reason"
          label="Reason why the address works again"
          hint="At least 10 characters. First take it off the provider's own suppression list."
          required
          multiline
          rows={2}
          defaultValue={reply?.reason ?? ""}
          error={reply?.errors.reason ?? undefined}
        />
        <div className="mt-3">
          <Table label={title} columns={columns} rows={rows} keyOf={({ address }) => address} />
        </div>
      </form>
    </section>
  );
}

export const clearIntent = "clear-address";
