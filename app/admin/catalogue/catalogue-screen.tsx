import { NewTopicForm } from "#app/admin/catalogue/new-topic-form.tsx";
import { publicPath, topicPath } from "#app/admin/catalogue/topic.ts";
import { replyOf, type TopicReply } from "#app/admin/catalogue/topic-reply.ts";
import type { listCategories } from "#app/admin/catalogue/topics.server.ts";
import { DecisionForm } from "#app/admin/decision-form.tsx";
import { QueuePage } from "#app/admin/queue-page.tsx";
import { type Column, Table } from "#app/admin/table.tsx";
import { CategoryIcon } from "#app/catalog/category-icon.tsx";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";

type Category = Awaited<ReturnType<typeof listCategories>>[number];
type Props = { categories: Category[]; reply: TopicReply | null };

const columns: Column<Category>[] = [
  { label: "Category", cell: ({ id, name }) => <a href={topicPath(id)}>{name}</a> },
  { label: "Icon", cell: ({ icon }) => <CategoryIcon icon={icon} /> },
  { label: "Address", cell: ({ slug }) => <a href={publicPath(slug, null)}>{publicPath(slug, null)}</a> },
  { label: "Listed services", kind: "num", cell: ({ listed }) => listed.toLocaleString("en-US") },
];

/** The categories by name, and forms for more of them. */
export function CatalogueScreen({ categories, reply }: Props) {
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
