import { expect, test } from "vitest";
import { stateOf } from "#app/payouts/accounts/account.ts";
import { factsOf } from "#app/payouts/accounts/account-facts.ts";
import { requirementText, shownRequirements } from "#app/payouts/accounts/requirements.ts";
import { refusalToCountry } from "#app/sellers/payout-country.ts";

test.each([
  ["US", "US", null],
  ["US", "GB", null],
  ["US", "DE", null],
  ["US", "NO", null],
  ["US", "CH", null],
  ["US", "CA", null],
  ["DE", "US", null],
  ["US", "IN", "We cannot pay sellers in India yet"],
  ["US", "BR", "We cannot pay sellers in Brazil yet"],
  ["JP", "JP", null],
  ["JP", "US", "We cannot pay sellers in United States yet"],
  ["US", "JP", "We cannot pay sellers in Japan yet"],
  ["US", "", "Choose a country from the list"],
  ["US", "us", "Choose a country from the list"],
  ["US", "XX", "Choose a country from the list"],
])("From %s a seller in %s: %s", (platform, country, refusal) => {
  expect(refusalToCountry(platform, country)).toBe(refusal);
});

const ready = {
  stripeId: "acct_1",
  transfers: "active",
  payouts: "active",
  requirements: [],
  bankErrored: false,
  bankSince: 1,
  readAt: 1,
} as const;

test.each([
  [null, "none"],
  [{ ...ready, stripeId: null }, "started"],
  [{ ...ready, readAt: null }, "started"],
  [{ ...ready, transfers: "rejected" }, "off"],
  [{ ...ready, payouts: "unsupported" }, "off"],
  [{ ...ready, bankErrored: true }, "bank failed"],
  [{ ...ready, requirements: [{ key: "a", by: null }] }, "asks"],
  [{ ...ready, bankSince: null }, "asks"],
  [{ ...ready, payouts: "pending" }, "checking"],
  [{ ...ready, transfers: "restricted" }, "checking"],
  [ready, "ready"],
] as const)("An account %o is %s", (account, state) => {
  expect(stateOf(account && { ...account, requirements: [...account.requirements] })).toBe(state);
});

test("What Stripe wants is shown in our words, and an unknown key as a general sentence", () => {
  expect(requirementText("identity.individual.date_of_birth")).toBe("Your date of birth");
  expect(requirementText("defaults.payout_methods")).toBe("A bank account");
  expect(requirementText("identity.individual.documents.primary_verification")).toContain(
    "identity document",
  );
  expect(requirementText("identity.individual.address.line1")).toBe("Your address");
  expect(requirementText("a.new.key")).toBe("More information about you or your business");
});

test("At most ten requirements are shown, the earliest deadline first, each thing once", () => {
  expect(
    shownRequirements([
      { key: "identity.individual.phone", by: null },
      { key: "identity.individual.address.city", by: 9 },
      { key: "identity.individual.address.line1", by: 5 },
    ]),
  ).toEqual({
    shown: [
      { text: "Your address", by: 5 },
      { text: "Your phone number", by: null },
    ],
    more: false,
  });
  const many = Array.from({ length: 50 }, (_, i) => ({ key: `key${i}`, by: null }));
  expect(shownRequirements(many)).toMatchObject({ shown: [{ by: null }], more: true });
});

test("Stripe's texts lose control characters and direction marks, and are cut", () => {
  const facts = factsOf(
    {
      requirements: {
        entries: Array.from({ length: 200 }, (_, i) => ({
          description: `\u202e${i}<b>${"x".repeat(5000)}`,
          awaiting_action_from: "user",
          minimum_deadline: { status: "past_due" },
        })),
        summary: { minimum_deadline: { status: "past_due", time: "2027-01-02T00:00:00.000Z" } },
      },
    } as never,
    [{ last4: "6789", currency: "USD", bank_name: `\u2066<i>${"y".repeat(5000)}`, id: "ba_1" } as never],
  );
  expect(facts.requirements).toHaveLength(50);
  expect(facts.requirements[0]?.key).toMatch(/^0<b>x{96}$/);
  expect(facts.requirements[0]?.by).toBe(Date.UTC(2027, 0, 2));
  expect(facts.bank?.name).toMatch(/^<i>y{57}$/);
  expect(facts.transfers).toBe("restricted");
});
