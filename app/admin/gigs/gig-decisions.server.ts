import { eq, sql } from "drizzle-orm";
import { audited, type Decision, runAudited } from "#app/admin/audit.server.ts";
import { reasonsGiven } from "#app/admin/reasons-given.server.ts";
import type { Capabilities, Db } from "#app/context.ts";
import * as deniedChanges from "#app/gigs/drafts/denied-changes.server.ts";
import { type GigDecision, refusalToDecide } from "#app/gigs/gig-state.ts";
import * as gigTransitions from "#app/gigs/gig-transitions.server.ts";
import { refuse, refuseIf } from "#app/lib/refusal.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import type { FoundBy } from "#app/statements/statement.ts";
import { gigs } from "#drizzle/schema.ts";

/** Finds what a decision on a gig depends on; null if there is no such gig. */
export async function find(db: Db, id: string) {
  const [gig] = await db
    .select({
      id: gigs.id,
      title: gigs.title,
      sellerId: gigs.sellerId,
      state: gigs.state,
      listed: gigs.listed,
      version: gigs.version,
      isWaiting: deniedChanges.isWaiting(sql`gigs.id`).mapWith(Boolean),
      // Both the account and the registration can end the right to sell.
      maySell: sql<boolean>`${gigTransitions.maySell(gigs.sellerId)}`.mapWith(Boolean),
    })
    .from(gigs)
    .where(eq(gigs.id, id));
  return gig ?? null;
}

/** Finds a chosen gig, and what it is called. @throws Refusal if there is none */
export async function findNamed(db: Db, id: string) {
  const row = (await find(db, id)) ?? refuse("stale", "There is no such gig");
  return { row, name: row.title };
}

type DecidedGig = NonNullable<Awaited<ReturnType<typeof find>>>;

/** Statements: why a gig is denied, and the email that says so. @param at UTC ms */
export function denialGiven(
  db: Db,
  { id, sellerId }: Pick<DecidedGig, "id" | "sellerId">,
  foundBy: FoundBy,
  decision: Decision,
  at: number,
) {
  const denial = { kind: "denial", subjectId: id, userId: sellerId, foundBy, mailSubject: id } as const;
  return reasonsGiven(db, denial, decision, at);
}

const changed = "This service has changed. Look at it again before you decide.";

/**
 * Writes an operator's decision on a gig in one batch: the audit row, the event that claims it, the state,
 * the end of its waiting changes, and the email.
 * @param version the one that the operator saw
 * @throws Refusal
 */
export async function run(
  { db, clock }: Pick<Capabilities, "db" | "clock">,
  action: GigDecision,
  gig: DecidedGig,
  version: number,
  decision: Decision,
): Promise<void> {
  const operatorId = decision.operator.id;
  if (gig.sellerId === operatorId) refuse("refused", "You can't decide about your own service");
  refuseIf("stale", gig.version === version ? refusalToDecide(action, gig) : changed);
  const at = clock.now();
  const [changes, told] =
    action === "deny"
      ? [
          gigTransitions.denied(db, gig, decision.reason, operatorId, at),
          denialGiven(db, gig, "operator", decision, at),
        ]
      : [
          gigTransitions.allowed(db, gig, operatorId, at),
          [outbox.mail(db, "gig_allowed", gig.sellerId, gig.id, at)],
        ];
  const statements = [
    ...audited(db, `${action}-gig`, gig.id, decision, at),
    ...changes,
    ...deniedChanges.ended(db, sql`gigs.id = ${gig.id}`, at),
    ...told,
  ] as const;
  const result = await runAudited(() => db.batch(statements), gigTransitions.isLostRace);
  if (result === "changed") refuse("stale", changed);
}
