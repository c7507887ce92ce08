import type { MailTemplate } from "#app/emails/mail-data.ts";
import { required } from "#app/emails/required.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";

/** How much of a message an email shows, in characters. */
const shown = 200;

/** Emails about messages (docs/specification.md#email-kinds). */
export const messageMailTemplates = {
  message_digest: ({ name, origin, unread }) => {
    const { from, count, first, path } = required(unread, "unread");
    const messages = count === 1 ? "1 unread message" : `${count} unread messages`;
    const characters = [...first];
    const beginning = characters.slice(0, shown).join("") + (characters.length > shown ? "…" : "");
    return {
      subject: `You have ${messages} from ${isolated(from)}`,
      paragraphs: [
        `Hi ${name},`,
        `You have ${messages} from ${isolated(from)}.`,
        { quote: isolated(beginning), by: isolated(from) },
        "We won't email you about this conversation again until you have read it. If you mute it, we won't email you about it at all.",
      ],
      link: { label: "Read and answer", url: origin + path },
    };
  },
} satisfies Partial<Record<MailKind, MailTemplate>>;

/** Unicode's marks that override, embed or isolate a direction. */
const turns = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Isolates a text by another user, so that its direction does not affect the text around it: puts it inside a
 * first strong isolate (U+2068), without the marks that would end it.
 */
function isolated(text: string): string {
  return `\u2068${text.replace(turns, "")}\u2069`;
}
