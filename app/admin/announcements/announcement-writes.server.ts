import { and, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import {
  type DecisionName,
  decisions,
  refusalToDecision,
} from "#app/admin/announcements/announcement-page.ts";
import { type AuditFacts, audited, type Decision, runAudited } from "#app/admin/audit.server.ts";
import { auditText } from "#app/admin/catalogue/topic.ts";
import {
  type Announcement,
  type AnnouncementText,
  announcementKinds,
  refusalToDate,
} from "#app/announcements/announcement.ts";
import { find } from "#app/announcements/announcements.server.ts";
import type { Capabilities, Db } from "#app/context.ts";
import * as mails from "#app/emails/send-emails.server.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { date, hour, second } from "#app/lib/dates.ts";
import * as guards from "#app/lib/guards.server.ts";
import { refuse, refuseField } from "#app/lib/refusal.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { announcements, auditLog } from "#drizzle/schema.ts";

// What operators do with announcements (docs/specification.md#operator-announcements). Each write has an
// audit row.

type Deps = Pick<Capabilities, "db" | "clock">;

/** What a write of one announcement needs. `version`: the one that the operator saw. */
export type About = { announcement: Announcement; version: number; decision: Decision };

const changed = "This was changed in the meantime. Review it and try again.";

/** Writes a draft. @param id chosen by the page @returns its id @throws Refusal */
export async function write(
  deps: Deps,
  id: string,
  typed: AnnouncementText,
  decision: Decision,
): Promise<string> {
  const { db, clock } = deps;
  const at = clock.now();
  requireDate(typed, at);
  const facts = { before: "nothing", after: told(typed) };
  const { kind, subject, text, effectiveAt } = typed;
  const operatorId = decision.operator.id;
  try {
    await db.batch([
      ...audited(db, "write-announcement", id, decision, at, facts),
      db.insert(announcements).values({
        ...{ id, kind, subject, text, effectiveAt, state: "draft", version: 1, operatorId, createdAt: at },
      }),
    ]);
    return id;
  } catch (error) {
    if (!brokeUnique(error, "announcements.id")) throw error;
    const earlier = await find(db, id);
    // The button was pressed twice, or the same page was used for another text.
    if (earlier?.operatorId === operatorId && isSame(earlier, typed)) return id;
    return await write(deps, crypto.randomUUID(), typed, decision);
  }
}

/** Changes a draft. @throws Refusal */
export async function edit(deps: Deps, about: About, typed: AnnouncementText): Promise<void> {
  const { db, clock } = deps;
  const { announcement, version } = about;
  const { kind, subject, text, effectiveAt } = typed;
  requireDate(typed, clock.now());
  if (isSame(announcement, typed)) {
    // The button was pressed twice.
    if (version < announcement.version) return;
    refuseField("subject", "You have not changed anything");
  }
  const facts = { before: told(announcement, typed), after: told(typed, announcement) };
  const result = await change(deps, about, "draft", "edit-announcement", facts, [
    db
      .update(announcements)
      .set({ kind, subject, text, effectiveAt, version: sql`version + 1` })
      .where(eq(announcements.id, announcement.id)),
  ]);
  if (result === "done") return;
  const now = await find(db, announcement.id);
  if (!now || !isSame(now, typed)) refuse("stale", changed);
}

/** Sends, stops, continues or deletes an announcement. @throws Refusal */
export async function decide(deps: Deps, name: DecisionName, about: About): Promise<void> {
  const { db, clock } = deps;
  const { announcement } = about;
  const at = clock.now();
  const own = and(eq(announcements.id, announcement.id), eq(announcements.state, decisions[name].from));
  const changes = {
    send: { state: "running", startedAt: at, lastNumber: highestNumber },
    stop: { state: "stopped" },
    resume: { state: "running" },
  } as const;
  const write =
    name === "delete"
      ? db.delete(announcements).where(own)
      : db
          .update(announcements)
          .set({ version: sql`version + 1`, ...changes[name] })
          .where(own);
  const facts = name === "delete" ? { before: told(announcement), after: "nothing" } : {};
  const isPossible = refusalToDecision(name, announcement, at) === null;
  const result = isPossible
    ? await change(deps, about, decisions[name].from, `${name}-announcement`, facts, [write])
    : "changed";
  if (result === "done") return;
  const now = await find(db, announcement.id);
  // The button was pressed twice: what was asked for is already done.
  const isThere =
    now === null ? name === "delete" : about.version < now.version && wanted[name].includes(now.state);
  if (!isThere) refuse("stale", (now && refusalToDecision(name, now, at)) || changed);
}

/** The states after a decision. */
const wanted: Record<DecisionName, Announcement["state"][]> = {
  send: ["running", "done"],
  stop: ["stopped"],
  resume: ["running", "done"],
  delete: [],
};

/** True if this was a draft, and an operator has deleted it. */
export async function wasDeleted(db: Db, id: string): Promise<boolean> {
  const rows = await db
    .select({ number: auditLog.number })
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, id), eq(auditLog.action, "delete-announcement")))
    .limit(1);
  return rows.length > 0;
}

const highestNumber = sql`(select ifnull(max(number), 0) from users)`;

/** How many test emails of each kind an operator gets per hour. */
const testsPerHour = 10;

/** Sends the email to the operator alone. @returns true if it was sent immediately @throws Refusal */
export async function test(deps: Parameters<typeof mails.sendIfDue>[0], about: About): Promise<boolean> {
  const { db, clock } = deps;
  const { announcement, decision } = about;
  const at = clock.now();
  const { mail } = announcementKinds[announcement.kind];
  const { operator } = decision;
  if (await outbox.wasMailedSince(db, mail, operator.id, at - hour, testsPerHour))
    refuse("over", `You can send ${testsPerHour} tests an hour. Please wait.`, { wait: hour / second });
  const id = crypto.randomUUID();
  const result = await change(deps, about, announcement.state, "test-announcement", {}, [
    outbox.mailOnce(db, id, mail, operator.id, announcement.id, at),
  ]);
  if (result === "changed") refuse("stale", changed);
  return await mails.sendIfDue(deps, id);
}

/** Runs statements if the announcement is as the operator saw it. */
async function change(
  { db, clock }: Deps,
  { announcement: { id }, version, decision }: About,
  state: Announcement["state"],
  action: string,
  facts: AuditFacts,
  statements: BatchItem<"sqlite">[],
) {
  return await runAudited(() =>
    db.batch([
      guards.that(
        db,
        "subject-unchanged",
        sql`(select version from announcements where id = ${id} and state = ${state}) = ${version}`,
      ),
      ...audited(db, action, id, decision, clock.now(), facts),
      ...statements,
    ]),
  );
}

/** @throws Refusal if an announcement with this date could not be sent now */
function requireDate(typed: AnnouncementText, at: number): void {
  const refusal = refusalToDate(typed, at);
  if (refusal) refuseField("effective", refusal);
}

const isSame = (one: AnnouncementText, other: AnnouncementText) =>
  (["kind", "subject", "text", "effectiveAt"] as const).every((name) => one[name] === other[name]);

/** An announcement as an audit row describes it. @param other its text before or after the change */
function told({ kind, subject, text, effectiveAt }: AnnouncementText, other?: AnnouncementText): string {
  const day = effectiveAt === null ? "" : `, takes effect on ${date(effectiveAt)}`;
  return `${announcementKinds[kind].label} ‘${subject}’${day}: ‘${auditText(text, other?.text)}’`;
}
