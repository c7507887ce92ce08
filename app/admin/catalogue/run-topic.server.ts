import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Decision } from "#app/admin/audit.server.ts";
import * as forms from "#app/admin/catalogue/topic.form.ts";
import { type EntryKind, topicPath } from "#app/admin/catalogue/topic.ts";
import * as topics from "#app/admin/catalogue/topic-writes.server.ts";
import { findTopic, type Topic } from "#app/admin/catalogue/topics.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { SentForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { refuse, refuseField } from "#app/lib/refusal.ts";
import * as writes from "#app/writes/writes.server.ts";

/** Runs a form of a topic's page, and redirects with a notice. @throws Refusal */
export async function runTopic(context: AppLoadContext, form: SentForm, operator: Viewer, topic: Topic) {
  const intent = form.text("intent");
  const here = topicPath(topic.id);
  const about = ({ version, reason }: { version: number; reason: string }) => ({
    topic,
    version,
    decision: { operator, reason } satisfies Decision,
  });
  switch (intent) {
    case "save": {
      const typed = writes.parse(form, forms.textsForm);
      await topics.changeTexts(context, about(typed), typed);
      return writes.done(context, "Saved", here);
    }
    case "add-subcategory": {
      if (topic.kind !== "category") return refuse("incorrect", "A subcategory has no subcategories");
      const typed = writes.parse(form, forms.newSubcategoryForm);
      const id = await topics.addSubcategory(context, about(typed), typed);
      return writes.done(context, `‘${typed.name}’ added`, topicPath(id));
    }
    case "delete": {
      await topics.deleteTopic(context, about(writes.parse(form, forms.decisionForm)));
      const to = topic.parent ? topicPath(topic.parent.id) : href("/admin/catalogue");
      return writes.done(context, `‘${topic.name}’ deleted`, to);
    }
    case "move": {
      const typed = writes.parse(form, forms.moveForm);
      const target = await findTopic(context.db, typed.to);
      if (!target) return refuseField("to", "Please choose where to move them");
      const count = await topics.moveGigs(context, about(typed), target);
      return writes.done(context, `${count} moved to ‘${target.name}’`, here);
    }
    case "add-review": {
      const typed = writes.parse(form, forms.newReviewForm);
      await topics.addReview(context, about(typed), typed);
      return writes.done(context, "Review added", `${here}#reviews`);
    }
    case "edit-review": {
      const typed = writes.parse(form, forms.reviewForm);
      await topics.changeReview(context, about(typed), typed.entry, typed);
      return writes.done(context, "Review saved", `${here}#reviews`);
    }
    case "remove-review": {
      const typed = writes.parse(form, forms.entryForm);
      await topics.removeReview(context, about(typed), typed.entry);
      return writes.done(context, "Review removed", `${here}#reviews`);
    }
  }
  const { verb, kind } = entryIntent(intent) ?? unknown(form);
  return writes.done(context, await runEntry(), `${here}#${kind}s`);

  async function runEntry(): Promise<string> {
    if (verb === "add") {
      const typed = writes.parse(form, forms.newPairForm);
      await topics.addEntry(context, about(typed), kind, typed);
      return "Added";
    }
    if (verb === "edit") {
      const typed = writes.parse(form, forms.pairForm);
      await topics.changeEntry(context, about(typed), kind, typed.entry, typed);
      return "Saved";
    }
    const typed = writes.parse(form, forms.entryForm);
    if (verb === "remove") {
      await topics.removeEntry(context, about(typed), kind, typed.entry);
      return "Removed";
    }
    await topics.orderEntry(context, about(typed), kind, typed.entry, verb === "up" ? -1 : 1);
    return verb === "up" ? "Moved up" : "Moved down";
  }
}

const verbs = ["add", "edit", "up", "down", "remove"] as const;

/** What a button of an FAQ or a feature asks for: `edit-faq`. Null for any other button. */
export function entryIntent(intent: string): { verb: (typeof verbs)[number]; kind: EntryKind } | null {
  const [, name, kind] = /^([a-z]+)-(faq|feature)$/.exec(intent) ?? [];
  const verb = verbs.find((each) => each === name);
  return verb && kind ? { verb, kind: kind as EntryKind } : null;
}

/** @throws Refusal: of the reason if it is not valid, else of the button */
function unknown(form: SentForm): never {
  writes.parse(form, forms.decisionForm);
  refuse("incorrect", "There is no such action");
}
