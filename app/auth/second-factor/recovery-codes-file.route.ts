import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import * as recovery from "#app/auth/second-factor/recovery-codes.server.ts";
import { brand } from "#app/brand.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import { redirect } from "#app/lib/replies.ts";

/** Downloads new recovery codes while their page still displays them. */
export async function loader({ context }: LoaderFunctionArgs): Promise<Response> {
  const viewer = requireViewer(context, "Please sign in to continue", href("/profile/factors"));
  const { db, secret, clock, log } = context;
  const read = () => recovery.reveal(db, secret, viewer, clock.now());
  const codes = await mainRead(read, "Something went wrong", log);
  if (!codes) throw redirect(href("/profile/factors"));
  const text = [`Recovery codes of ${context.origin}. Each works once.`, "", ...codes, ""].join("\n");
  return new Response(text, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": `attachment; filename="${brand.toLowerCase()}-recovery-codes.txt"`,
      "Cache-Control": "private, no-store",
    },
  });
}
