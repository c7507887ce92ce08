import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import * as applications from "#app/admin/applications/applications.server.ts";
import * as schema from "#drizzle/schema.ts";
import { applicant, application, paidSeller, registrationOf } from "../../sellers/applicant.ts";
import { operator } from "../../support/accounts/operator.ts";
import { measuredDatabase } from "../../support/bindings/faulty.ts";
import { gig } from "../../support/factories.ts";
import { deliveries } from "../../support/stripe.ts";
import { db, type Visitor, visitor } from "../../support/visitor.ts";

await deliveries("off");

const reason = "Their references answered";
const { ann: eve } = await operator();

/** An operator's decision about a user's registration, on the version that they have seen. */
async function decide(userId: string, intent: string, changes: object = {}, by: Visitor = eve) {
  const { seller } = await registrationOf(userId);
  const form = { pick: `${seller.id}:${seller.version}`, intent, rule: "conduct", reason, ...changes };
  return await by.submit("/admin/applications", form);
}

const stateOf = async (id: string) =>
  (await db.select().from(schema.gigs).where(eq(schema.gigs.id, id)))[0]?.state;

// Help: "A person reads each application afterwards." Terms: "We check applications afterwards."
test("Applications are listed as to be vetted, unpaid, vetted and refused, with their full texts", async () => {
  const [{ ann }, { ann: unpaid }] = [await paidSeller(), await applicant()];
  const waiting = await eve.get("/admin/applications");
  for (const text of Object.values(application)) expect(waiting.text).toContain(text);
  expect(waiting.text).toContain("$50.00 paid");
  expect(waiting.html).toContain(ann.id);
  expect(waiting.html).not.toContain(unpaid.id);
  // There is a margin below the links that narrow the list.
  expect(waiting.html).toContain('</nav><div class="mt-5 stack"><form');
  expect((await eve.get("/admin/applications?show=unpaid")).html).toContain(unpaid.id);

  const done = await decide(ann.id, "vet");
  expect([done.status, done.location]).toEqual([303, "/admin/applications"]);
  expect((await eve.get("/admin/applications?show=vetted")).html).toContain(ann.id);
  const { seller, mails, kinds } = await registrationOf(ann.id);
  expect(seller.vettedAt).not.toBeNull();
  expect(kinds.at(-1)).toBe("vetted");
  expect(mails).toContain("seller_vetted");
  const user = await eve.get(`/admin/users/${ann.id}`);
  expect(user.text).toContain(reason);
  expect(user.links).toContain(`/admin/applications?id=${seller.id}`);

  // On the page of a single application, it is already chosen.
  const chosen = new RegExp(`<input[^>]*name="pick"[^>]*checked=""[^>]*value="${seller.id}:`);
  expect((await eve.get(`/admin/applications?id=${seller.id}`)).html).toMatch(chosen);
  expect((await eve.get("/admin/applications?show=vetted")).html).not.toMatch(chosen);
  const emptied = await decide(ann.id, "ask", { pick: "" });
  expect([emptied.status, emptied.html.includes(' checked=""')]).toEqual([400, false]);

  await decide(unpaid.id, "refuse");
  expect((await eve.get("/admin/applications?show=refused")).html).toContain(unpaid.id);
});

test("A decision needs a reason, an existing application, and the version that the operator saw", async () => {
  const { ann } = await paidSeller();
  const short = await decide(ann.id, "vet", { reason: "no" });
  expect(short.status).toBe(400);
  expect(short.text).toContain("Please give a reason of at least 10 characters");
  expect((await decide(ann.id, "activate")).text).toContain("Please choose what to do");
  expect((await decide(ann.id, "vet", { pick: "nobody:1" })).text).toContain("There is no such application");
  expect((await decide(ann.id, "waive")).text).toContain("This seller is already active");

  await decide(ann.id, "ask");
  const late = await decide(ann.id, "vet", { pick: `${(await registrationOf(ann.id)).seller.id}:2` });
  expect(late.status).toBe(409);
  expect(late.text).toContain("This application has changed.");
  expect(late.text).toContain(reason);
  expect((await registrationOf(ann.id)).seller.vettedAt).toBeNull();
});

test("Before a fee is returned, a page names the amount and asks for the reason", async () => {
  const { ann } = await paidSeller();
  const { seller } = await registrationOf(ann.id);
  const list = await eve.get(`/admin/applications?id=${seller.id}`);
  expect(list.html).not.toMatch(/value="(return-fee|refuse-and-return)"/);
  for (const intent of ["return-fee", "refuse-and-return"]) {
    const path = `/admin/applications?id=${seller.id}&confirm=${intent}`;
    expect(list.links).toContain(path);
    const page = await eve.get(path);
    expect(page.html.match(/name="intent" value="[^"]*"/g)).toEqual([`name="intent" value="${intent}"`]);
    expect(page.text).toContain("$50.00 goes back to the card that paid.");
    expect(page.text).toContain("The services are hidden. Open orders continue.");
    const fields = { pick: page.field("pick") ?? "", intent, reason: "no" };
    expect((await eve.submit(path, fields)).text).toContain("Yes, refund $50.00");
  }
  expect((await registrationOf(ann.id)).seller.refundedCents).toBe(0);
});

test("Only operators see the page, and no operator decides on their own application", async () => {
  const { ann } = await paidSeller();
  for (const stranger of [ann, visitor.signedOut()]) {
    expect((await stranger.get("/admin/applications")).status).toBe(404);
    expect((await decide(ann.id, "vet", {}, stranger)).status).toBe(404);
  }
  await db.update(schema.users).set({ role: "operator" }).where(eq(schema.users.id, ann.id));
  await ann.beginSession({ aal: "aal2", role: "operator" });
  const own = await decide(ann.id, "vet", {}, ann);
  expect(own.status).toBe(403);
  expect(own.text).toContain("You can't decide about your own application");
});

test("Gigs hidden for two reasons stay hidden until both the account is restored and the fee is settled", async () => {
  const suspend = (id: string, intent: string) =>
    eve.submit(`/admin/users/${id}`, { intent, rule: "conduct", reason });
  const { ann } = await paidSeller();
  const { id } = await gig(db, { sellerId: ann.id });
  await decide(ann.id, "return-fee");
  await suspend(ann.id, "suspend");
  await suspend(ann.id, "restore");
  expect(await stateOf(id)).toBe("suspended");
  await suspend(ann.id, "suspend");
  await decide(ann.id, "waive");
  expect(await stateOf(id)).toBe("suspended");
  await suspend(ann.id, "restore");
  expect(await stateOf(id)).toBe("active");
});

test("A page reads at most 400 rows, however many applications there are, and however few are in its list", async () => {
  await env.DB.batch(
    [
      `insert into users (id, email, created_at)
        select 'many' || value, 'many' || value || '@mail.example', 1 from generate_series(1, 3000)`,
      `insert into profiles (id, username, full_name, created_at)
        select 'many' || value, 'many' || value, 'Many', 1 from generate_series(1, 3000)`,
      `insert into sellers (id, user_id, status, payment_status, price_cents, activated_at, activated_by, vetted_at, version, created_at, updated_at)
        select 'seller' || value, 'many' || value, case when value % 4 = 0 then 'applied' when value % 4 = 1 then 'suspended' else 'active' end,
          'pending', 5000, 1, 'waiver', case when value % 4 = 2 and value < 400 then 1 end, 1, 1, 1 from generate_series(1, 3000)`,
    ].map((statement) =>
      env.DB.prepare(
        statement.replaceAll(
          "generate_series(1, 3000)",
          "(with recursive n(value) as (select 1 union all select value + 1 from n where value < 3000) select value from n)",
        ),
      ),
    ),
  );
  for (const show of ["waiting", "unpaid", "vetted", "refused"] as const) {
    const { database, read } = measuredDatabase(env.DB);
    const page = await applications.list(drizzle(database, { schema }), { show, id: null, after: 2000 });
    expect(page.shown).toHaveLength(50);
    expect(page.next).not.toBeNull();
    expect(read(), show).toBeLessThanOrEqual(400);
  }
});
