import { hashPassword } from "#app/auth/passwords.server.ts";
import { sealSecret } from "#app/auth/second-factor/factor-secrets.server.ts";
import type { Db } from "#app/context.ts";
import { registrationCents } from "#app/sellers/seller.ts";
import * as schema from "#drizzle/schema.ts";
import { buyers, idOf, inBulk, pictureKey, sellers } from "./source.ts";

type Person = {
  username: string;
  fullName: string;
  /** The local part of the email address, for users without a demo account. */
  prefix: string;
  title: string | null;
  description: string | null;
  timeZone: string;
  createdAt: string;
};

/**
 * The demo accounts (docs/specification.md#demo-accounts). The other users of the market have no password.
 */
const demo = ["buyer", "buyer2", "seller", "seller2", "newseller", "applicant", "admin"];

const people: Person[] = [
  ...sellers.map((s) => ({
    username: s.username,
    fullName: s.full_name,
    prefix: s.username,
    title: null,
    description: s.description,
    timeZone: s.time_zone,
    createdAt: s.created_at,
  })),
  ...buyers.map((b) => ({
    username: b.username,
    fullName: b.full_name,
    prefix: b.email_prefix,
    title: b.title,
    description: null,
    timeZone: b.time_zone,
    createdAt: b.created_at,
  })),
  ...[
    {
      username: "applicant",
      fullName: "Alex Moreau",
      timeZone: "Europe/Paris",
      createdAt: "2026-09-14T09:20:00Z",
    },
    {
      username: "admin",
      fullName: "Ines Albrecht",
      timeZone: "Europe/Berlin",
      createdAt: "2024-01-08T08:00:00Z",
    },
  ].map((p) => ({ ...p, prefix: p.username, title: null, description: null })),
];

/** The usernames of users with an avatar picture. The others show their initials. */
export const usersWithAvatar = [...sellers, ...buyers].map(({ username }) => username);

/** The id of a seeded user and profile. */
export function userId(username: string): string {
  return idOf(`user:${username}`);
}

/** The storage key of a user's avatar picture. */
export function avatarKey(username: string): string {
  return pictureKey(`portrait:${username}`);
}

const byArrival = (one: Person, other: Person) => Date.parse(one.createdAt) - Date.parse(other.createdAt);

/** The secret of the operator's authenticator app (docs/specification.md#demo-accounts). */
const operatorSecret = "JBSWY3DPEHPK3PXP";

/** Seeds the operator's second factor. @param appSecret encrypts the stored secret */
async function seedOperatorFactor(db: Db, appSecret: string): Promise<void> {
  const id = idOf("factor:admin");
  const at = Date.parse("2024-01-08T08:00:00Z");
  await db.insert(schema.factors).values({
    id,
    userId: userId("admin"),
    factorType: "totp",
    status: "verified",
    friendlyName: "Authenticator app",
    secret: await sealSecret(appSecret, id, operatorSecret),
    createdAt: at,
    verifiedAt: at,
  });
}

const regionNames = new Intl.DisplayNames("en", { type: "region" });
const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const codes = letters.flatMap((first) => letters.map((second) => first + second));

/** The two-letter code of a country (ISO 3166). @throws Error if there is no such country */
function countryCode(name: string): string {
  const code = codes.find((one) => regionNames.of(one) === name);
  if (!code) throw new Error(`There is no country ${name}`);
  return code;
}

/** The sellers who have paid the fee (`payFee` in sales.ts). An operator waived it for all others. */
export const payingSellers = ["celia_voix", "coach_reid", "hazel_draws"];

/** Seeds the registrations of the sellers. Those who pay the fee have only applied. */
async function seedSellers(db: Db): Promise<void> {
  const inserts = sellers.flatMap((seller) => {
    const id = idOf(`seller:${seller.username}`);
    const at = Date.parse(seller.created_at);
    const pays = payingSellers.includes(seller.username);
    const waived = { status: "active", activatedAt: at, activatedBy: "waiver", version: 2 } as const;
    const row = {
      id,
      userId: userId(seller.username),
      ...(pays ? ({ status: "applied", version: 1 } as const) : waived),
      skills: seller.skills.join(", "),
      experience: seller.experience,
      languages: seller.languages.map(({ language, level }) => ({ name: language, level })),
      country: countryCode(seller.country),
      paymentStatus: "pending",
      priceCents: registrationCents,
      appliedAt: at,
      createdAt: at,
      updatedAt: at,
    } as const;
    const event = { sellerId: id, at };
    const applied = { ...event, seq: 1, kind: "applied", actorId: row.userId } as const;
    const byOperator = { ...event, seq: 2, kind: "waived", actorId: userId("admin") } as const;
    return [
      db.insert(schema.sellers).values(row),
      ...(pays ? [applied] : [applied, byOperator]).map((happened) =>
        db.insert(schema.sellerEvents).values(happened),
      ),
    ];
  });
  await inBulk(db, inserts);
}

/**
 * Seeds users, profiles and registrations, all users with a verified address, and the operator's second
 * factor. Demo accounts share a password and its hash.
 * @param appSecret the secret of the local state
 */
export async function seedPeople(db: Db, appSecret: string): Promise<void> {
  const passwordHash = await hashPassword("handiwork-demo");
  // Users are numbered in the order in which they signed up.
  const inserts = people.toSorted(byArrival).flatMap((person) => {
    const id = userId(person.username);
    const createdAt = Date.parse(person.createdAt);
    const isDemo = demo.includes(person.username);
    return [
      db.insert(schema.users).values({
        id,
        email: isDemo ? `${person.username}@handiwork.test` : `${person.prefix}@mail.example`,
        passwordHash: isDemo ? passwordHash : null,
        emailVerifiedAt: createdAt,
        role: person.username === "admin" ? "operator" : "user",
        createdAt,
      }),
      db.insert(schema.profiles).values({
        id,
        username: person.username,
        fullName: person.fullName,
        avatarUrl: usersWithAvatar.includes(person.username) ? `/images/${avatarKey(person.username)}` : null,
        title: person.title,
        description: person.description,
        timeZone: person.timeZone,
        createdAt,
      }),
    ];
  });
  await inBulk(db, inserts);
  await seedSellers(db);
  await seedOperatorFactor(db, appSecret);
}
