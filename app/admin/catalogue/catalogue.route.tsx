import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { beginCatalogue } from "#app/admin/catalogue/first-catalogue.server.ts";
import { NewTopicForm } from "#app/admin/catalogue/new-topic-form.tsx";
import { newTopicForm, topicFields } from "#app/admin/catalogue/topic.form.ts";
import { publicPath, topicPath } from "#app/admin/catalogue/topic.ts";
import { replyOf, replyTo } from "#app/admin/catalogue/topic-reply.ts";
import { addCategory } from "#app/admin/catalogue/topic-writes.server.ts";
import { listCategories } from "#app/admin/catalogue/topics.server.ts";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { decisionFailed } from "#app/admin/decision.server.ts";
import { DecisionForm } from "#app/admin/decision-form.tsx";
import { loadPage } from "#app/admin/load-page.server.ts";
import { QueuePage } from "#app/admin/queue-page.tsx";
import { reasonField } from "#app/admin/reason.form.ts";
import { requireOperator } from "#app/admin/require-operator.server.ts";
import { type Column, Table } from "#app/admin/table.tsx";
import { CategoryIcon } from "#app/catalog/category-icon.tsx";
import { readForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";
import * as writes from "#app/writes/writes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Catalogue");

/** /admin/catalogue: the categories, and a form to add one (docs/specification.md#operator-catalogue). */
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

type Category = Awaited<ReturnType<typeof listCategories>>[number];
const columns: Column<Category>[] = [
  { label: "Category", cell: ({ id, name }) => <a href={topicPath(id)}>{name}</a> },
  { label: "Icon", cell: ({ icon }) => <CategoryIcon icon={icon} /> },
  { label: "Address", cell: ({ slug }) => <a href={publicPath(slug, null)}>{publicPath(slug, null)}</a> },
  { label: "Listed services", kind: "num", cell: ({ listed }) => listed.toLocaleString("en-US") },
];

/** The categories by name, and forms to add more. */
export default function Catalogue() {
  const { categories } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>() ?? null;
  const isEmpty = categories.length === 0;
  return (
    <QueuePage current="catalogue" title="Catalogue">
      <div className="stack mt-5">
        {reply?.formError ? <RefusalNote title={reply.formError} /> : null}
        {isEmpty ? (
          <DecisionForm
            heading="Begin with the twelve categories of the demo"
            isOpen
            hint="It adds their subcategories, texts, questions and invented reviews, too. Everything can be changed afterwards."
            reply={replyOf(reply, ["begin"])}
            reasonId="reason-begin"
            buttons={[{ intent: "begin", label: "Begin with the twelve categories", kind: "go" }]}
          />
        ) : (
          <Table label="Categories" columns={columns} rows={categories} keyOf={({ id }) => id} />
        )}
        <NewTopicForm
          intent="add"
          heading={isEmpty ? "Or begin with your own category" : "Add a category"}
          button="Add the category"
          reply={replyOf(reply, ["add"])}
        />
      </div>
    </QueuePage>
  );
}
