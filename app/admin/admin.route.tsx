import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { consoleHeaders, noAction, requireOperator } from "#app/admin/require-operator.server.ts";
import { redirect } from "#app/lib/replies.ts";

/** /admin: the console opens with Health. */
export async function loader({ context }: LoaderFunctionArgs) {
  await requireOperator(context);
  throw redirect("/admin/health", consoleHeaders);
}

export const action = noAction;

export default function Admin() {
  return null;
}
