/**
 * A part of an email: a paragraph; the words that someone wrote, and their name; or the rows of a table, each
 * a label and a value, and the page that the label links to.
 */
export type MailPart =
  | string
  | { quote: string; by: string }
  | { rows: [label: string, value: string, url?: string | undefined][] };

/**
 * An email without its address: one subject, short paragraphs, and at most one link, shown as a button, apart
 * from those in a table. It is about the first paragraph after the greeting, which mail programs show next to
 * the subject.
 */
export type MailContent = {
  subject: string;
  /** How many emails of this kind the reader has had about its subject, with this one; 1 if absent. */
  count?: number;
  paragraphs: MailPart[];
  link?: { label: string; url: string };
};

/** An email as its HTML shows it. `preview`: what mail programs show next to the subject. */
export type MailFrame = Omit<MailContent, "subject" | "count"> & {
  subject: string;
  preview: string;
  why: string;
  /** The links to stop emails like it; empty if its reader always gets them. */
  choices: { label: string; url: string }[];
  sender: string;
};
