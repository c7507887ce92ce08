import { describe, expect, it } from "vitest";
import { previewOf } from "#app/conversations/files/message-file.ts";
import { listAskedIn } from "#app/conversations/list/list.ts";
import { hasLink, looksElsewhere, partsOf } from "#app/conversations/thread/message-text.ts";
import { threadAskedIn } from "#app/conversations/thread/thread-address.ts";
import { steepStep } from "#tests/lib/growth.ts";

it("The preview of a message and a search text are cut between characters", () => {
  const long = (length: number) => `${"a".repeat(length - 1)}😀`;
  const query = new URLSearchParams({ q: `${long(100)}b`, name: `${long(100)}b` });
  expect(previewOf(`${long(200)}b`, [])).toBe(long(200));
  expect(threadAskedIn(query).q).toBe(long(100));
  expect(listAskedIn(query).name).toBe(long(100));
});

describe("Links in a message", () => {
  it("Are http and https only, with the host that a browser opens; the surrounding text is kept", () => {
    expect(partsOf("See https://a.example/x?y=1, or (http://b.example).")).toEqual([
      { text: "See " },
      { href: "https://a.example/x?y=1", text: "https://a.example/x?y=1", host: "a.example" },
      { text: ", or (" },
      { href: "http://b.example/", text: "http://b.example", host: "b.example" },
      { text: ")." },
    ]);
    expect(partsOf("https://handiwork.example@evil.example/")).toMatchObject([{ host: "evil.example" }]);
    expect(partsOf("https://h\u0430ndiwork.example/")).toMatchObject([{ host: "xn--hndiwork-16g.example" }]);
    expect([hasLink("See https://a.example"), hasLink("plain")]).toEqual([true, false]);
    for (const text of ["javascript:alert(1)", "data:text/html,x", "https://", "www.a.example", "", "plain"])
      expect(partsOf(text)).toEqual([{ text }]);
  });

  it("End before a mark that changes the text direction, which could disguise the host", () => {
    for (const mark of "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069") {
      const parts = partsOf(`https://evil.example/${mark}moc.elgoog`);
      expect(parts).toMatchObject([
        { text: "https://evil.example/", host: "evil.example" },
        { text: `${mark}moc.elgoog` },
      ]);
    }
  });

  it("No text is lost or changed", () => {
    for (const text of [
      "a https://x.example b",
      "https://x.example/(y)",
      "\u202ehttps://x.example\n\n",
      "https://[",
    ])
      expect(
        partsOf(text)
          .map((part) => part.text)
          .join(""),
      ).toBe(text);
  });
});

describe("A text that suggests paying or talking elsewhere", () => {
  it.each([
    "Write me: ann@mail.example",
    "ann (at) mail (dot) example",
    "Call +44 20 7946 0958",
    "555-123-4567",
    "Add me on WhatsApp",
    "Let us talk on Zoom",
    "Send it with Wise",
    "t.me/ann",
    "I take PayPal",
    "a bank transfer is cheaper",
  ])("%s", (text) => expect(looksElsewhere(text)).toBe(true));

  it.each([
    "The file is 1200 x 800",
    "A wise choice: zoom in on the signal colour",
    "It costs $1,250 in 14 days",
    "In 2026 we sold 300 of them",
    "Order #7f3c91ab",
    "See https://a.example",
  ])("not: %s", (text) => expect(looksElsewhere(text)).toBe(false));
});

describe("Reading a message of 100 KB costs at most 15 times as much as one of 10 KB", () => {
  it.each([
    ["letters", "a"],
    ["dots", "."],
    ["digits", "+1 "],
    ["almost addresses", "a@a"],
    ["links", "https://a.example/ "],
    ["one link with dots", "https://a.example/.", "."],
    ["words before a messenger", "on "],
  ])("%s", async (_, pump, end = "\0") => {
    const run = (length: number) => {
      const text = pump.repeat(length / pump.length) + end.repeat(end === "." ? length : 1);
      return () => [looksElsewhere(text), hasLink(`https://${text}`)];
    };
    expect(await steepStep(run)).toBeNull();
  });
});
