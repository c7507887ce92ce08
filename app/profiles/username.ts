import { navigation } from "#app/navigation.ts";
import { isDeletedUsername } from "#app/profiles/deleted-username.ts";
import { namesBrand, skeleton } from "#app/profiles/look-alikes.ts";

/** In characters (docs/specification.md#usernames). */
const maxUsernameLength = 30;

/** Names that would let a user impersonate the product or its staff, and generic names. */
const impersonations = [
  ...["admin", "administrator", "root", "sysadmin", "superuser", "webmaster", "postmaster", "hostmaster"],
  ...["moderator", "mod", "operator", "official", "staff", "team", "owner", "founder", "ceo", "employee"],
  ...["support", "help", "helpdesk", "helpcenter", "helpcentre", "service", "customerservice", "contact"],
  ...["customersupport", "customercare", "supportteam", "adminteam", "trustandsafety", "trust", "safety"],
  ...["security", "abuse", "legal", "compliance", "privacy", "terms", "press", "jobs", "news", "info"],
  ...["billing", "payment", "payments", "payout", "payouts", "refund", "refunds", "finance", "escrow"],
  ...["invoice", "stripe", "bank", "bot", "system", "assistant", "mailer", "mailerdaemon", "noreply", "mail"],
  ...["email", "verified", "verification", "verify", "user", "username", "anonymous", "nobody", "everyone"],
  ...["guest", "visitor", "expertfreelancer", "null", "undefined", "deleted", "deleteduser"],
];

/** Path segments that are not in the navigation, and words that may become paths. */
const pathSegments = [
  ...["auth", "live", "images", "healthz", "dev", "webhooks", "functions", "preferences", "unsubscribe"],
  ...["sign-out", "sign-in", "sign-up", "login", "logout", "signin", "signup", "register", "recent", "sell"],
  ...["forgot-password", "reset-password", "password", "account", "settings", "security", "api", "assets"],
  ...["robots.txt", "sitemap.xml", "sitemaps", "well-known", "static", "www", "ftp", "create", "new", "edit"],
];

const reserved = new Set(
  [
    ...impersonations,
    ...pathSegments,
    ...Object.keys(navigation).flatMap((path) => path.split("/").filter((part) => /^[a-z]/.test(part))),
  ].map(skeleton),
);

/**
 * A username as it is stored and compared: in lower case. Letters of other scripts are kept here and refused
 * later.
 */
export function usernameOf(typed: string): string {
  return typed.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * Why a username is not allowed (docs/specification.md#usernames): its length, its characters, or because it
 * is reserved. Null if it is allowed; it may still be taken.
 * @param name as `usernameOf` returns it
 */
export function refusalToUseName(name: string): string | null {
  if (name.length < 3) return "Username must be at least 3 characters";
  if (name.length > maxUsernameLength) return `Username must be at most ${maxUsernameLength} characters`;
  if (/[^\x20-\x7e]/.test(name))
    return "Username can have only the letters a to z, without accents or look-alikes from other alphabets";
  if (!/^[a-z0-9_.-]*$/.test(name))
    return "Username can have only letters, numbers, hyphens, underscores and dots";
  if (/^\.|\.$|\.\./.test(name)) return "A dot must be between other characters";
  if (name.endsWith(".data")) return "Username can't end in .data";
  if (!/[a-z0-9]/.test(name)) return "Username needs a letter or a number";
  if (reserved.has(skeleton(name)) || namesBrand(name) || isDeletedUsername(name))
    return "This username is reserved. Please choose another one";
  return null;
}

/**
 * Allowed usernames similar to a taken one, the most similar first. Some may be taken, too.
 * @param numbers suffixes for the last suggestions, in case the others are taken
 */
export function suggestions(taken: string, numbers: number[]): string[] {
  const endings = ["-2", "-3", "-4", "-5", "-works", "-studio", ...numbers.map((number) => `-${number}`)];
  return endings
    .map((ending) => taken.slice(0, maxUsernameLength - ending.length).replace(/[._-]{1,30}$/, "") + ending)
    .filter((name) => refusalToUseName(name) === null);
}

/** The message for a taken username. @param free usernames to suggest */
export function takenSentence(free: string[]): string {
  return free.length > 0
    ? `This username is taken. Available: ${free.join(", ")}`
    : "This username is taken. Please choose another one";
}
