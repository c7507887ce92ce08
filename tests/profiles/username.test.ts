import { expect, it } from "vitest";
import { navigation } from "#app/navigation.ts";
import { deletedUsername } from "#app/profiles/deleted-username.ts";
import { refusalToUseName, suggestions, takenSentence, usernameOf } from "#app/profiles/username.ts";

const reserved = "This username is reserved. Please choose another one";

it("A username has 3 to 30 of a–z, 0–9, _, - and .", () => {
  for (const name of [
    "ann",
    "ann-lee",
    "a_n.n-2",
    "123",
    "a".repeat(30),
    "data.ann",
    "mailbird",
    "supporter",
  ])
    expect([name, refusalToUseName(name)]).toEqual([name, null]);
  expect(refusalToUseName("an")).toBe("Username must be at least 3 characters");
  expect(refusalToUseName("")).toBe("Username must be at least 3 characters");
  expect(refusalToUseName("a".repeat(31))).toBe("Username must be at most 30 characters");
  for (const name of ["an n", "ann!", "ann/lee", "@ann", "ann\u007f"])
    expect([name, refusalToUseName(name)]).not.toEqual([name, null]);
  expect(refusalToUseName("---")).toBe("Username needs a letter or a number");
});

it("A username has no dot at its start or end, no two dots in a row, and does not end in .data", () => {
  for (const name of [".ann", "ann.", "a..nn"])
    expect(refusalToUseName(name)).toBe("A dot must be between other characters");
  expect(refusalToUseName("ann.data")).toBe("Username can't end in .data");
});

it("No one can choose a username that looks like that of a deleted account", () => {
  expect(refusalToUseName(deletedUsername())).toBe(reserved);
  expect(refusalToUseName("deleted-scenes")).toBeNull();
});

it("Usernames are compared without case", () => {
  expect(usernameOf("  Ann.LEE ")).toBe("ann.lee");
});

it("Letters of other scripts that look alike are refused with their own message", () => {
  // Cyrillic а, Greek ο, fullwidth letters, dotless i, the Kelvin sign, a zero-width joiner, and
  // a combining accent.
  for (const typed of ["аnn", "bοb", "ａｎｎ", "fınn", "\u212aim", "an\u200dn", "anne\u0301", "änn"])
    expect([typed, refusalToUseName(usernameOf(typed))]).toEqual([
      typed,
      "Username can have only the letters a to z, without accents or look-alikes from other alphabets",
    ]);
});

it("Names of the product and its staff are reserved, even with separators and look-alike digits", () => {
  for (const name of [
    "admin",
    "ad-min",
    "a.d.m.i.n",
    "adm1n",
    "support",
    "sup.port",
    "supp0rt",
    "help",
    "h_elp",
  ])
    expect([name, refusalToUseName(name)]).toEqual([name, reserved]);
  for (const name of ["handiwork", "hand1work", "handiwork-team", "the.handi-work", "moderator", "0fficial"])
    expect([name, refusalToUseName(name)]).toEqual([name, reserved]);
  for (const name of [
    "billing",
    "staff",
    "b1ll1ng",
    "no-reply",
    "anonymous",
    "user",
    "rnoderator",
    "handivvork",
  ])
    expect([name, refusalToUseName(name)]).toEqual([name, reserved]);
});

it("Parts of the product's addresses are reserved", () => {
  const parts = Object.keys(navigation)
    .flatMap((path) => path.split("/"))
    .filter((part) => /^[a-z-]{3,}$/.test(part));
  expect(parts).toContain("categories");
  for (const part of [...parts, "sign-out", "verify", "images", "healthz", "webhooks", "robots.txt"])
    expect([part, refusalToUseName(part)]).toEqual([part, reserved]);
});

it("Suggestions are allowed, different and at most 30 characters long", () => {
  for (const taken of ["ann", "a".repeat(30), `${"a".repeat(27)}-bc`, "ann-"]) {
    const names = suggestions(taken, [10, 4821]);
    expect(names.length).toBeGreaterThan(4);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect([name, refusalToUseName(name)]).toEqual([name, null]);
  }
  expect(suggestions("ann", [4821])).toEqual(
    expect.arrayContaining(["ann-2", "ann-3", "ann-works", "ann-4821"]),
  );
});

it("The message for a taken name lists the free ones, if there are any", () => {
  expect(takenSentence(["ann-2", "ann-3"])).toBe("This username is taken. Available: ann-2, ann-3");
  expect(takenSentence([])).toBe("This username is taken. Please choose another one");
});
