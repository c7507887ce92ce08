import { sql } from "drizzle-orm";
import * as checkout from "#app/checkout/checkout.server.ts";
import { day } from "#app/lib/dates.ts";
import { fulfil } from "#app/payments/fulfil.server.ts";
import * as applications from "#app/sellers/applications.server.ts";
import { dueLevels } from "#app/sellers/levels.server.ts";
import { registrationOf } from "#app/sellers/registrations.server.ts";
import * as sellers from "#app/sellers/sellers.server.ts";
import { draftOf, publish, wholeTexts, withPictures } from "#tests/gigs/editor/writer.ts";
import { productWith } from "#tests/support/bindings/faulty.ts";
import { gig } from "#tests/support/factories.ts";
import { review } from "#tests/support/reviews.ts";
import { payByCard, sessionIdOf } from "#tests/support/stripe.ts";
import { db, Visitor } from "#tests/support/visitor.ts";
import type { Deps } from "./line.ts";
import { application } from "./seller-steps.ts";

type Measure = <Answer>(
  step: string,
  work: () => Promise<Answer>,
  most?: number,
  maxWritten?: number,
) => Promise<Answer>;

/** Writes, publishes and changes a service, with four pictures. */
async function measureEditor(measured: Measure, ann: Visitor): Promise<void> {
  const texts = await wholeTexts();
  const id = await draftOf(ann, texts.overview);
  await ann.get("/services/create");
  const path = `/services/create/${id}`;
  for (const step of ["packages", "description", "requirements"] as const)
    await ann.submit(`${path}/${step}`, { ...texts[step], intent: "save" });
  await withPictures(ann, id, 4);
  await measured(
    "save a step of a service",
    () => ann.submit(`${path}/packages/save`, { ...texts.packages, version: "1" }),
    20,
  );
  await measured("view a step of a service", () => ann.get(`${path}/packages`), 60);
  await measured("view what a service needs", () => ann.get(`${path}/publish`), 60);
  // Each word of its texts goes into the index of the search, with its spellings.
  await measured("publish a service", () => publish(ann, id), 900, 350);
  await measured("begin to change a service", () => ann.submit(`${path}/edit`, {}), 60);
  const changed = { ...texts.overview, title: "I will mend your old clock", version: "1" };
  await ann.submit(`${path}/overview`, { ...changed, intent: "save" });
  await measured("publish the changes to a service", () => publish(ann, id), 300);
}

/**
 * Takes one person from the application to a seller with 30 services, 12 reviews and two years of work, and
 * measures what each step and each page costs.
 * @param database the one that is measured
 */
export async function measureSelling(measured: Measure, deps: Deps, database: D1Database): Promise<void> {
  const ann = await Visitor.signedIn();
  const registration = async () => {
    const seller = await sellers.findByUser(db, ann.id);
    if (!seller) throw new Error("There is no registration");
    return seller;
  };
  const holder = sql<string>`${ann.id}`;
  await measured("apply to sell", async () =>
    applications.submit(
      deps.db,
      ann.id,
      await sellers.findByUser(deps.db, ann.id),
      application,
      holder,
      deps.clock.now(),
    ),
  );
  const open = async () =>
    checkout.open(deps, registrationOf(await registration()), ann.email, "http://shop.test");
  const page = await measured("checkout of the seller's fee", open);
  if (!("url" in page)) throw new Error("There is no Checkout page");
  const session = sessionIdOf(page.url);
  await payByCard(session);
  await measured("fulfil the seller's fee", () => fulfil(deps, session));
  const { id, status } = await registration();
  if (status !== "active") throw new Error("The seller is not active");

  const offers = [];
  for (let i = 0; i < 30; i++) offers.push(await gig(db, { sellerId: ann.id }));
  for (const offer of offers.slice(0, 12)) await review(db, offer);
  await db.run(sql`insert or ignore into seller_days (user_id, day, completed, on_time, ratings, rating_sum)
    with recursive n(value) as (select 1 union all select value + 1 from n where value < 700)
    select ${ann.id}, ${Math.floor(deps.clock.now() / day)} - value, 2, 2, 1, 5 from n`);
  await measured("level run of one seller", () => dueLevels.run(deps, id), 400);
  ann.send = productWith({ DB: database });
  // The catalogue's menu is read once by each isolate.
  await ann.get("/profile");
  for (const page of [
    "/dashboard",
    "/orders?tab=selling",
    "/dashboard/services",
    "/earnings",
    "/dashboard/reviews",
  ])
    await measured(`the seller dashboard at ${page}`, () => ann.get(page), 300);
  await measureEditor(measured, ann);
  await measured("a seller's public page", () => ann.get(`/@${ann.email.split("@")[0]}`), 120);
}
