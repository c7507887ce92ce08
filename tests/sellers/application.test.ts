import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { profiles, sellers, sessions, users } from "#drizzle/schema.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { hour, minute, pass, sweep } from "../support/clock.ts";
import { deliveries, faults } from "../support/stripe.ts";
import { db, Visitor, visitor } from "../support/visitor.ts";
import { applicant, application, apply, paidSeller, registrationOf } from "./applicant.ts";

await deliveries("off");

const sell = "/services/sell";

test("A visitor signs in first, and the typed text is in the form afterwards", async () => {
  const guest = visitor.signedOut();
  const page = await guest.get(sell);
  expect([page.status, page.location]).toEqual([
    303,
    "/sign-in?redirectTo=%2Fservices%2Fsell&message=Please+sign+in+to+become+a+seller",
  ]);
  expect((await guest.get(page.location ?? "")).text).toContain("Please sign in to become a seller");

  const sent = await apply(guest, { bio: "<b>Clocks</b>" });
  const to = new URL(sent.location ?? "", "http://shop.test");
  expect(to.searchParams.get("message")).toBe("Please sign in to continue");
  const ann = await Visitor.signedIn();
  ann.setCookie("draft", guest.cookie("draft") ?? "");
  const back = await ann.get(to.searchParams.get("redirectTo") ?? "");
  expect(back.text).toContain("Your application is not saved yet.");
  expect(back.field("bio")).toBe("<b>Clocks</b>");
  expect(back.field("experience")).toBe(application.experience);
  expect(await db.select().from(sellers).where(eq(sellers.userId, ann.id))).toEqual([]);
});

test("Fields that are too short show their messages, and the text stays", async () => {
  const ann = await Visitor.signedIn({ fullName: "Ann Lee" });
  const page = await apply(ann, { fullName: " A ", bio: "x".repeat(49), skills: "", experience: "\n \n" });
  expect(page.status).toBe(400);
  for (const sentence of [
    "Full name must be at least 2 characters",
    "Bio must be at least 50 characters",
    "Please list some of your skills",
    "Please describe your experience",
  ])
    expect(page.text).toContain(sentence);
  expect(page.field("bio")).toBe("x".repeat(49));
  const long = await apply(ann, { skills: "y".repeat(501), experience: "z".repeat(2001) });
  expect(long.text).toContain("Skills must be at most 500 characters");
  expect(long.text).toContain("Experience must be at most 2000 characters");
  const huge = await apply(ann, { bio: "<p>".repeat(2000) });
  expect(huge.text).toContain("Bio must be at most 600 characters");
  expect(await db.select().from(sellers).where(eq(sellers.userId, ann.id))).toEqual([]);
});

test("The country where a seller is paid is chosen before the fee is paid", async () => {
  const ann = await Visitor.signedIn({ fullName: "Ann Lee" });
  const page = await apply(ann, { payoutCountry: "", skills: "" });
  expect([page.status, page.text.includes("Choose a country from the list")]).toEqual([400, true]);
  expect(page.text).toContain("Please list some of your skills");
  expect((await apply(ann, { payoutCountry: "" })).text).toContain("Choose a country from the list");
  expect(page.field("fullName")).not.toBe("");
  const [seller] = await db.select().from(sellers).where(eq(sellers.userId, ann.id));
  expect(seller?.status ?? "none").toBe("none");
  expect((await apply(ann, { payoutCountry: "US" })).location).toContain("/c/pay/");
});

test("A text of 100,000 characters is an error of its field, and stays whole", async () => {
  const ann = await Visitor.signedIn();
  for (const letter of ["x", "漢", "😀"]) {
    const bio = letter.repeat(100_000);
    const sent = await apply(ann, { bio });
    expect([sent.status, sent.text.includes("Bio must be at most 600 characters")]).toEqual([400, true]);
    expect(sent.field("bio") === bio).toBe(true);
    const kept = await ann.submit(sell, { bio, skills: "", intent: "save" });
    expect([kept.status, kept.field("bio") === bio]).toEqual([400, true]);
    expect(kept.text).toContain("Bio can be saved with at most 5,000 characters. Shorten it");
    expect(kept.text).not.toContain("Please list some of your skills");
    const saved = await ann.submit(`${sell}/save`, { bio, writer: ann.id });
    expect([saved.status, JSON.parse(saved.html)]).toEqual([
      400,
      { state: "refused", sentence: "Bio can be saved with at most 5,000 characters. Shorten it" },
    ]);
  }
  expect(await db.select().from(sellers).where(eq(sellers.userId, ann.id))).toEqual([]);
});

test("'Save for later' saves the text, valid or not, and does not change the profile", async () => {
  const ann = await Visitor.signedIn({ fullName: "Ann Lee" });
  const saved = await ann.submitAndFollow(sell, {
    fullName: "Ann M. Lee",
    bio: "Clocks & <i>",
    skills: "",
    intent: "save",
  });
  expect(saved.text).toContain("Saved. You can continue any time.");
  expect(saved.field("bio")).toBe("Clocks & <i>");
  expect(saved.field("fullName")).toBe("Ann M. Lee");
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, ann.id));
  expect(profile?.fullName).toBe("Ann Lee");
  expect((await registrationOf(ann.id)).seller).toMatchObject({ status: "none", appliedAt: null });
  const again = await ann.submitAndFollow(sell, { bio: "Clocks, then", intent: "save" });
  expect(again.field("bio")).toBe("Clocks, then");
});

test("The page's script saves the application while it is typed; sellers and signed-out users get a message", async () => {
  const ann = await Visitor.signedIn();
  const save = async (who: Visitor) => {
    const page = await who.submit(`${sell}/save`, { bio: "Clocks, half wri", writer: who.id || ann.id });
    return [page.status, JSON.parse(page.html).state];
  };
  expect(await save(ann)).toEqual([200, "saved"]);
  expect((await ann.get(sell)).field("bio")).toBe("Clocks, half wri");
  expect(await save(visitor.signedOut())).toEqual([401, "signed out"]);
  const { ann: bob } = await paidSeller();
  expect(await save(bob)).toEqual([409, "gone"]);
  await db.update(sessions).set({ endedAt: Date.now() }).where(eq(sessions.userId, ann.id));
  expect(await save(ann)).toEqual([401, "signed out"]);
  expect((await ann.get(`${sell}/save`)).status).toBe(404);
});

test("Submitting writes profile and application and redirects to the card page; the same session is reused", async () => {
  const { ann, session } = await applicant();
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, ann.id));
  expect(profile).toMatchObject({ fullName: "Ann Lee", description: application.bio });
  const first = await registrationOf(ann.id);
  expect(first.seller).toMatchObject({
    status: "applied",
    skills: application.skills,
    experience: application.experience,
    draft: null,
    priceCents: 5000,
    version: 1,
  });
  expect(JSON.parse(first.calls[0]?.params ?? "")).toMatchObject({
    client_reference_id: first.seller.id,
    customer_email: ann.email,
    line_items: [{ price_data: { unit_amount: 5000, product_data: { name: "Seller registration" } } }],
  });
  const shown = await ann.get(sell);
  expect(shown.text).toContain("Continue to Payment ($50)");
  expect(shown.field("skills")).toBe(application.skills);
  const again = await apply(ann, { skills: "Clock repair, brass work, gilding" });
  expect(again.location).toContain(session);
  const second = await registrationOf(ann.id);
  expect(second.seller).toMatchObject({ skills: "Clock repair, brass work, gilding", version: 1 });
  expect(second.calls).toHaveLength(1);
});

test("Twenty concurrent submissions create one registration and one session", async () => {
  const ann = await Visitor.signedIn();
  const pages = await Promise.all(Array.from({ length: 12 }, () => apply(ann)));
  expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 303));
  const { kinds, calls } = await registrationOf(ann.id);
  expect(kinds).toEqual(["applied"]);
  expect(calls.filter(({ open }) => open)).toHaveLength(1);
});

test("An address that is not verified keeps the application and stops before the card page", async () => {
  const ann = await Visitor.signedIn({ verified: false });
  const page = await ann.submitAndFollow(sell, { ...application });
  expect(page.text).toContain("Please verify your email address before you become a seller.");
  expect(page.text).toContain("We have your application");
  expect((await registrationOf(ann.id)).calls).toEqual([]);
});

test("An unknown intent is refused with a sentence and changes nothing", async () => {
  const ann = await Visitor.signedIn();
  const page = await apply(ann, { intent: "activate" });
  expect(page.status).toBe(400);
  expect(page.text).toContain("Choose whether to save or to submit your application");
  expect(page.field("skills")).toBe(application.skills);
  expect(await db.select().from(sellers).where(eq(sellers.userId, ann.id))).toEqual([]);
});

// Help: "Your application is saved before anything else happens. Then you pay."
test("If the write fails the form keeps the text; if Stripe fails the application is kept", async () => {
  const ann = await Visitor.signedIn();
  const usual = ann.send;
  ann.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes('insert into "sellers"')) });
  const failed = await apply(ann);
  expectErrorLog("application not saved");
  expect(failed.status).toBe(503);
  expect(failed.text).toContain("Failed to submit application. Please try again.");
  expect(failed.field("experience")).toBe(application.experience);

  ann.send = usual;
  await faults([{ path: "/v1/checkout/sessions", status: 500 }]);
  const unpaid = await ann.submitAndFollow(sell, { ...application });
  await faults([]);
  expect(unpaid.text).toContain("Payment failed: We couldn't open the payment page. Nothing was charged.");
  expect(unpaid.text).toContain("We have your application");
});

// Help: "The $50 is paid once and never again."
test("Once the seller is active, the page says so, and nothing more can be submitted or saved", async () => {
  const { ann, session } = await paidSeller();
  const page = await ann.get(sell);
  expect(page.text).toContain("You are a seller");
  expect(page.links).toContain("/dashboard");
  expect(page.field("bio")).toBeUndefined();
  for (const intent of ["submit", "save"]) {
    const refused = await ann.submitAndFollow(sell, { ...application, skills: "Something else now", intent });
    expect(refused.text).toContain("Your application can no longer be changed");
  }
  expect((await registrationOf(ann.id)).seller.skills).toBe(application.skills);
  const success = await ann.get(`/payment-success?type=seller_registration&session_id=${session}`);
  expect(success.text).toContain("Your seller account is activated immediately.");
  expect(success.links).toContain("/dashboard");
});

test("Applicants who have not paid are reminded once, after 24 hours, unless they are suspended", async () => {
  const [{ ann }, { ann: paid }, { ann: suspended }] = [
    await applicant(),
    await paidSeller(),
    await applicant(),
  ];
  await db.update(users).set({ suspendedAt: 1 }).where(eq(users.id, suspended.id));
  await pass(24 * hour - minute);
  await sweep();
  expect((await registrationOf(ann.id)).mails).toEqual([]);
  await pass(2 * minute);
  await Promise.all([sweep(), sweep()]);
  await sweep();
  expect((await registrationOf(ann.id)).mails).toEqual(["fee_reminder"]);
  expect((await registrationOf(paid.id)).mails).toEqual(["seller_activated", "fee_receipt"]);
  expect((await registrationOf(suspended.id)).mails).toEqual([]);
});
