import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { day } from "#app/lib/dates.ts";
import * as guards from "#app/lib/guards.server.ts";
import type { Application } from "#app/sellers/application.form.ts";
import { registrationCents } from "#app/sellers/seller.ts";
import { columnsChanged, eventClaimed, isLostRace, type Seller } from "#app/sellers/seller-writes.server.ts";
import { type ApplicationDraft, profiles, sellers } from "#drizzle/schema.ts";

// What an applicant writes (docs/specification.md#seller-application). Times are in UTC ms.

/** How long after applying an unpaid applicant is reminded, once, in ms. */
const remindedAfter = day;

/** `not open`: the application can no longer be changed: the seller is active or was refused. */
export type ApplicationResult = "saved" | "not open";

/**
 * Saves what was typed as a draft, valid or not.
 * @param holder a sub-select of the user's id that is null once the session has ended (auth/sessions)
 */
export async function saveDraft(
  db: Db,
  holder: SQL<string>,
  draft: ApplicationDraft,
  at: number,
): Promise<ApplicationResult> {
  const [, { meta }] = await db.batch([
    sessionHeld(db, holder),
    db
      .insert(sellers)
      .values({ ...newSeller(holder, at), draft })
      .onConflictDoUpdate({
        target: sellers.userId,
        set: { draft, updatedAt: at },
        setWhere: sql`${sellers.status} in ('none', 'applied')`,
      }),
  ]);
  return meta.changes > 0 ? "saved" : "not open";
}

/**
 * Writes the application: the profile's name and description, and the rest into the registration, in one
 * batch. The first write makes the registration `applied`; later ones change the texts.
 * @param seller the registration as it was read; null if there is none
 * @param holder a sub-select of the user's id that is null once the session has ended (auth/sessions)
 * @returns also null if another write came first: read the registration and retry
 */
export async function submit(
  db: Db,
  userId: string,
  seller: Seller | null,
  {
    fullName,
    bio,
    payoutCountry,
    ...others
  }: Omit<Application, "payoutCountry"> & Partial<Pick<Application, "payoutCountry">>,
  holder: SQL<string>,
  at: number,
): Promise<ApplicationResult | null> {
  if (seller && seller.status !== "none" && seller.status !== "applied") return "not open";
  // A client that sends no country leaves the stored one unchanged.
  const texts = payoutCountry ? { ...others, payoutCountry } : others;
  const applied = {
    ...texts,
    draft: null,
    status: "applied",
    appliedAt: at,
    reminderAt: at + remindedAfter,
  } as const;
  const profile = db
    .update(profiles)
    .set({ fullName, description: bio })
    .where(and(eq(profiles.id, userId), isNull(profiles.deletedAt)));
  try {
    if (seller?.status === "applied") {
      // Only the texts: the fee may arrive at the same time, which changes the rest.
      const written = db
        .update(sellers)
        .set({ ...texts, draft: null, updatedAt: at })
        .where(eq(sellers.id, seller.id));
      await db.batch([sessionHeld(db, holder), written, profile]);
    } else if (seller) {
      await db.batch([
        eventClaimed(db, seller, "applied", userId, at),
        sessionHeld(db, holder),
        columnsChanged(db, seller, at, applied),
        profile,
      ]);
    } else {
      const first = { ...newSeller(holder, at), ...applied, version: 1 };
      await db.batch([
        sessionHeld(db, holder),
        db.insert(sellers).values(first),
        eventClaimed(db, { id: first.id, version: 0 }, "applied", userId, at),
        profile,
      ]);
    }
    return "saved";
  } catch (error) {
    if (isLostRace(error) || brokeUnique(error, "sellers.user_id")) return null;
    throw error;
  }
}

/** A guard: the session is still valid. */
function sessionHeld(db: Db, holder: SQL<string>) {
  return guards.that(db, "session", sql`${holder} is not null`);
}

function newSeller(holder: SQL<string>, at: number) {
  return {
    id: crypto.randomUUID(),
    userId: holder,
    status: "none",
    paymentStatus: "pending",
    priceCents: registrationCents,
    version: 0,
    createdAt: at,
    updatedAt: at,
  } as const;
}
