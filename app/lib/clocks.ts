const minute = 60_000;

/**
 * What a zone's clocks show over time, oldest first. `from`: the UTC minute, counted from 1970, from which
 * this holds. `ahead`: how many minutes the clocks are ahead of UTC. `name`: the zone's short name.
 */
type Clocks = { from: number; ahead: number; name: string }[];

const utc: Clocks = [{ from: 0, ahead: 0, name: "UTC" }];

/** By time zone. Cached, because finding them takes far longer than using them, and a page has many dates. */
const known = new Map<string, Clocks>();

/** @param timeZone IANA name; null means UTC */
function clocksOf(timeZone: string | null): Clocks {
  if (timeZone === null) return utc;
  const found = known.get(timeZone) ?? findClocks(timeZone);
  known.set(timeZone, found);
  return found;
}

/**
 * From now on this browser shows the zone's times as the server does (docs/architecture.md#time).
 * @param text the server's `clocksText`
 */
export function learnClocks(timeZone: string, text: string): void {
  const clocks = text.split(",").map((clock) => {
    const [from, ahead, name = ""] = clock.split(" ");
    return { from: Number(from), ahead: Number(ahead), name };
  });
  known.set(timeZone, clocks);
}

/** The product's first day, in UTC minutes. Earlier times get its offset. */
const first = Date.UTC(2026, 0, 1) / minute;

/** Asks the runtime what a zone's clocks show. The product shows no time more than 13 months ahead. */
function findClocks(timeZone: string): Clocks {
  const part = (timeZoneName: "longOffset" | "short") => {
    const formatter = new Intl.DateTimeFormat("en-GB", { timeZone, timeZoneName });
    return (at: number) =>
      formatter.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
  };
  const [offset, short] = [part("longOffset"), part("short")];
  const textAt = (from: number) => `${offset(from * minute)} ${short(from * minute)}`;
  const week = 7 * 24 * 60;
  const last = Date.now() / minute + 57 * week;
  const clocks: Clocks = [];
  let before = "";
  for (let from = first; from < last; from += week) {
    const text = textAt(from);
    if (text === before) continue;
    let [old, changed] = [from - week, from];
    while (before && changed - old > 1) {
      const middle = Math.floor((old + changed) / 2);
      if (textAt(middle) === before) old = middle;
      else changed = middle;
    }
    const [, sign = "+", hours = "0", minutes = "0"] = /GMT([+-])(\d+):(\d+)/.exec(text) ?? [];
    const ahead = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
    clocks.push({ from: changed, ahead, name: text.slice(text.indexOf(" ") + 1) });
    before = text;
  }
  return clocks;
}

/** A zone's clocks as text, for `learnClocks`. */
export function clocksText(timeZone: string | null): string {
  return clocksOf(timeZone)
    .map(({ from, ahead, name }) => `${from} ${ahead} ${name}`)
    .join();
}

/** What the zone's clocks show. @param at UTC ms */
export function clockAt(at: number, timeZone: string | null): Clocks[number] {
  const clocks = clocksOf(timeZone);
  return clocks.findLast(({ from }) => from * minute <= at) ?? (clocks[0] as Clocks[number]);
}

/** How far a zone's clocks are ahead of UTC, in ms. @param at UTC ms */
export function offsetAt(at: number, timeZone: string | null): number {
  return clockAt(at, timeZone).ahead * minute;
}
