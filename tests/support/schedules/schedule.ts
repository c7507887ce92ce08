import { day } from "#app/lib/dates.ts";
import type { TransitionName } from "#app/orders/transitions.ts";
import { booksOf, brokenIn } from "./invariants.ts";
import { type Break, type Deps, Process, Turns } from "./line.ts";
import { Random } from "./random.ts";
import { buy, hear, move, payByCard, type Step, settleAll, steps } from "./schedule-steps.ts";
import { sweeps, type Universe, World } from "./world.ts";

/** A schedule that did not hold: what it did, and what is wrong. */
export class Failed extends Error {}

/**
 * One random life of a few orders, from a seed: everything that people, Stripe, the clock and a bad line may do, in any order. In the end
 * the line is good, all that waits is done, and what must hold whatever happens is looked at.
 * @param made gets every move of the table that was made
 * @throws Failed with the steps
 */
export async function runSchedule(
  universe: Universe,
  seed: number,
  made: Set<TransitionName>,
): Promise<void> {
  const random = new Random(seed);
  const story: string[] = [];
  const processes = [new Process(universe.clock), new Process(universe.clock)] as const;
  const world = await World.begin(universe, random);
  // From the seed alone, and the same for neighbours: each change is a write.
  await universe.setFee([0, 7, 20][Math.floor(seed / 20) % 3] ?? 0);
  const one = async (
    process: Process,
    step: Step,
    own: Random,
    turns: Turns | null,
    broken: Break | null,
  ) => {
    const at = story.push("") - 1;
    const note = (text: string) => {
      story[at] = `${story[at] ? `${story[at]}; ` : ""}${text}`;
    };
    if (turns) note("(at once)");
    if (broken) note(`(${broken.kind} ${broken.when} call ${broken.nth})`);
    const work = (deps: Deps) => step(world, own, deps, note);
    await process.run(work, broken, turns).catch((error: unknown) => {
      note(`THREW ${error instanceof Error ? error.stack : error}`);
      throw error;
    });
  };
  try {
    for (const step of beginnings(random)) await one(processes[0], step, random.fork(), null, null);
    for (let left = random.whole(15, 15 + random.whole(0, 25)); left > 0; left--) {
      const step = random.weighted(steps);
      if (!random.chance(0.2)) {
        await one(processes[0], step, random.fork(), null, random.chance(0.12) ? breakOf(random) : null);
        continue;
      }
      const turns = new Turns(random.fork());
      const works = [step, random.chance(0.5) ? step : random.weighted(steps)].map((each, i) => {
        const [who, own] = [processes[i === 0 ? 0 : 1], random.fork()];
        const broken = random.chance(0.06) ? breakOf(random) : null;
        return { who, work: () => one(who, each, own, turns, broken) };
      });
      await turns.all(works);
    }
    const isDeaf = random.chance(0.5);
    for (const ms of [15 * day, 8 * day]) {
      await one(processes[0], settleAll(ms, isDeaf), random.fork(), null, null);
    }
    await holds(world, processes[0].deps, random.chance(0.2));
  } catch (error) {
    const told = story.filter((text) => text !== "");
    const steps = told.map((text, i) => `${String(i + 1).padStart(3)} ${text}`).join("\n");
    throw new Failed(`Seed ${seed}: ${error instanceof Error ? error.message : error}\n${steps}`, {
      cause: error,
    });
  }
  for (const name of world.made) made.add(name);
}

/** @param isDouble looks too whether a second sweep changes anything @throws what does not hold */
async function holds(world: World, deps: Deps, isDouble: boolean): Promise<void> {
  const books = await booksOf(world.buyerIds);
  const broken = brokenIn(books, await world.atStripe(deps));
  if (broken) throw new Error(broken);
  for (const { order, events } of books) {
    const own = events.find(
      ({ kind, actorId }) => actorId === null && (kind === "cancelled" || kind === "completed"),
    );
    if (own)
      world.made.add(
        own.kind === "completed"
          ? "auto-complete"
          : order.paidAt === null
            ? "payment-expired"
            : "auto-cancel",
      );
  }
  if (isDouble) {
    for (const part of Object.values(sweeps)) await part(deps);
    const again = await booksOf(world.buyerIds);
    if (JSON.stringify(again) !== JSON.stringify(books))
      throw new Error("The sweep has changed something the second time");
  }
  if (books.some(({ calls }) => calls.some(({ state }) => state === "failed"))) await world.end();
}

function breakOf(random: Random): Break {
  return {
    kind: random.pick(["crash", "crash", "cut"]),
    when: random.pick(["before", "after"]),
    nth: random.whole(1, random.pick([3, 8, 14])),
  };
}

/** A third of the schedules begins with an order that is paid, or started too. */
function beginnings(random: Random): Step[] {
  if (!random.chance(0.35)) return [buy];
  return [buy, payByCard, hear, ...(random.chance(0.6) ? [move] : [])];
}
