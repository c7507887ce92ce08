import type { AppLoadContext } from "@remix-run/cloudflare";
import { and, eq, gt, inArray, isNull, lte, or } from "drizzle-orm";
import type { Capabilities, Db } from "#app/context.ts";
import { randomToken, sha256 } from "#app/lib/bytes.ts";
import { hour, second } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import { mainRead } from "#app/lib/reads.ts";
import type { TypedFields } from "#app/lib/typed-fields.ts";
import * as attempts from "#app/limits/attempts.server.ts";
import { bytesOf, type FieldLimits, fitsParked, parkedLife, withParked } from "#app/parked/parked.ts";
import { unsavedForm } from "#app/parked/unsaved-form.ts";
import { drafts } from "#drizzle/schema.ts";

type Deps = Pick<Capabilities, "db" | "clock" | "cookies" | "draftKey" | "address" | "log">;

/** For whom a text is parked, if that is known, and for how long, in ms. */
type Owner = { userId: string | null; life: number };

/** How long text of a known user is parked, in ms. */
const ownLife = hour;

/** The owner of what was typed into a form whose field `writer` says who opened it. */
export function ownerIn(form: FormData): Owner {
  const userId = String(form.get("writer") ?? "").slice(0, 100);
  return userId ? { userId, life: ownLife } : { userId: null, life: parkedLife };
}

/** What was typed into a form, and how long its long fields may be. */
export type ParkedFields = { typed: TypedFields; longest: FieldLimits };

/**
 * Parks what was typed while its author signs in. A cookie binds it to this browser
 * (docs/specification.md#drafts).
 * @param path a path of the product, to which the user returns
 * @param sent the whole form
 * @param owner with a user, the text is shown to no other user of this browser
 * @returns the path with the id of the parked text; the path alone if nothing was typed
 * @throws Response with the form and everything in it: 400 if it is too long or if this network has parked
 * too many texts, 503 if the database fails
 */
export async function pathWithParked(
  deps: Deps,
  path: string,
  sent: FormData,
  { typed: fields, longest }: ParkedFields,
  owner: Owner = { userId: null, life: parkedLife },
): Promise<string> {
  if (Object.keys(fields).length === 0) return path;
  if (!fitsParked(fields, longest)) throw unsavedForm(sent, fields, "parking", 400);
  try {
    const id = await park(deps, fields, owner);
    if (id !== null) return withParked(path, id);
  } catch (error) {
    deps.log("error", "text not parked", { error: errorStack(error) });
    throw unsavedForm(sent, fields, "parking", 503);
  }
  throw unsavedForm(sent, fields, "parking", 400);
}

/** @returns the id of the parked text; null if this network has parked too many */
async function park(
  { db, clock, cookies, draftKey, address }: Deps,
  fields: TypedFields,
  { userId, life }: Owner,
): Promise<string | null> {
  const at = clock.now();
  const cost = bytesOf(fields);
  const counters = [
    ...attempts.networkCounters("draft", address),
    ...attempts.networkCounters("draft-bytes", address).map((counter) => ({ ...counter, cost })),
  ];
  if (attempts.waitOf(await attempts.tally(db, counters, at), at) !== null) return null;
  const id = crypto.randomUUID();
  const key = draftKey ?? randomToken();
  const browserHash = await sha256(key);
  await db.insert(drafts).values({ id, browserHash, userId, fields, createdAt: at, expiresAt: at + life });
  cookies.set("draft", key, parkedLife / second);
  return id;
}

/**
 * Finds the parked text in the `draft` parameter of an address.
 * @returns null if there is none, if it has expired, or if another browser or user parked it
 * @throws Response 503 if it cannot be read: the page without it would look as if it were lost
 */
export async function findParked(
  { db, clock, draftKey, viewer, log }: Pick<AppLoadContext, "db" | "clock" | "draftKey" | "viewer" | "log">,
  parameters: URLSearchParams,
): Promise<TypedFields | null> {
  const id = parameters.get("draft");
  if (!id || !draftKey) return null;
  const isOwn = and(
    eq(drafts.id, id),
    eq(drafts.browserHash, await sha256(draftKey)),
    or(isNull(drafts.userId), eq(drafts.userId, viewer?.id ?? "")),
    gt(drafts.expiresAt, clock.now()),
  );
  const read = async () => await db.select({ fields: drafts.fields }).from(drafts).where(isOwn);
  const [row] = await mainRead(read, "Something went wrong", log);
  return row?.fields ?? null;
}

/** A statement: what was parked for this user alone is deleted. */
export function ofUserDeleted(db: Db, userId: string) {
  return db.delete(drafts).where(eq(drafts.userId, userId));
}

/** Deletes expired texts, at most 500 in one run. @param at UTC ms @returns their number */
export async function clear(db: Db, at: number): Promise<number> {
  const expired = db.select({ id: drafts.id }).from(drafts).where(lte(drafts.expiresAt, at)).limit(500);
  const gone = await db.delete(drafts).where(inArray(drafts.id, expired)).returning({ id: drafts.id });
  return gone.length;
}
