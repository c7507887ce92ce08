import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import * as auditList from "#app/admin/audit/audit-list.server.ts";
import { auditPath, parseAuditSearch } from "#app/admin/audit/audit-search.ts";
import { auditLog } from "#drizzle/schema.ts";
import { databaseOf } from "#workers/context.ts";
import { sellerRow } from "../../sellers/applicant.ts";
import { operator } from "../../support/accounts/operator.ts";
import { measuredDatabase } from "../../support/bindings/faulty.ts";
import { gig, person, usernameOf } from "../../support/factories.ts";
import { orderRow } from "../../support/orders.ts";
import { db, Visitor } from "../../support/visitor.ts";

const { ann: eve } = await operator();
const { ann: ivo } = await operator();
const reason = "A reason that is long enough";

it("The log links to the subject of each row, and is filtered by operator, action, subject and day", async () => {
  const bob = await Visitor.signedIn();
  await sellerRow(bob.id, { status: "active" });
  const offer = await gig(db, { sellerId: bob.id, title: "An audited jar" });
  const order = await orderRow(db, { buyerId: bob.id });
  await eve.submit("/admin/gigs", { pick: `${offer.id}:1`, intent: "deny", rule: "conduct", reason });
  await ivo.submit(`/admin/users/${bob.id}`, { intent: "suspend", rule: "conduct", reason });
  await db.insert(auditLog).values([
    {
      operatorId: ivo.id,
      action: "refund",
      subjectId: order.id,
      reason,
      cents: 1250,
      at: Date.parse("2026-02-03T23:59:59Z"),
    },
  ]);
  const rows = async (query: string) => {
    const { html } = await eve.get(`/admin/audit?${query}`);
    return html.split(`<p>${reason}</p>`).length - 1;
  };
  const page = await eve.get("/admin/audit");
  for (const link of [`/admin/gigs?q=${offer.id}`, `/admin/users/${bob.id}`, `/admin/orders/${order.id}`])
    expect(page.links).toContain(link);
  expect(page.text).toContain("$12.50");
  const [eveName, ivoName, bobName] = await Promise.all([eve, ivo, bob].map(({ id }) => usernameOf(db, id)));
  expect(await rows("")).toBe(3);
  expect(await rows(`operator=${eveName}`)).toBe(1);
  expect(await rows(`operator=${ivoName}`)).toBe(2);
  expect(await rows(`operator=${ivoName}&action=suspend`)).toBe(1);
  expect(await rows("action=deny-gig")).toBe(1);
  expect(await rows(`q=@${bobName}`)).toBe(1);
  expect(await rows(`q=${bob.email}`)).toBe(1);
  expect(await rows(`q=${order.id.slice(0, 8)}`)).toBe(1);
  expect(await rows(`q=${offer.id}`)).toBe(1);
  expect(await rows("day=2026-02-03")).toBe(1);
  expect(await rows("day=2026-02-04")).toBe(0);
  expect(await rows("day=2026-02-30&action=nonsense&operator=nobody&after=x")).toBe(3);
  expect((await eve.get("/admin/audit?q=ab")).text).toContain("Type at least 3 characters");
});

it("The address keeps valid filters and drops the others", () => {
  const search = parseAuditSearch(
    new URLSearchParams("q=%40ann&operator=eve&action=refund&day=2026-11-26&after=7"),
  );
  expect(search).toEqual({ q: "ann", operator: "eve", action: "refund", day: "2026-11-26", after: 7 });
  expect(parseAuditSearch(new URL(auditPath(search), "http://x").searchParams)).toEqual(search);
  expect(auditPath(parseAuditSearch(new URLSearchParams("operator=a+b&day=yesterday&after=-1")))).toBe(
    "/admin/audit",
  );
});

it("A page reads at most 400 rows, 500 with a text, and paging shows every row of a filter once", async () => {
  const { id } = await person(db, { username: "audited-often" });
  await env.DB.prepare(
    `insert into audit_log (operator_id, action, subject_id, reason, at)
     with recursive k(i) as (select 1 union all select i + 1 from k where i < 5000)
     select ?, iif(i % 100 = 0, 'restore', 'warn'), iif(i % 2, ?, 'x'), 'Many', i * 1000 from k`,
  )
    .bind(eve.id, id)
    .run();
  const list = async (query: string) => {
    const { database, read } = measuredDatabase(env.DB);
    const measured = databaseOf(database.withSession("first-primary"));
    const page = await auditList.list(measured, parseAuditSearch(new URLSearchParams(query)));
    return { ...page, read: read() };
  };
  const name = await usernameOf(db, eve.id);
  for (const query of [
    "",
    "q=audited-often",
    "action=warn",
    "day=1970-01-01",
    `operator=${name}&action=restore`,
    `operator=${name}&day=1970-01-01&action=restore`,
  ]) {
    const page = await list(query);
    const { rows, read } = page;
    expect([query, rows.length > 0, read, read <= (query.startsWith("q=") ? 500 : 400)]).toEqual([
      query,
      true,
      read,
      true,
    ]);
  }
  const seen: number[] = [];
  for (let after: number | null = null, pages = 0; pages < 60; pages++) {
    const page: Awaited<ReturnType<typeof list>> = await list(
      `operator=${name}&action=restore${after === null ? "" : `&after=${after}`}`,
    );
    seen.push(...page.rows.map(({ number }) => number));
    if (page.next === null) break;
    after = page.next;
  }
  expect([seen.length, new Set(seen).size]).toEqual([50, 50]);
});
