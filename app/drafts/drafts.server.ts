import type { AppLoadContext } from "@remix-run/cloudflare";
import { and, eq, gt, inArray, isNull, lte, or } from "drizzle-orm";
import * as limits from "#app/auth/limits.server.ts";
import type { Capabilities, Db } from "#app/context.ts";
import { bytesOf, draftLife, type FieldLimits, fitsDraft, withDraft } from "#app/drafts/draft.ts";
import { notSent, unsavedForm } from "#app/drafts/unsaved-form.ts";
import { randomToken, sha256 } from "#app/lib/bytes.ts";
import { hour, second } from "#app/lib/dates.ts";
import type { TypedFields } from "#app/lib/typed-fields.ts";
import { drafts } from "#drizzle/schema.ts";

type Deps = Pick<Capabilities, "db" | "clock" | "cookies" | "draftKey" | "address">;

/** For whom a draft is, if that is known, and how long it lives, in ms. */
type DraftOwner = { userId: string | null; life: number };

/** How long a draft for one user lives, in ms. */
const ownDraftLife = hour;

/** The owner of what was typed into a form whose field `writer` says who opened it. */
export function ownerIn(form: FormData): DraftOwner {
  const userId = String(form.get("writer") ?? "").slice(0, 100);
  return userId ? { userId, life: ownDraftLife } : { userId: null, life: draftLife };
}

/** A form that was sent, the fields of it to save, and their limits. */
type TypedForm = { sent: FormData; typed: TypedFields; longest: FieldLimits };

/**
 * Saves form input while the user signs in. A cookie binds it to this browser
 * (docs/specification.md#drafts).
 * @param path a path of the product, to which the user returns
 * @param owner with a user, the draft is shown to no other user of this browser
 * @returns the path with the draft's id; the path alone if nothing was typed
 * @throws Response 400 with the form and everything in it, if it is too long for a draft or if this network
 * has saved too many
 */
export async function pathWithDraft(
  { db, clock, cookies, draftKey, address }: Deps,
  path: string,
  { sent, typed: fields, longest }: TypedForm,
  { userId, life }: DraftOwner = { userId: null, life: draftLife },
): Promise<string> {
  if (Object.keys(fields).length === 0) return path;
  const at = clock.now();
  if (!fitsDraft(fields, longest)) throw formAgain(sent, fields);
  const cost = bytesOf(fields);
  const counters = [
    ...limits.networkCounters("draft", address),
    ...limits.networkCounters("draft-bytes", address).map((counter) => ({ ...counter, cost })),
  ];
  if (limits.waitOf(await limits.tally(db, counters, at), at) !== null) throw formAgain(sent, fields);
  const id = crypto.randomUUID();
  const key = draftKey ?? randomToken();
  const browserHash = await sha256(key);
  await db.insert(drafts).values({ id, browserHash, userId, fields, createdAt: at, expiresAt: at + life });
  cookies.set("draft", key, draftLife / second);
  return withDraft(path, id);
}

/** The form with everything in it, for the error screen. */
function formAgain(sent: FormData, typed: TypedFields): Response {
  return Response.json({ title: notSent, html: unsavedForm(sent, typed) }, { status: 400 });
}

/**
 * Finds the draft in the `draft` parameter of an address.
 * @returns null without a draft, if it has expired, or if it was saved by another browser or for another user
 */
export async function findDraft(
  { db, clock, draftKey, viewer }: Pick<AppLoadContext, "db" | "clock" | "draftKey" | "viewer">,
  parameters: URLSearchParams,
): Promise<TypedFields | null> {
  const id = parameters.get("draft");
  if (!id || !draftKey) return null;
  const [row] = await db
    .select({ fields: drafts.fields })
    .from(drafts)
    .where(
      and(
        eq(drafts.id, id),
        eq(drafts.browserHash, await sha256(draftKey)),
        or(isNull(drafts.userId), eq(drafts.userId, viewer?.id ?? "")),
        gt(drafts.expiresAt, clock.now()),
      ),
    );
  return row?.fields ?? null;
}

/** A statement: what was kept for this user alone is deleted. */
export function ofUserDeleted(db: Db, userId: string) {
  return db.delete(drafts).where(eq(drafts.userId, userId));
}

/** Deletes expired drafts, at most 500 in one run. @param at UTC ms @returns their number */
export async function clear(db: Db, at: number): Promise<number> {
  const expired = db.select({ id: drafts.id }).from(drafts).where(lte(drafts.expiresAt, at)).limit(500);
  const gone = await db.delete(drafts).where(inArray(drafts.id, expired)).returning({ id: drafts.id });
  return gone.length;
}
