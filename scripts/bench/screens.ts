import { atLeast, type Figure } from "./figure.ts";
import { findGigPath, makeDraft } from "./pages.ts";
import { browsingScreens, openScreenChecker, sellingScreens } from "./screen-checker.ts";

/**
 * Checks every browsing screen and those of sellers: axe in both themes and widths, no sideways overflow,
 * large enough targets, no dead link. Buttons that wait for an answer are measured while they wait.
 */
export async function screens(origin: string, browser: string): Promise<Figure[]> {
  const checker = await openScreenChecker(browser, origin);
  const gigPath = await findGigPath(origin);
  const all = [...browsingScreens(gigPath), ...sellingScreens(await makeDraft(origin))];
  const faulty: string[] = [];
  for (const screen of all) {
    const faults = await checker.check(screen).catch((error: unknown) => [String(error)]);
    for (const fault of faults) console.error(`${screen.name} ${screen.path}: ${fault}`);
    if (faults.length > 0) faulty.push(screen.name);
  }
  const waiting = [gigPath, "/sign-in", "/sign-up", "/forgot-password"];
  const unreadable: string[] = [];
  for (const path of waiting) {
    const faults = await checker.checkPending(path).catch((error: unknown) => [String(error)]);
    for (const fault of faults) console.error(`${path}: ${fault}`);
    if (faults.length > 0) unreadable.push(path);
  }
  await checker.end();
  const what = "screens without a fault (axe, overflow, targets, links)";
  return [
    atLeast(what, all.length - faulty.length, "screens", all.length, faulty.join(", ")),
    atLeast(
      "pages whose pending button has a contrast of 4.5",
      waiting.length - unreadable.length,
      "pages",
      waiting.length,
      unreadable.join(", "),
    ),
  ];
}
