import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { CatalogueScreen } from "#app/admin/catalogue/catalogue-screen.tsx";
import { beginCatalogue } from "#app/admin/catalogue/first-catalogue.server.ts";
import { newTopicForm, topicFields } from "#app/admin/catalogue/topic.form.ts";
import { topicPath } from "#app/admin/catalogue/topic.ts";
import { replyTo } from "#app/admin/catalogue/topic-reply.ts";
import { addCategory } from "#app/admin/catalogue/topic-writes.server.ts";
import { listCategories } from "#app/admin/catalogue/topics.server.ts";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { decisionFailed } from "#app/admin/decision.server.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { reasonField } from "#app/admin/reason.form.ts";
import { requireOperator } from "#app/admin/require-operator.server.ts";
import { readForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import * as writes from "#app/writes/writes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Catalogue");

/** /admin/catalogue: the categories, and a form for more (docs/specification.md#operator-catalogue). */
export async function loader({ context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const { page, waits } = await loadPage(context, () => listCategories(context.db));
  return { categories: page, waits };
}

const beginForm = z.object({ reason: reasonField });

/** Adds a category, or the first ones. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  const form = await readForm(request, topicFields);
  const path = href("/admin/catalogue");
  return await writes.run(context, form, { path, again: replyTo(form), failed: decisionFailed }, async () => {
    if (form.fields.get("intent") === "begin") {
      const { reason } = writes.parse(form, beginForm);
      const count = await beginCatalogue(context, { operator, reason });
      return writes.done(context, `${count} categories added`, path);
    }
    const { reason, ...typed } = writes.parse(form, newTopicForm);
    const id = await addCategory(context, typed, { operator, reason });
    return writes.done(context, `‘${typed.name}’ added`, topicPath(id));
  });
}

export default function Catalogue() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <CatalogueScreen {...loaded} reply={reply ?? null} />;
}
