import { atLeast, type Figure } from "./figure.ts";
import { browsingScreens, judgeOf } from "./judge-screens.ts";
import { someService } from "./pages.ts";

/** axe in both themes and widths, nothing wider than its window, targets large enough, no dead link: on every browsing screen. */
export async function screens(origin: string, browser: string): Promise<Figure[]> {
  const judge = await judgeOf(browser, origin);
  const all = browsingScreens(await someService(origin));
  const faults: string[] = [];
  for (const screen of all) {
    const wrong = await judge.look(screen).catch((error: unknown) => [String(error)]);
    for (const sentence of wrong) console.error(`${screen.name} ${screen.path}: ${sentence}`);
    if (wrong.length > 0) faults.push(screen.name);
  }
  await judge.end();
  const what = "browsing screens without a fault (axe, overflow, targets, links)";
  return [atLeast(what, all.length - faults.length, "screens", all.length, faults.join(", "))];
}
