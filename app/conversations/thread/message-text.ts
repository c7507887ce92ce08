import { brand } from "#app/brand.ts";

/** A part of a message: text, or a link and the host that it opens. */
type TextPart = { text: string } | { href: string; text: string; host: string };

/**
 * Text that looks like the address of a page. Trailing punctuation belongs to the sentence, and so do
 * direction marks: inside the link they would move the host.
 */
const address = /\bhttps?:\/\/[^\s<>"'\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gi;

/**
 * Splits a message into text and links (docs/specification.md#outside-contact). Only http and https become
 * links; the host is shown as the browser reads it, so that a name cannot hide it.
 */
export function partsOf(content: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of content.matchAll(address)) {
    const text = withoutEnd(match[0]);
    const url = URL.parse(text);
    if (!url?.host) continue;
    if (match.index > end) parts.push({ text: content.slice(end, match.index) });
    parts.push({ href: url.href, text, host: url.host });
    end = match.index + text.length;
  }
  if (end < content.length || parts.length === 0) parts.push({ text: content.slice(end) });
  return parts;
}

/** Removes the punctuation of the sentence from the end. */
function withoutEnd(text: string): string {
  const plain = text.replace(/[.,;:!?…]{1,30}$/, "");
  return plain.endsWith(")") && !plain.includes("(") ? plain.slice(0, -1) : plain;
}

/**
 * Ways to pay or talk outside: an email address, a phone number, the name of a messenger or a transfer
 * service.
 */
const elsewhere = [
  /[\w.+-]\s?(?:@|\(at\)|\[at\])\s?[\w-]{1,63}\s?(?:\.|\(dot\)|\[dot\])\s?[a-z]{2}/i,
  /(?:\+|\b00)\d[\d\s().-]{7,30}\d|\b\d{3}[\s.-]\d{3}[\s.-]\d{3,4}\b/,
  /\b(?:whats\s?app|telegram|t\.me|wa\.me|skype|discord|viber|wechat|line id|facebook messenger|snapchat)\b/i,
  // These are also ordinary words: "a wise choice", "zoom in", "a signal colour".
  /\b(?:on|via|through|by|over|using|my|your|with)\s{1,9}(?:zoom|signal|wise|messenger|instagram)\b|\bzoom\s{1,9}(?:call|link|meeting)\b/i,
  /\b(?:paypal|venmo|cash\s?app|zelle|western union|revolut|iban|bitcoin|btc|usdt|crypto|bank transfer|wire transfer|outside (?:of )?(?:this|the) (?:site|platform|market))\b/i,
];

/**
 * Whether a text seems to offer to pay or talk outside (docs/specification.md#outside-contact). The result is
 * stored with a message; browsers do not compute it.
 */
export function looksElsewhere(content: string): boolean {
  return elsewhere.some((sign) => sign.test(content));
}

/** The warning next to a text that seems to offer to pay or talk outside. */
export const elsewhereSentence = `Pay and talk on ${brand}: outside it, there are no refunds`;

/** Whether a text has a link. */
export function hasLink(content: string): boolean {
  return partsOf(content).some((part) => "href" in part);
}
