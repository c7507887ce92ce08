import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { consoleHeaders, requireOperator } from "#app/admin/require-operator.server.ts";

/** /admin: the console begins with what is stuck. */
export async function loader({ context }: LoaderFunctionArgs) {
  await requireOperator(context);
  throw redirect("/admin/health", { headers: consoleHeaders });
}

/** Nothing is posted here. */
export function action({ context }: LoaderFunctionArgs): never {
  return context.asUnknown();
}

export default function Admin() {
  return null;
}
