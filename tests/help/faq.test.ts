import { expect, it } from "vitest";
import { find, mark, partsOf } from "#app/help/question-search.ts";
import { questions } from "#app/help/questions.ts";
import { recordOf } from "../support/pages/structured-records.ts";
import { visitor } from "../support/visitor.ts";

// docs/specification.md#faq-search

const ann = visitor.signedOut();
const opened = (html: string) =>
  [...html.matchAll(/<details open="">.*?<div id="([^"]+)">/g)].map(([, id]) => id);

it("All questions are on one page; the first is open", async () => {
  const page = await ann.get("/faq");
  for (const { id, question, answer } of questions) {
    expect(page.text).toContain(question);
    expect(page.text).toContain(answer);
    expect(page.html.split(` id="${id}"`)).toHaveLength(2);
  }
  expect(opened(page.html)).toEqual([questions[0]?.id]);
});

it("?open= opens only that question, also for visitors; an unknown one opens the first", async () => {
  for (const guest of [ann, visitor.passingBy()]) {
    expect(opened((await guest.get("/faq?open=when-do-i-get-paid")).html)).toEqual(["when-do-i-get-paid"]);
    for (const open of ["nothing", "", "%00", "%3Cscript%3E"])
      expect(opened((await guest.get(`/faq?open=${open}`)).html)).toEqual([questions[0]?.id]);
  }
});

it("Structured data has each question once, on /faq only", async () => {
  const record = recordOf(await ann.get("/faq"), "FAQPage") as { mainEntity: { name: string }[] };
  expect(record.mainEntity.map(({ name }) => name)).toEqual(questions.map(({ question }) => question));
  for (const path of ["/help", "/help?tab=account", "/privacy", "/terms"])
    expect(recordOf(await ann.get(path), "FAQPage")).toBeUndefined();
});

it("A search highlights the words, counts the questions found and opens them", async () => {
  const page = await ann.get("/faq?q=Receipt");
  const count = Number(/(\d+) questions about “Receipt”/.exec(page.text)?.[1]);
  expect(count).toBe(find(partsOf("receipt")).length);
  expect(opened(page.html)).toHaveLength(count);
  expect(opened(page.html)[0]).toBe("where-do-i-find-receipts");
  expect(page.html).toContain("<mark>receipts</mark>");
  expect(page.html).toContain('<meta name="robots" content="noindex"');
  expect((await ann.get("/faq?q=registration+applications")).text).toMatch(/\d questions? about/);
});

it("Case, accents, endings and filler words do not matter", () => {
  const ids = (q: string) => find(partsOf(q)).map(({ id }) => id);
  expect(ids("REFÚND")).toEqual(ids("refunds"));
  expect(ids("how do I get a refund?")).toEqual(ids("refund"));
  expect(ids("two-step sign-in")).toContain("how-do-i-switch-on-two-step-sign-in");
  for (const q of ["custom offers", "something special", "ask for an offer"])
    expect(ids(q), q).toContain("can-i-ask-for-something-special");
  expect(ids("withdraw an offer")[0]).toBe("how-do-i-send-a-custom-offer");
  expect(ids("")).toEqual([]);
  expect(ids("%")).toEqual([]);
});

it("The pieces of a marked text add up to the text", () => {
  const text = "Receipts: “receipt”, and the café’s.";
  const pieces = mark(text, partsOf("receipt cafe"));
  expect(pieces.map((piece) => piece.text).join("")).toBe(text);
  expect(pieces.filter(({ marked }) => marked).map((piece) => piece.text)).toEqual([
    "Receipts",
    "receipt",
    "café’s",
  ]);
});

it("If nothing is found, the page says so and offers links", async () => {
  for (const q of ["zeppelin", "%", "'", "🙂🙂", "%E0%A4", "‮gnirts", "a".repeat(10_000)]) {
    const page = await ann.get(`/faq?${new URLSearchParams({ q })}`);
    expect([q.slice(0, 20), page.status]).toEqual([q.slice(0, 20), 200]);
    expect(page.text).toContain("Nothing found");
    expect(page.links).toContain("/faq");
  }
  expect((await ann.get(`/faq?q=${"a".repeat(201)}`)).text).toContain(
    "We searched for the first 200 characters of your text.",
  );
});

it("A search text is shown as text, and a blank one shows all questions", async () => {
  const page = await ann.get(`/faq?q=${encodeURIComponent('<b>"refund"</b>')}`);
  expect(page.html).not.toContain("<b>&quot;");
  expect(page.text).toContain('about “<b>"refund"</b>”');
  expect(page.html).toMatch(/id="faq-q"[^>]*value="&lt;b&gt;&quot;refund&quot;&lt;\/b&gt;"/);
  for (const q of ["", "+++", "%00"])
    expect((await ann.get(`/faq?q=${q}`)).html.match(/<details/g)?.length).toBeGreaterThanOrEqual(
      questions.length,
    );
});
