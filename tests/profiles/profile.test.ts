import { expect, it } from "vitest";
import { givenName, nameInSentence } from "#app/profiles/name-in-sentence.ts";
import { fullNameField } from "#app/profiles/profile.form.ts";
import { bothNames, displayName, initials, sellerName, shownFullName } from "#app/profiles/profile.ts";

it("A display name is the username, else the full name, the email prefix or 'User'", () => {
  expect(displayName({ username: "yas", fullName: "Yasmin Haddad", email: "y@x.test" })).toBe("yas");
  expect(displayName({ username: null, fullName: "Yasmin Haddad", email: "y@x.test" })).toBe("Yasmin Haddad");
  expect(displayName({ username: " ", fullName: "", email: "hello@x.test" })).toBe("hello");
  expect(displayName({ username: null, fullName: null })).toBe("User");
  expect(displayName(null)).toBe("User");
});

it.each([
  ["Daniel Okafor", "Daniel Okafor"],
  ["  Jean-Luc  Martin ", "Jean-Luc Martin"],
  ["Phạm Thị Thu Thủy", "Phạm Thị Thu Thủy"],
  ["O’Neill", "O’Neill"],
  ["李", "李"],
  ["", null],
  ["https://evil.test now", null],
  ["evil.test", null],
  ["<b>Ann</b>", null],
  ["A".repeat(21), null],
  ["You have won a prize", null],
  ["Ann evil.test", null],
])(
  "A sentence refers to %j as %j, as the name was given, and never as a link or a message",
  (fullName, expected) => {
    expect(givenName(fullName)).toBe(expected);
    expect(nameInSentence({ username: "dan", fullName })).toBe(expected ?? "dan");
  },
);

it("A full name has two characters, and not invisible ones alone", () => {
  const isName = (typed: string) => fullNameField.safeParse(typed).success;
  expect([" Li ", "L", "\u200b\u200b\u200b", "\u3164\u3164"].map(isName)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

it("A full name cannot reverse the username after it", () => {
  const turned = { username: "seller", fullName: "Daniel \u202e\u2067Okafor" };
  expect(bothNames(turned)).toBe("Daniel Okafor · @seller");
});

it.each([
  ...["Handiwork Support", "H a n d i w o r k", "Hand\u200biw0rk team", "H\u00e1ndi\u2011work"],
  // Cyrillic and Greek letters.
  ...[
    "H\u0430nd\u0456w\u043erk",
    "\u0397\u0391\u039dDIW\u039fR\u039a help",
    "\u04bb\u0430\u043f\u0501\u0456\u051d\u043e\u0433\u043a",
  ],
])("The full name %j, which would pass for our support, is not shown", (fullName) => {
  const posing = { username: "paula", fullName };
  expect([bothNames(posing), shownFullName(posing)]).toEqual(["paula", ""]);
  expect(nameInSentence(posing)).toBe("paula");
});

it.each(["Νίκος Παπαδόπουλος", "Анна Шевчук", "Işıl Kaya", "Хандоворкин"])(
  "The full name %s is shown in its own alphabet",
  (fullName) => {
    expect(shownFullName({ fullName })).toBe(fullName);
  },
);

it("A full name is shown before the username", () => {
  const daniel = { username: "seller", fullName: "Daniel Okafor" };
  expect([bothNames(daniel), nameInSentence(daniel)]).toEqual(["Daniel Okafor · @seller", "Daniel Okafor"]);
  const unnamed = { username: "seller", fullName: " " };
  expect([bothNames(unnamed), nameInSentence(unnamed)]).toEqual(["seller", "seller"]);
  const deleted = { username: null, fullName: "" };
  expect([bothNames(deleted), nameInSentence(deleted)]).toEqual(["User", "User"]);
});

it("A seller without a name is an Expert Freelancer", () => {
  expect(sellerName({ username: "amara", fullName: null })).toBe("amara");
  expect(sellerName({ username: null, fullName: " ", email: "secret@x.test" })).toBe("Expert Freelancer");
  expect(sellerName(null)).toBe("Expert Freelancer");
});

it("Initials are the first two letters of the full name, else of the email prefix", () => {
  expect(initials({ username: "zz", fullName: "Yasmin Haddad" })).toBe("YA");
  expect(initials({ username: "zz", fullName: " o'Neill" })).toBe("ON");
  expect(initials({ username: "zz", fullName: null, email: "kim.lee@x.test" })).toBe("KI");
  expect(initials({ username: "zoe", fullName: null })).toBe("ZO");
  expect(initials({ username: null, fullName: "Ünal" })).toBe("ÜN");
  expect(initials({ username: null, fullName: "李" })).toBe("李");
  expect(initials(null)).toBe("US");
});
