import type { DecisionReply } from "#app/admin/decision.ts";
import { Pager, pagesOf } from "#app/admin/queue-page.tsx";
import { type Column, Table } from "#app/admin/table.tsx";
import { UserLink } from "#app/admin/users/user-link.tsx";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import type { ListedAddress } from "#app/outbox/bad-addresses.server.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";

const columns: Column<ListedAddress>[] = [
  { label: "Address", cell: ({ address }) => address },
  {
    label: "Account",
    cell: ({ userId, username }) =>
      userId === null ? "a visitor" : <UserLink id={userId} username={username} />,
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

/** A page of the addresses. `after`: the number of the last row before it; `next`: of the last row on it. */
type AddressPage = { shown: ListedAddress[]; after: number | null; next: number | null };

/** The addresses that bounce, and the form that removes one from the list. */
export function BadAddressTable({ page, reply }: { page: AddressPage; reply: DecisionReply | null }) {
  const title = "Addresses that bounce";
  const { shown, after, next } = page;
  if (shown.length === 0 && after === null && !reply) return null;
  return (
    <section id="addresses" className="mt-6">
      <h2 className="mb-3">{title}</h2>
      <p className="mb-3">We don't email them until their owners confirm or change them. Newest first.</p>
      <form method="post" noValidate>
        <input type="hidden" name="intent" value={clearIntent} />
        {reply?.formError ? <RefusalNote title={reply.formError} /> : null}
        <ErrorSummary errors={{ "address-reason": reply?.errors.reason }} />
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
          <Table label={title} columns={columns} rows={shown} keyOf={({ address }) => address} />
        </div>
      </form>
      <Pager {...pagesOf(pathOf, { after }, next)} />
    </section>
  );
}

const pathOf = ({ after }: { after: number | null }) =>
  `${href("/admin/health")}${after === null ? "" : `?addresses=${after}`}#addresses`;

export const clearIntent = "clear-address";
