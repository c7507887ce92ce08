import { expect, it } from "vitest";
import { creditSentence } from "#app/ledger/credit.ts";
import { gig } from "../../support/factories.ts";
import { db, visitor } from "../../support/visitor.ts";

const offer = "$10 off your first order of $50 or more";

it("The sentence below the order button follows the price and the buyer's credit", () => {
  expect(creditSentence(6000, 1000)).toBe("You pay $50.00 after your $10 credit");
  expect(creditSentence(5000, 450)).toBe("You pay $45.50 after your $4.50 credit");
  expect(creditSentence(4999, 1000)).toBe("Your $10 credit is for your first order of $50 or more");
  expect(creditSentence(4999, null)).toBe(`New here? You get ${offer}`);
  for (const [price, available] of [
    [6000, 0],
    [6000, null],
    [4999, 0],
  ] as const)
    expect(creditSentence(price, available)).toBeNull();
});

it("The order form says what the card page will charge, and says it again after a refusal", async () => {
  const { id, slug } = await gig(db, { priceCents: 4000 });
  const [ann, ben, guest] = [
    await visitor.signedIn({ credit: true }),
    await visitor.signedIn(),
    visitor.signedOut(),
  ];
  const path = `/services/s/${slug}`;
  const shown = (await ann.get(path)).text;
  // Basic $40, Standard $60, Premium $80.
  expect(shown).toMatch(/Order Now \(\$40\) Your \$10 credit is for your first order of \$50 or more/);
  expect(shown).toMatch(/Order Now \(\$60\) You pay \$50\.00 after your \$10 credit/);
  expect(shown).toMatch(/Order Now \(\$80\) You pay \$70\.00 after your \$10 credit/);
  const refused = await ann.submit("/orders", { gigId: id, package: "pro", requirements: "x".repeat(2001) });
  expect(refused.status).toBe(400);
  expect(refused.text).toMatch(/Order Now \(\$60\) You pay \$50\.00 after your \$10 credit/);
  expect((await ben.get(path)).text).not.toContain("credit");
  expect((await guest.get(path)).text).toContain(`Order Now ($40) New here? You get ${offer}`);
});

it("The credit badge and sign-up say what the credit is for; the profile shows the balance", async () => {
  const home = await visitor.signedOut().get("/sign-up");
  expect(home.html).toContain(`class="pill" title="${offer}"`);
  expect(home.text).toContain(`${offer}. The credit comes off at checkout.`);

  const ann = await visitor.signedIn({ credit: true });
  const balance = async () => (await ann.get("/profile")).text;
  expect(await balance()).toContain("You have $10 credit. It comes off your first order of $50 or more");
  const { id } = await gig(db, { priceCents: 8000 });
  await ann.submit("/orders", { gigId: id });
  expect(await balance()).toContain("Your $10 credit is reserved for an order you have not paid yet");
  expect((await (await visitor.signedIn()).get("/profile")).text).not.toContain("credit");
});
