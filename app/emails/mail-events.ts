import { z } from "zod";

// The events of a mail provider, as Resend sends them (https://resend.com/docs/webhooks/event-types).

/** Tags are sent as a list; events have had both forms. */
const tags = z.union([
  z.record(z.string(), z.unknown()),
  z
    .array(z.object({ name: z.string(), value: z.string() }))
    .transform((list) => Object.fromEntries(list.map(({ name, value }) => [name, value]))),
]);

const reason = z.object({ message: z.string().optional(), type: z.string().optional() });

const anyEvent = z.object({ type: z.string().min(1).max(100) });

const event = z.object({
  created_at: z.string(),
  data: z.object({
    created_at: z.string().optional(),
    to: z.union([z.array(z.string()).max(50), z.string().transform((one) => [one])]),
    tags: tags.optional().catch(undefined),
    bounce: reason.optional(),
    suppressed: reason.optional(),
  }),
});

export type MailEvent = {
  type: string;
  /** What the event says about the addresses; null: nothing that matters. */
  meaning: "bad address" | "complaint" | null;
  /** The recipients, in lower case. */
  addresses: string[];
  /** The tag `mail` of the email; null if it has none. */
  tag: string | null;
  /** What the provider said. */
  detail: string;
  /** When the email was sent; else when the event happened. UTC ms. */
  sentAt: number;
};

/**
 * Reads a body; null if it is not an event. An event of another type has no meaning, whatever else it says.
 */
export function readMailEvent(body: string): MailEvent | null {
  const json = jsonOf(body);
  const { success: isEvent, data: any } = anyEvent.safeParse(json);
  if (!isEvent) return null;
  const { type } = any;
  if (!types.includes(type)) return { type, meaning: null, addresses: [], tag: null, detail: "", sentAt: 0 };
  const read = event.safeParse(json);
  if (!read.success) return null;
  const { created_at: at, data } = read.data;
  const sentAt = Date.parse(data.created_at ?? at);
  if (Number.isNaN(sentAt)) return null;
  const tag = data.tags?.mail;
  return {
    type,
    meaning: meaningOf(type, data.bounce?.type),
    addresses: data.to.map(addressOf),
    tag: typeof tag === "string" ? tag : null,
    detail: data.bounce?.message ?? data.suppressed?.message ?? "The provider gave no reason",
    sentAt,
  };
}

const types = ["email.bounced", "email.suppressed", "email.complained"];

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** @param bounce `Permanent`, `Transient` or `Undetermined`; Resend reports permanent ones only if absent */
function meaningOf(type: string, bounce = "Permanent"): MailEvent["meaning"] {
  if (type === "email.bounced") return bounce === "Permanent" ? "bad address" : null;
  if (type === "email.suppressed") return "bad address";
  return type === "email.complained" ? "complaint" : null;
}

/** `Ann <ann@example.test>` and `ann@example.test`. */
function addressOf(recipient: string): string {
  const inside = /<([^<>]+)>\s*$/.exec(recipient)?.[1];
  return (inside ?? recipient).trim().toLowerCase();
}
