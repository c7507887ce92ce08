import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EntryPanels, ReviewPanels } from "#app/admin/catalogue/entry-panels.tsx";
import { NewTopicForm } from "#app/admin/catalogue/new-topic-form.tsx";
import { runTopic } from "#app/admin/catalogue/run-topic.server.ts";
import { TextsForm } from "#app/admin/catalogue/texts-form.tsx";
import { topicFields } from "#app/admin/catalogue/topic.form.ts";
import { gigsText, publicPath, topicPath } from "#app/admin/catalogue/topic.ts";
import { lostLabel, replyOf, replyTo, type TopicReply } from "#app/admin/catalogue/topic-reply.ts";
import {
  findTopic,
  findTopicPage,
  type Topic,
  type TopicContent,
} from "#app/admin/catalogue/topics.server.ts";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { decisionFailed } from "#app/admin/decision.server.ts";
import { DecisionForm } from "#app/admin/decision-form.tsx";
import { DescriptionList } from "#app/admin/description-list.tsx";
import { DetailPage } from "#app/admin/detail-page.tsx";
import { Folded } from "#app/admin/folded.tsx";
import { loadPage } from "#app/admin/load-page.server.ts";
import { AuditList } from "#app/admin/log-list.tsx";
import { requireOperator } from "#app/admin/require-operator.server.ts";
import { type Column, Table } from "#app/admin/table.tsx";
import { topics } from "#app/catalog/topics.server.ts";
import { readLongForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { refuse } from "#app/lib/refusal.ts";
import type { PageHandle } from "#app/page-handle.ts";
import { Empty } from "#app/ui/empty.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";
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

/** All topics to which gigs can be moved. */
type Places = { id: string; name: string; subcategories: { id: string; name: string }[] }[];

/** When visitors see a change (docs/specification.md#operator-catalogue). */
const seenWhen =
  "You see a change immediately; visitors see it within 30 seconds. The menus above and below each page follow within 11 minutes, the sitemap within an hour.";

/** A category or subcategory in the console: its texts, its contents, and the operator's forms. */
export default function TopicPage() {
  const { page } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>() ?? null;
  const alert = reply?.formError ? <RefusalNote title={reply.formError} /> : null;
  const common = { current: "catalogue", forms: null, alert } as const;
  const list = { label: "All categories", to: href("/admin/catalogue") };
  if (!page)
    return (
      <DetailPage {...common} list={list} heading={<h1>Not found</h1>}>
        {reply ? <LostTexts reply={reply} /> : <Empty title="There is no such category" />}
      </DetailPage>
    );
  const { topic, content, places } = page;
  const { id, kind, name, slug, parent, version } = topic;
  const { subcategories, gigs } = content;
  const path = publicPath(slug, parent);
  const link = <a href={path}>{path}</a>;
  const isCategory = kind === "category";
  return (
    <DetailPage
      {...common}
      list={parent ? { label: parent.name, to: topicPath(parent.id) } : list}
      heading={<h1>{name}</h1>}
    >
      {reply && !isShown(reply, content) ? <LostTexts reply={reply} /> : null}
      <DescriptionList
        items={[
          ["Page", link],
          ["Services", `${gigsText(gigs)}, ${gigs.listed.toLocaleString("en-US")} of them listed`],
          ["Visible", seenWhen],
        ]}
      />
      <TextsForm topic={topic} reply={replyOf(reply, ["save"])} />
      {isCategory ? (
        <section className="stack" aria-labelledby="subcategories">
          <h2 id="subcategories">Subcategories</h2>
          {subcategories.length === 0 ? null : (
            <Table
              label="Subcategories"
              columns={subcategoryColumns(slug)}
              rows={subcategories}
              keyOf={(row) => row.id}
            />
          )}
          <NewTopicForm
            intent="add-subcategory"
            heading="Add a subcategory"
            button="Add the subcategory"
            hidden={{ version }}
            reply={replyOf(reply, ["add-subcategory"])}
          />
        </section>
      ) : null}
      <EntryPanels kind="faq" topic={topic} entries={content.faqs} reply={reply} />
      <EntryPanels kind="feature" topic={topic} entries={content.features} reply={reply} />
      {isCategory ? <ReviewPanels topic={topic} reviews={content.reviews} reply={reply} /> : null}
      <MovePanel topic={topic} content={content} places={places} reply={replyOf(reply, ["move"])} />
      <DeletePanel topic={topic} content={content} reply={replyOf(reply, ["delete"])} />
      <AuditList key={id} rows={content.audit} />
    </DetailPage>
  );
}

type Subcategory = TopicContent["subcategories"][number];

const subcategoryColumns = (category: string): Column<Subcategory>[] => [
  { label: "Subcategory", cell: ({ id, name }) => <a href={topicPath(id)}>{name}</a> },
  {
    label: "Address",
    cell: ({ slug }) => (
      <a href={publicPath(slug, { slug: category })}>{publicPath(slug, { slug: category })}</a>
    ),
  },
  { label: "Listed services", kind: "num", cell: ({ listed }) => listed.toLocaleString("en-US") },
];

type PanelProps = { topic: Topic; content: TopicContent; reply: TopicReply | null };

/** Moves what is in a topic, so that it can be deleted. */
function MovePanel({ topic, content: { gigs }, places, reply }: PanelProps & { places: Places }) {
  const count = gigs.listed + gigs.others;
  if (count === 0 && !reply) return null;
  const options = places.flatMap((top) => [
    { value: top.id, label: top.name },
    ...top.subcategories.map((sub) => ({ value: sub.id, label: `${top.name}: ${sub.name}` })),
  ]);
  const own = new Set([
    topic.id,
    ...(places.find(({ id }) => id === topic.id)?.subcategories ?? []).map(({ id }) => id),
  ]);
  return (
    <DecisionForm
      heading={`Move its ${gigsText(gigs)} ${count === 1 ? "service" : "services"}`}
      hint="Each press moves up to 500. Press again until none are left. Counts and search results stay correct throughout."
      hidden={{ version: topic.version }}
      reply={reply}
      errors={{ to: reply?.errors.to }}
      reasonId="reason-move"
      buttons={[{ intent: "move", label: "Move them" }]}
    >
      <SelectField
        name="to"
        label="To"
        options={options.filter(({ value }) => !own.has(value))}
        defaultValue={reply?.typed.to ?? ""}
        required
        error={reply?.errors.to ?? undefined}
      />
    </DecisionForm>
  );
}

/** Deletes an empty topic; says what is still in it otherwise. */
function DeletePanel({ topic, content: { gigs, subcategories }, reply }: PanelProps) {
  const count = gigs.listed + gigs.others;
  const services = `${gigsText(gigs)} ${count === 1 ? "service is" : "services are"}`;
  const inIt = [
    ...(count > 0 ? [`${services} in it: move them first.`] : []),
    ...(subcategories.length > 0 ? ["It has subcategories: delete them first."] : []),
  ];
  const heading = `Delete this ${topic.kind}`;
  const notNow = inIt.length > 0 ? `It cannot be deleted now. ${inIt.join(" ")}` : null;
  if (notNow && !reply)
    return (
      <Folded heading={heading}>
        <p className="muted">{notNow}</p>
      </Folded>
    );
  return (
    <DecisionForm
      heading={heading}
      hint={notNow ?? "Its texts are deleted with it, and its addresses answer ‘Not found’."}
      hidden={{ version: topic.version }}
      reply={reply}
      reasonId="reason-delete"
      buttons={notNow ? [] : [{ intent: "delete", label: heading, kind: "stop" }]}
    />
  );
}

/** False if the form that was refused is no longer on the page. */
function isShown({ intent, entry }: TopicReply, { faqs, features, reviews }: TopicContent): boolean {
  if (entry === "") return true;
  const entries = intent.endsWith("-review") ? reviews : intent.endsWith("-faq") ? faqs : features;
  return entries.some(({ number }) => String(number) === entry);
}

const hiddenNames = ["intent", "entry", "version", "to", "icon"];

/** What was typed into a form that is no longer on the page. */
function LostTexts({ reply }: { reply: TopicReply }) {
  const texts = Object.entries(reply.typed).filter(([name, text]) => !hiddenNames.includes(name) && text);
  return (
    <div className="panel stack">
      <h2>What you typed</h2>
      {texts.map(([name, text]) => (
        <Field
          key={name}
          id={`lost-${name}`}
          name={name}
          label={lostLabel(reply.intent, name)}
          multiline
          defaultValue={text}
        />
      ))}
    </div>
  );
}
