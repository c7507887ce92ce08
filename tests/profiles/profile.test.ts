import { expect, it } from "vitest";
import { displayName, initials, sellerName } from "#app/profiles/profile.ts";

it("A display name is the username, else the full name, the e-mail prefix or 'User'", () => {
  expect(displayName({ username: "yas", fullName: "Yasmin Haddad", email: "y@x.test" })).toBe("yas");
  expect(displayName({ username: null, fullName: "Yasmin Haddad", email: "y@x.test" })).toBe("Yasmin Haddad");
  expect(displayName({ username: " ", fullName: "", email: "hello@x.test" })).toBe("hello");
  expect(displayName({ username: null, fullName: null })).toBe("User");
  expect(displayName(null)).toBe("User");
});

it("A seller without a name is an Expert Freelancer", () => {
  expect(sellerName({ username: "amara", fullName: null })).toBe("amara");
  expect(sellerName({ username: null, fullName: " ", email: "secret@x.test" })).toBe("Expert Freelancer");
  expect(sellerName(null)).toBe("Expert Freelancer");
});

it("Initials are the first two letters of the full name, else of the e-mail prefix", () => {
  expect(initials({ username: "zz", fullName: "Yasmin Haddad" })).toBe("YA");
  expect(initials({ username: "zz", fullName: " o'Neill" })).toBe("ON");
  expect(initials({ username: "zz", fullName: null, email: "kim.lee@x.test" })).toBe("KI");
  expect(initials({ username: "zoe", fullName: null })).toBe("ZO");
  expect(initials({ username: null, fullName: "Ünal" })).toBe("ÜN");
  expect(initials({ username: null, fullName: "李" })).toBe("李");
  expect(initials(null)).toBe("US");
});
