import { eq } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { perIsolate } from "#app/lib/isolate-memory.ts";
import { slugify } from "#app/lib/slug.ts";
import {
  announcements,
  categories,
  credits,
  type GigExtras,
  type GigFaq,
  type GigPicture,
  type GigQuestion,
  gigs,
  profiles,
  subcategories,
  users,
} from "#drizzle/schema.ts";

const count = perIsolate(() => 0);
const next = () => `${++count.value}${crypto.randomUUID().slice(0, 4)}`;

type PersonOptions = {
  username?: string;
  fullName?: string;
  verified?: boolean;
  /** True keeps the new user's $10 credit. */
  credit?: boolean;
};

/** Creates a user with a profile, without the new user's credit unless `credit` is true. */
export async function person(
  db: Db,
  options: PersonOptions = {},
): Promise<{ id: string; email: string; username: string }> {
  const { user, rows } = personRows(db, options);
  await db.batch(rows);
  return user;
}

function personRows(db: Db, options: PersonOptions = {}) {
  const id = crypto.randomUUID();
  const username = options.username ?? `person-${next()}`;
  const email = `${username}@example.test`;
  const at = Date.now();
  const rows = [
    db
      .insert(users)
      .values({ id, email, emailVerifiedAt: options.verified === false ? null : at, createdAt: at }),
    db
      .insert(profiles)
      .values({ id, username, fullName: options.fullName ?? `Person ${username}`, createdAt: at }),
    // Most tests check the full price; the credit would reduce it by $10.
    ...(options.credit ? [] : [db.delete(credits).where(eq(credits.userId, id))]),
  ] as const;
  return { user: { id, email, username }, rows };
}

/** Creates a draft of an announcement. @returns its id */
export async function announcement(db: Db): Promise<string> {
  const [id, author] = [crypto.randomUUID(), await person(db)];
  await db.insert(announcements).values({
    ...{ id, kind: "news", subject: "Reviews have pictures", text: "A text", state: "draft", version: 1 },
    ...{ operatorId: author.id, createdAt: Date.now() },
  });
  return id;
}

/** Creates a category with the named subcategories. */
export async function category(db: Db, name?: string, subs: string[] = []) {
  const { made, rows } = categoryRows(db, name, subs);
  await db.batch(rows);
  return made;
}

function categoryRows(db: Db, name = `Category ${next()}`, subs: string[] = []) {
  const row = { id: crypto.randomUUID(), name, slug: slugify(name) };
  const made = subs.map((sub) => ({
    id: crypto.randomUUID(),
    categoryId: row.id,
    name: sub,
    slug: slugify(`${sub}-${name}`),
  }));
  const rows = [
    db.insert(categories).values(row),
    ...made.map((sub) => db.insert(subcategories).values(sub)),
  ] as const;
  return { made: { ...row, subcategories: made }, rows };
}

type GigOptions = {
  title?: string;
  description?: string;
  priceCents?: number;
  sellerId?: string;
  categoryId?: string;
  subcategoryId?: string;
  packageDetails?: string | null;
  questions?: GigQuestion[];
  /** -1 means unlimited. */
  revisions?: number;
  listed?: boolean;
  state?: "active" | "paused" | "denied";
  imageUrl?: string | null;
  imageAlt?: string;
  furtherImages?: GigPicture[];
  faqs?: GigFaq[];
  extras?: GigExtras;
};

/** Creates a gig. By default it is listed, costs $80, takes 3 days, and has its own seller and category. */
export async function gig(db: Db, options: GigOptions = {}) {
  const id = crypto.randomUUID();
  const title = options.title ?? `Gig ${next()}`;
  const seller = options.sellerId === undefined ? personRows(db) : null;
  const within = options.categoryId === undefined ? categoryRows(db) : null;
  const at = Date.now();
  const row = {
    id,
    slug: slugify(`${title}-${id.slice(0, 8)}`),
    title,
    description: options.description ?? "A piece of work that somebody needs.",
    priceCents: options.priceCents ?? 8000,
    deliveryDays: 3,
    revisions: options.revisions ?? 1,
    features: ["One file"],
    imageUrl: options.imageUrl ?? null,
    imageAlt: options.imageAlt ?? null,
    furtherImages: options.furtherImages ?? [],
    faqs: options.faqs ?? [],
    sellerId: options.sellerId ?? seller?.user.id ?? "",
    categoryId: options.categoryId ?? within?.made.id ?? "",
    subcategoryId: options.subcategoryId ?? null,
    packageDetails: options.packageDetails ?? null,
    extras: options.extras ?? null,
    questions: options.questions ?? [],
    state: options.state ?? "active",
    listed: options.listed ?? (options.state ?? "active") === "active",
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
  const [first, ...rest] = [...(seller?.rows ?? []), ...(within?.rows ?? []), db.insert(gigs).values(row)];
  if (first) await db.batch([first, ...rest]);
  return row;
}

/** A person's username. */
export async function usernameOf(db: Db, id: string): Promise<string> {
  const [row] = await db.select().from(profiles).where(eq(profiles.id, id));
  if (!row) throw new Error("There is no such person");
  return row.username;
}
