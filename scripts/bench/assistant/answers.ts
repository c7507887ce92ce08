import { matchesOf, scoreOf } from "#app/assistant/score.ts";
import { termsOf } from "#app/assistant/terms.ts";
import { marketGig } from "#drizzle/seed/market-gig.ts";
import { gigs as handWritten } from "#drizzle/seed/source.ts";
import { atMost, type Figure } from "../figure.ts";
import { type MarketSource, openMarket } from "../market.ts";

type Texts = { title: string; description: string };

/** How many questions of each kind are asked; their lengths go from 1 to 12 words. */
const ofEachKind = 60;

/**
 * Asks the assistant 300 questions: in how many of them the three services differ in score from those of
 * scoring every service, and the rows that D1 reads (docs/specification.md#assistant-bounds).
 * @throws Error for a given state: the texts of its gigs are not known
 */
export async function assistant(large: MarketSource): Promise<Figure[]> {
  if (!("gigs" in large)) throw new Error("The part `assistant` makes its own market: --gigs N.");
  const texts = [...handWritten, ...generated(large.gigs)];
  const market = await openMarket(large, "scripts/bench/count-rows.ts");
  let [differing, mostRows, slowest] = [0, 0, 0];
  try {
    for (const question of questionsAbout(texts)) {
      const began = performance.now();
      const answer = await fetch(`${market.url}/ai-assistant?query=${encodeURIComponent(question)}`);
      const page = await answer.text();
      slowest = Math.max(slowest, performance.now() - began);
      if (answer.status !== 200) throw new Error(`“${question}” is answered by ${answer.status}.`);
      mostRows = Math.max(mostRows, Number(answer.headers.get("x-rows-read")));
      const [found, best] = [scoresOn(page), bestScores(texts, termsOf(question))];
      if (found.join() !== best.join()) differing++;
    }
  } finally {
    await market.stop();
  }
  const size = `${large.gigs.toLocaleString("en-US")} gigs`;
  return [
    atMost(`questions whose answer differs in score, ${size}`, differing, "of 300", 15),
    atMost(`rows read by an answer of the assistant, ${size}`, mostRows, "rows", 5000),
    { what: "the slowest answer", value: Math.round(slowest), unit: "ms", limit: null, holds: null },
  ];
}

function generated(count: number): Texts[] {
  return Array.from({ length: count }, (_, i) => {
    const [, , title, description] = marketGig(i, count);
    return { title: String(title), description: String(description) };
  });
}

/** Questions of rare, mixed and common words, of words of one service, and of parts of words. */
function questionsAbout(texts: Texts[]): string[] {
  let state = 18;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const from = (list: string[]) => list[Math.floor(random() * list.length)] ?? "";
  const wordsOf = ({ title, description }: Texts) => termsOf(`${title} ${description}`);
  const seen = new Map<string, number>();
  for (const each of texts.slice(0, 5000))
    for (const word of wordsOf(each)) seen.set(word, (seen.get(word) ?? 0) + 1);
  const words = [...seen].sort((one, other) => other[1] - one[1]).map(([word]) => word);
  const kinds = [
    () => from(words.slice(words.length >> 1)),
    () => from(words),
    () => from(words.slice(0, words.length >> 3)),
    () => from(words).slice(0, 4),
  ];
  const ofWords = kinds.flatMap((word) => lengths().map((length) => Array.from({ length }, word).join(" ")));
  const ofOne = lengths().map((length) => {
    const own = wordsOf(texts[Math.floor(random() * texts.length)] ?? { title: "", description: "" });
    return Array.from({ length }, () => from(own)).join(" ");
  });
  return [...ofWords, ...ofOne].map((question) => question.padEnd(5, "."));
}

function lengths(): number[] {
  return Array.from({ length: ofEachKind }, (_, i) => 1 + (i % 12));
}

/** The scores of the services on a page, from the words that each says have matched. */
function scoresOn(page: string): number[] {
  const points = { "In title and description": 8, "In the title": 5, "In the description": 3 };
  return [...page.matchAll(/<p class="words">([^<]*)/g)].map(([, text = ""]) =>
    Object.entries(points).reduce((sum, [place, each]) => {
      const found = new RegExp(`${place}: ([^.]*)`).exec(text)?.[1];
      return sum + (found ? each * found.split(", ").length : 0);
    }, 0),
  );
}

function bestScores(texts: Texts[], terms: string[]): number[] {
  const best = [0, 0, 0];
  for (const each of texts) {
    const score = scoreOf(matchesOf(terms, each));
    if (score > (best[2] ?? 0))
      best.splice(
        best.findIndex((other) => score > other),
        0,
        score,
      );
    best.length = 3;
  }
  return best.filter((score) => score > 0);
}
