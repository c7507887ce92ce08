import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { expect, test } from "vitest";
import { experimental_readRawConfig } from "wrangler";
import { type Migration, migrate, migrationFiles } from "#drizzle/seed/migrations.ts";
import {
  type Applied,
  faultsIn,
  faultsInMigrations,
  placeholdersIn,
  queuesOf,
  recordOf,
  secrets,
  secretsFor,
} from "#scripts/deploy/checks.ts";

const files = ["0000_a.sql", "0001_b.sql", "0002_c.sql"].map((name, i) => ({ name, sha256: `hash ${i}` }));
const [a, b, c] = files as [Migration, Migration, Migration];

test("An edited or missing applied migration stops a deployment, and so does a new one numbered before it", () => {
  expect(faultsInMigrations([], files)).toEqual([]);
  expect(faultsInMigrations([a, b], files)).toEqual([]);
  expect(faultsInMigrations([{ ...a, sha256: null }, b, c], files)).toEqual([]);
  expect(faultsInMigrations([a, { ...b, sha256: "another" }], files)).toEqual([
    expect.stringContaining("0001_b.sql was changed after it was applied"),
  ]);
  expect(faultsInMigrations([a, { name: "0009_z.sql", sha256: "x" }], [a])).toEqual([
    expect.stringContaining("0009_z.sql, which is not in drizzle/migrations"),
  ]);
  expect(faultsInMigrations([a, c], files)).toEqual([
    expect.stringContaining("0001_b.sql is new, but 0002_c.sql is applied already"),
  ]);
});

test("A deployment records the files it applies, and finds one that is edited afterwards", async () => {
  const options = { modules: true, script: "export default {}", d1Databases: ["DB"] };
  const miniflare = new Miniflare(convertV4MiniflareOptions(options));
  try {
    const db = (await miniflare.getD1Database("DB")) as unknown as D1Database;
    const all = migrationFiles().slice(0, 2);
    const recorded = async () =>
      (await db.prepare("SELECT name, sha256 FROM migration_hashes ORDER BY name").all<Applied>()).results;
    for (const statement of recordOf([], all).split("; ")) await db.prepare(statement).run();
    expect(await recorded()).toEqual(all);
    // A recorded hash of an applied file stays, even if the file has changed.
    const edited = all.map((file) => ({ ...file, sha256: "edited" }));
    for (const statement of recordOf(all, edited).split("; ")) await db.prepare(statement).run();
    expect(await recorded()).toEqual(all);
    expect(faultsInMigrations(await recorded(), edited)).toHaveLength(all.length);
    await migrate(
      db,
      all.map(({ name }) => name),
    );
    expect(await recorded()).toEqual(all);
  } finally {
    await miniflare.dispose();
  }
});

test("The project's settings can be deployed once the owner's values are set; a secret in them is refused", () => {
  const { rawConfig } = experimental_readRawConfig({ config: "wrangler.toml" });
  expect(faultsIn(rawConfig)).toEqual([]);
  expect(placeholdersIn(rawConfig)).toHaveLength(6);
  const operator = {
    MAIL_FROM: "hello@brandt.test",
    OPERATOR_NAME: "Lena Brandt",
    OPERATOR_ADDRESS: "Main street 1",
    OPERATOR_EMAIL: "lena@brandt.test",
  };
  const filled = { ...rawConfig, vars: { ...rawConfig.vars, ...operator } };
  expect(placeholdersIn(filled)).toHaveLength(2);
  for (const name of Object.keys(operator))
    expect(placeholdersIn({ ...filled, vars: { ...filled.vars, [name]: " " } })[2]).toContain(name);
  for (const from of [
    undefined,
    "hello",
    "hello@brandt",
    "Lena <hello@brandt.test>",
    "hello@handiwork.example",
  ])
    expect(placeholdersIn({ ...filled, vars: { ...filled.vars, MAIL_FROM: from } })[2], from).toContain(
      "MAIL_FROM",
    );
  for (const name of [...secrets, "SMS_TOKEN", "MAIL_TOKEN", "MAIL_WEBHOOK_SECRET"])
    expect(faultsIn({ ...rawConfig, vars: { ...rawConfig.vars, [name]: "a value" } }), name).toEqual([
      expect.stringContaining(`${name} is a secret`),
    ]);
  for (const change of [{ ENVIRONMENT: "local" }, { STRIPE_API: "http://127.0.0.1:8788" }])
    expect(faultsIn({ ...rawConfig, vars: { ...rawConfig.vars, ...change } })).toHaveLength(1);
});

test("A mail provider needs its token, and an address that is encrypted", () => {
  const { rawConfig } = experimental_readRawConfig({ config: "wrangler.toml" });
  const to = (MAIL_URL: string) => ({ ...rawConfig, vars: { ...rawConfig.vars, MAIL_URL } });
  expect(secretsFor(rawConfig)).toEqual(secrets);
  expect(secretsFor(to("https://api.resend.com/emails"))).toEqual([...secrets, "MAIL_TOKEN"]);
  expect(faultsIn(to("https://api.resend.com/emails"))).toEqual([]);
  for (const address of ["http://api.resend.com/emails", "api.resend.com", ""])
    expect(faultsIn(to(address)), address).toEqual([expect.stringContaining("MAIL_URL")]);
});

test("A deployment is refused unless the site's second address is off", () => {
  const { rawConfig } = experimental_readRawConfig({ config: "wrangler.toml" });
  for (const name of ["workers_dev", "preview_urls"])
    for (const value of [true, undefined])
      expect(faultsIn({ ...rawConfig, [name]: value })).toEqual([
        expect.stringContaining(`${name} in wrangler.toml`),
      ]);
});

// Privacy promises about questions to the assistant: "isn't logged".
test("A deployment is refused unless Cloudflare's own request log, which records whole addresses, is off", () => {
  const { rawConfig } = experimental_readRawConfig({ config: "wrangler.toml" });
  for (const observability of [undefined, { enabled: true }, { enabled: true, logs: { enabled: true } }])
    expect(faultsIn({ ...rawConfig, observability })).toEqual([expect.stringContaining("invocation_logs")]);
});

test("All queues in the settings must exist, including dead-letter queues", () => {
  const { rawConfig } = experimental_readRawConfig({ config: "wrangler.toml" });
  expect(queuesOf(rawConfig)).toEqual(["handiwork-work", "handiwork-dead"]);
  expect(queuesOf({ queues: { consumers: [{ queue: "a", dead_letter_queue: "b" }] } })).toEqual(["a", "b"]);
  expect(queuesOf({})).toEqual([]);
});
