import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { runTopic } from "#app/admin/catalogue/run-topic.server.ts";
import { topicFields } from "#app/admin/catalogue/topic.form.ts";
import { topicPath } from "#app/admin/catalogue/topic.ts";
import { replyTo } from "#app/admin/catalogue/topic-reply.ts";
import { TopicScreen } from "#app/admin/catalogue/topic-screen.tsx";
import { findTopic, findTopicPage } from "#app/admin/catalogue/topics.server.ts";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { decisionFailed } from "#app/admin/decision.server.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { requireOperator } from "#app/admin/require-operator.server.ts";
import { topics } from "#app/catalog/topics.server.ts";
import { readLongForm } from "#app/lib/forms.ts";
import { refuse } from "#app/lib/refusal.ts";
import type { PageHandle } from "#app/page-handle.ts";
import * as writes from "#app/writes/writes.server.ts";

export const handle: PageHandle = { ...consoleHandle, longTexts: true };
export const links = consoleLinks;
export const meta = () => consoleMeta("Catalogue");

/** /admin/catalogue/{id}: a category or subcategory (docs/specification.md#operator-catalogue). */
export async function loader({ params, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const { page, waits } = await loadPage(context, async () => {
    const topic = await findTopic(context.db, params.id ?? "");
    if (!topic) return null;
    const [content, places] = await Promise.all([
      findTopicPage(context.db, topic),
      context.dataCache.read(topics),
    ]);
    return { topic, content, places };
  });
  return data({ page, waits }, { status: page ? 200 : 404 });
}

/** Changes the topic. A refused form comes back with everything that was typed, even if the topic is gone. */
export async function action({ params, request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  const form = await readLongForm(request, topicFields);
  const { id = "" } = params;
  const page = { path: topicPath(id), again: replyTo(form), failed: decisionFailed };
  return await writes.run(context, form, page, async () => {
    const topic = await findTopic(context.db, id);
    if (!topic) return refuse("gone", "This category no longer exists. Copy what you need from here.");
    return await runTopic(context, form, operator, topic);
  });
}

export default function Topic() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <TopicScreen {...loaded} reply={reply ?? null} />;
}
