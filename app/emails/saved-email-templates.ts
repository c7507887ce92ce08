import type { MailData, MailTemplate } from "#app/emails/mail-data.ts";
import { required } from "#app/emails/required.ts";
import { cut } from "#app/emails/subject-line.ts";
import type { NewsItem } from "#app/gigs/saved/saved-news.ts";
import { href } from "#app/lib/href.ts";
import { dollars } from "#app/lib/money.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";

/** The maximum length of a title in the subject, in characters. */
const maxTitleLength = 40;

/** The weekly email about saved services (docs/specification.md#saved-news). */
export const savedMailTemplates = {
  saved_news: ({ name, origin, news }: Pick<MailData, "name" | "origin" | "news">) => {
    const { items, more } = required(news, "news");
    const [first] = items;
    const count = items.length + more;
    return {
      subject:
        count === 1 && first
          ? `“${cut(first.title, maxTitleLength)}” ${first.wasCents === null ? "can be ordered again" : "costs less now"}`
          : `News about ${count} services you saved`,
      paragraphs: [
        `Hi ${name},`,
        count === 1 ? "There is news about a service you saved:" : "There is news about services you saved:",
        { rows: items.map((item) => [item.title, textOf(item), origin + href("/services/s/:slug", item)]) },
        ...(more > 0 ? [`And ${more} more.`] : []),
        "We write about this at most once a week. You can turn it off on the page of your saved services.",
      ],
      link: { label: "See your saved services", url: origin + href("/saved") },
    };
  },
} satisfies Partial<Record<MailKind, MailTemplate>>;

function textOf({ priceCents, wasCents }: NewsItem): string {
  return wasCents === null
    ? `back, from ${dollars(priceCents)}`
    : `from ${dollars(priceCents)}, before ${dollars(wasCents)}`;
}
