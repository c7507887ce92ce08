import { audited, type Decision, runAudited, type WriteResult } from "#app/admin/audit.server.ts";
import type { Capabilities } from "#app/context.ts";
import * as badAddresses from "#app/outbox/bad-addresses.server.ts";

/**
 * Says that an address takes email again (docs/specification.md#bad-addresses).
 * @returns `changed` if it is not on the list
 */
export async function clear(
  { db, clock }: Pick<Capabilities, "db" | "clock">,
  address: string,
  decision: Decision,
): Promise<WriteResult> {
  const subject = badAddresses.clearable(address, await badAddresses.subjectOf(address));
  return await runAudited(() =>
    db.batch([
      ...audited(db, "clear-address", subject, decision, clock.now()),
      badAddresses.cleared(db, address),
    ]),
  );
}
