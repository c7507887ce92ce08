import type { AppLoadContext } from "@remix-run/cloudflare";
import { hasOperatorClaim } from "#app/auth/viewer.ts";
import { href } from "#app/lib/href.ts";
import { sectionRead } from "#app/lib/reads.ts";
import { formOf } from "#app/parked/console-form.ts";
import { findParked } from "#app/parked/parked.server.ts";

/**
 * The form that an operator sent to this page after their session had ended, as names and values; null if
 * there is none (docs/specification.md#operator-sign-in).
 */
export async function findKeptForm(
  context: AppLoadContext,
  request: Request,
): Promise<[string, string][] | null> {
  const { pathname, searchParams } = new URL(request.url);
  if (!pathname.startsWith(`${href("/admin")}/`) || !hasOperatorClaim(context.viewer)) return null;
  const read = () => findParked(context, searchParams);
  return formOf(await sectionRead(read, "kept form", context.log));
}
