import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import * as dataExport from "#app/account/data-export.server.ts";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import { forgetTokens } from "#app/auth/sign-in/browser-session.server.ts";
import { signInPath } from "#app/auth/sign-in-path.ts";
import { brandInFileNames } from "#app/brand.ts";
import { mainRead } from "#app/lib/reads.ts";
import { redirect } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import * as allowances from "#app/limits/allowances.server.ts";
import * as profiles from "#app/profiles/profiles.server.ts";

const page = "/profile/data";
const signInFirst = "Please sign in to continue";

/**
 * /profile/export: a file with everything that is stored about the viewer, at most once a minute
 * (docs/specification.md#data-export). A request that comes too soon redirects to the page with a notice.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const { db, clock, log, origin } = context;
  const viewer = requireViewer(context, signInFirst, page);
  const at = clock.now();
  const read = () => profiles.findHeader(db, viewer.id, null, sessions.activeUserId(viewer, at));
  const header = await mainRead(read, "Something went wrong", log);
  if (!header) {
    forgetTokens(context);
    throw redirect(signInPath(page, signInFirst));
  }
  const over = await allowances.ask(context, "export");
  if (over) {
    toast(context, "info", over.sentence);
    throw redirect(page, { "Retry-After": String(over.wait) });
  }
  const name = `${brandInFileNames}-${header.username}-${new Date(at).toISOString().slice(0, 10)}.json`;
  return new Response(dataExport.stream(db, viewer.id, at, origin, log), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "no-store",
    },
  });
}
