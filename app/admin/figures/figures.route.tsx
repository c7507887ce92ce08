import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { parseFiguresSearch } from "#app/admin/figures/figure.ts";
import * as figures from "#app/admin/figures/figures.server.ts";
import { FiguresScreen } from "#app/admin/figures/figures-screen.tsx";
import { loadPage } from "#app/admin/load-page.server.ts";
import { notFound, requireOperator } from "#app/admin/require-operator.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Figures");

/** /admin/figures?by=&after={day}: what happened in the market (docs/specification.md#operator-figures). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const search = parseFiguresSearch(new URL(request.url).searchParams);
  const at = context.clock.now();
  const { page, waits } = await loadPage(context, () => figures.list(context.db, search, at));
  return { ...page, search, at, waits };
}

export const action = notFound;

export default function Figures() {
  return <FiguresScreen {...useLoaderData<typeof loader>()} />;
}
