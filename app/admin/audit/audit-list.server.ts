import { type SQL, sql } from "drizzle-orm";
import type { AuditSearch } from "#app/admin/audit/audit-search.ts";
import { beyond, pageOf, rowsPerPage } from "#app/admin/list-page.server.ts";
import { refusalToText } from "#app/admin/list-search.ts";
import { countIn } from "#app/contact/ticket.ts";
import type { Db } from "#app/context.ts";
import { day } from "#app/lib/dates.ts";
import type { auditLog } from "#drizzle/schema.ts";

/** How many rows are examined for one page. The next page continues from there. */
const maxExamined = 150;

/** A row of the audit log, with its operator's username. At most one of the subjects is not null. */
export type AuditEntry = Omit<typeof auditLog.$inferSelect, "operatorId"> & {
  operator: string | null;
  /** The person, and their username. */
  userId: string | null;
  username: string | null;
  orderId: string | null;
  /** The gig's title. */
  gig: string | null;
  ticket: number | null;
  ticketAt: number | null;
  conversationId: string | null;
};

/**
 * Lists a page of the audit log, newest first, with the operators and actions to filter it by. An operator or
 * action that the log does not know is ignored. The rows read do not grow with the log: the most selective
 * filter scans its index, and the others apply to what it finds.
 * @returns `search`: the filters that were applied
 */
export async function list(db: Db, typed: AuditSearch) {
  const [operators, actions] = await Promise.all([
    // One lookup in the index for each operator.
    db.all<{ id: string; username: string }>(sql`
      with recursive o(id) as (select min(operator_id) from audit_log
        union all select (select min(operator_id) from audit_log where operator_id > o.id) from o where o.id is not null)
      select p.id, p.username from o join profiles p on p.id = o.id order by p.username limit 100`),
    db.all<{ name: string }>(sql`select name from audit_actions order by name`),
  ]);
  const operator = operators.find(({ username }) => username === typed.operator);
  const search = {
    ...typed,
    operator: operator?.username ?? "",
    action: actions.some(({ name }) => name === typed.action) ? typed.action : "",
  };
  return {
    search,
    operators: operators.map(({ username }) => username),
    actions: actions.map(({ name }) => name),
    ...(await listEntries(db, search, operator?.id ?? null)),
  };
}

type Examined = Pick<typeof auditLog.$inferSelect, "number" | "operatorId" | "action" | "at">;

/** @param operator the operator's id; null: any */
async function listEntries(db: Db, search: AuditSearch, operator: string | null) {
  if (refusalToText(search.q)) return { rows: [], next: null };
  const { q, day: text, action } = search;
  // A single filter is the scan itself, so it needs to read only one page.
  const filters = [q, text, search.operator, action].filter((value) => value !== "").length;
  const most = filters < 2 ? rowsPerPage + 1 : maxExamined;
  const examined = await db.all<Examined>(sql`
    select * from (${scanOf(search, operator, most)}) order by ${text ? sql`at desc, number desc` : sql`number desc`} limit ${most}`);
  const { shown, next } = pageOf(examined.filter((row) => fits(row, search, operator)));
  const last = examined.length === maxExamined ? (examined.at(-1)?.number ?? null) : null;
  const found = await find(
    db,
    shown.map(({ number }) => number),
  );
  const rows = shown.flatMap(({ number }) => found.find((entry) => entry.number === number) ?? []);
  return { rows, next: next ?? last };
}

/** The other filters, applied to the rows of the scan. @param operator the id; null: any */
function fits(row: Examined, { operator: name, action, day: text }: AuditSearch, operator: string | null) {
  const start = Date.parse(text);
  return (
    (name === "" || row.operatorId === operator) &&
    (action === "" || row.action === action) &&
    (text === "" || (row.at >= start && row.at < start + day))
  );
}

async function find(db: Db, numbers: number[]): Promise<AuditEntry[]> {
  return await db.all<AuditEntry>(sql`
    select a.number, a.action, a.reason, a.cents, a.before, a.after, a.at, a.subject_id as subjectId,
      (select username from profiles where id = a.operator_id) as operator,
      u.id as userId, u.username, coalesce(o.id, p.order_id, m.order_id) as orderId, g.title as gig,
      t.number as ticket, t.created_at as ticketAt, coalesce(c.id, s.conversation_id) as conversationId
    from audit_log a
      left join outbox b on b.id = a.subject_id
      left join profiles u on u.id = coalesce(b.user_id, a.subject_id)
      left join orders o on o.id = a.subject_id
      left join payments p on p.id = a.subject_id
      left join mismatches m on m.id = a.subject_id
      left join gigs g on g.id = a.subject_id
      left join tickets t on t.id = a.subject_id
      left join conversations c on c.id = a.subject_id
      left join messages s on s.id = a.subject_id
    where a.number in ${numbers}`);
}

/** Selects the newest rows of one index, at most `most` of each of its values. */
function scanOf(search: AuditSearch, operator: string | null, most: number): SQL {
  const { q, action, day: text, after } = search;
  const newest = (where: SQL, order = sql`number desc`, from = beyond(search, sql`number`)) =>
    sql`select * from (select number, operator_id as operatorId, action, at from audit_log ${where} and ${from} order by ${order} limit ${most})`;
  if (q) {
    const of = (id: SQL) => newest(sql`indexed by audit_log_subject where subject_id = ${id}`);
    return sql.join(subjects(q).map(of), sql` union `);
  }
  if (text) {
    const start = Date.parse(text);
    // Bounds the scan itself, so that a later page does not read the rows of earlier pages.
    const last = sql`min(ifnull((select at from audit_log where number = ${after}), ${start + day - 1}), ${start + day - 1})`;
    const from = after === null ? sql`true` : sql`(at < ${last} or number < ${after})`;
    return newest(
      sql`indexed by audit_log_at where at >= ${start} and at <= ${last}`,
      sql`at desc, number desc`,
      from,
    );
  }
  if (operator !== null) return newest(sql`indexed by audit_log_operator where operator_id = ${operator}`);
  return newest(action ? sql`indexed by audit_log_action where action = ${action}` : sql`where true`);
}

/** The ids of what a text names. The beginning of an order's id names the first order that has it. */
function subjects(q: string): SQL[] {
  const text = q.toLowerCase();
  const ids = [
    sql`${q}`,
    sql`(select id from profiles where username = ${text})`,
    sql`(select id from users where email = ${text})`,
  ];
  // `g` sorts after every character of an id.
  if (/^[0-9a-f-]{3,36}$/.test(text))
    ids.push(sql`(select id from orders where id >= ${text} and id < ${`${text}g`} order by id limit 1)`);
  const ticket = countIn(q);
  if (ticket !== null) ids.push(sql`(select id from tickets where number = ${ticket})`);
  return ids;
}
