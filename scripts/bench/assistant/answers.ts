import { points } from "#app/assistant/score.ts";
import { plain, termsOf } from "#app/assistant/terms.ts";
import { marketGig } from "#drizzle/seed/market-gig.ts";
import { gigs as handWritten } from "#drizzle/seed/source.ts";
import { atMost, type Figure } from "../figure.ts";
import { type MarketSource, openMarket } from "../market.ts";

type Texts = { title: string; description: string };

/** How many questions of each kind are asked; their lengths go from 1 to 12 words. */
const ofEachKind = 60;
/** Questions that no one means, and that must cost little (docs/specification.md#assistant-query). */
const odd = {
  "four characters": "logo",
  "five spaces": "     ",
  emoji: "🎨🎨🎨🎨🎨",
  "10,000 letters": "l".repeat(10_000),
  "2,000 words": "logo ".repeat(2000),
  "percent signs": "%%%%% %_%",
  quotes: '"logo" \'or\' """',
  NUL: "lo\0go for\0 me",
  "right to left": "شعار لمطعم صغير",
  "one letter, five times": "a b c d e",
};

/**
 * Asks the assistant 300 questions: in how many of them the three services differ in score from those of
 * scoring every service, the rows that D1 reads, and the time (docs/specification.md#assistant-bounds).
 * @param gigs how many generated gigs the market has; of a given state, too
 */
export async function assistant(large: MarketSource, gigs: number): Promise<Figure[]> {
  const texts = [...handWritten, ...generated(gigs)].map(({ title, description }) => ({
    title: plain(title),
    description: plain(description),
  }));
  const questions = questionsAbout(texts);
  const market = await openMarket(large, "scripts/bench/count-rows.ts");
  try {
    const answers: { question: string; scores: number[]; rows: number; ms: number }[] = [];
    for (const question of questions) {
      const { page, rows, ms, status } = await ask(market.url, question);
      if (status !== 200) throw new Error(`“${question}” is answered by ${status}.`);
      answers.push({ question, scores: scoresOn(page), rows, ms });
    }
    const oddAnswers = [];
    for (const [name, question] of Object.entries(odd)) {
      const answer = await ask(market.url, question);
      if (answer.status !== 200 && answer.status !== 400)
        throw new Error(`${name}: answered by ${answer.status}.`);
      oddAnswers.push({ name, ...answer });
    }
    const bestScores = fullScoring(texts);
    const differing = answers.filter(
      ({ question, scores }) => scores.join() !== bestScores(termsOf(question)).join(),
    );
    for (const { question, ms } of differing) console.error(`differs (${Math.round(ms)} ms): ${question}`);
    const times = answers.map(({ ms }) => ms).sort((one, other) => one - other);
    const time = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? Number.NaN);
    const slowestOdd = oddAnswers.reduce((slowest, each) => (each.ms > slowest.ms ? each : slowest));
    const size = `${gigs.toLocaleString("en-US")} gigs`;
    return [
      atMost(`questions whose answer differs in score, ${size}`, differing.length, "of 300", 15),
      atMost(
        `rows read by an answer of the assistant, ${size}`,
        Math.max(...[...answers, ...oddAnswers].map(({ rows }) => rows)),
        "rows",
        5000,
      ),
      {
        what: `an answer, ${size}: median`,
        value: time(0.5),
        unit: "ms",
        limit: null,
        holds: null,
        note: `95 %: ${time(0.95)} ms; slowest: ${time(1)} ms`,
      },
      atMost(`the slowest odd question, ${size}`, Math.round(slowestOdd.ms), "ms", 300, slowestOdd.name),
    ];
  } finally {
    await market.stop();
  }
}

async function ask(origin: string, question: string) {
  const began = performance.now();
  const answer = await fetch(`${origin}/ai-assistant?query=${encodeURIComponent(question)}`);
  const page = await answer.text();
  const ms = performance.now() - began;
  return { page, ms, status: answer.status, rows: Number(answer.headers.get("x-rows-read")) };
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

/**
 * Scores every service for a question. What a term adds to each is worked out once.
 * @param texts as the search index compares them
 */
function fullScoring(texts: Texts[]): (terms: string[]) => number[] {
  const known = new Map<string, Uint8Array>();
  const pointsOf = (term: string) =>
    Uint8Array.from(
      texts,
      ({ title, description }) =>
        (title.includes(term) ? points.title : 0) + (description.includes(term) ? points.description : 0),
    );
  return (terms) => {
    const lists = terms.map(plain).map((term) => {
      const list = known.get(term) ?? pointsOf(term);
      known.set(term, list);
      return list;
    });
    const best = [0, 0, 0];
    for (let i = 0; i < texts.length; i++) {
      let score = 0;
      for (const list of lists) score += list[i] ?? 0;
      if (score <= (best[2] ?? 0)) continue;
      best.splice(
        best.findIndex((other) => score > other),
        0,
        score,
      );
      best.length = 3;
    }
    return best.filter((score) => score > 0);
  };
}
