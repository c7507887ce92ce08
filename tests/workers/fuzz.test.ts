import { expect, test } from "vitest";
import { operator } from "../support/accounts/operator.ts";
import { fuzzedRequest, sendFuzzed } from "../support/hostile/fuzz.ts";
import { placeOrder } from "../support/purchase.ts";
import { Random } from "../support/schedules/random.ts";
import { deliveries } from "../support/stripe.ts";
import { visitor } from "../support/visitor.ts";

/** `SEED=17 FUZZ=1 vitest run tests/workers/fuzz` sends one request; `FUZZ=30000` that many. */
const { SEED = "1", FUZZ = "500" } = import.meta.env;

await deliveries("off");

test("No request from any sender answers 5xx or logs an error", async () => {
  const { ann: buyer, bob, order } = await placeOrder();
  const { ann: staff } = await operator();
  const ids = {
    order: order.id,
    gig: order.gigId ?? "",
    user: bob.id,
    conversation: order.id,
    slug: "a-bowl",
  };
  const failures: string[] = [];
  let longest = { ms: 0, what: "" };
  for (let i = 0; i < Number(FUZZ); i++) {
    const seed = Number(SEED) + i;
    const random = new Random(seed);
    const guest = random.pick([visitor.passingBy(), visitor.signedOut(), buyer, staff]);
    const request = fuzzedRequest(seed, random, ids);
    const began = performance.now();
    const failure = await sendFuzzed(guest, request);
    const ms = performance.now() - began;
    if (ms > longest.ms)
      longest = { ms, what: `seed ${seed}: ${request.init.method} ${request.path.slice(0, 80)}` };
    if (failure) failures.push(`seed ${seed}: ${failure}`);
    for (const lost of [buyer, staff])
      if (!lost.cookie("session"))
        await lost.beginSession(lost === staff ? { aal: "aal2", role: "operator" } : {});
  }
  // `npm run bench -- fuzz` prints it.
  console.log(`fuzz: ${JSON.stringify({ failures, longest })}`);
  expect(failures.slice(0, 20)).toEqual([]);
}, 3_600_000);
