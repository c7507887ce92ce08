import { expect, it } from "vitest";
import { isRobot } from "#workers/request/robots.ts";

const robot = (name: string | null) => isRobot(new Headers(name === null ? {} : { "User-Agent": name }));

it("A browser is not a robot", () => {
  for (const name of [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
    "Mozilla/5.0 (Linux; Android 10; CUBOT X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
    "Opera/9.80 (J2ME/MIDP; Opera Mini/9.80 (S60; SymbOS) Presto/2.12.423 Version/12.16",
  ])
    expect(robot(name), name).toBe(false);
});

it("A program that names itself, or names no browser, is a robot", () => {
  for (const name of [
    null,
    "",
    "curl/8.11.0",
    "python-requests/2.32",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
    "Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36",
    "facebookexternalhit/1.1",
  ])
    expect(robot(name), String(name)).toBe(true);
});
