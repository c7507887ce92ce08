import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { secrets } from "#scripts/deploy/checks.ts";
import { root, runLine } from "#scripts/processes.ts";
import { atMost, type Figure, noLimit } from "../figure.ts";
import { Browser } from "./browser.ts";
import { type Cloudflare, cloudflare } from "./cloudflare.ts";
import { type Edge, startEdge } from "./edge.ts";

const origin = "https://gardens.example.com";
const password = "a long enough password";

/**
 * Follows docs/operations.md from a fresh clone to a served page and a first operator, against a stand-in for
 * Cloudflare: the real wrangler and `npm run deploy`, the uploaded worker, and the database that the
 * documented commands filled. Stripe is not reached.
 * @throws Error with the step that fails
 */
export async function deployment(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "handiwork-deployment-"));
  const edge = await startEdge(folder, origin);
  const remote = await cloudflare(edge);
  try {
    const clone = join(folder, "handiwork");
    await must(`git clone --quiet ${root} ${clone}`, {}, folder);
    linkPackages(clone);
    return await walk(clone, edge, remote);
  } finally {
    await remote.end();
    await edge.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function walk(clone: string, edge: Edge, remote: Cloudflare): Promise<Figure[]> {
  const document = readFileSync(join(clone, "docs/operations.md"), "utf8").replace(/\s+/g, " ");
  const bin = join(clone, "node_modules/.bin");
  const env = { ...remote.env, PATH: `${bin}${delimiter}${process.env.PATH}`, CI: "true" };
  let steps = 0;
  /** Runs a command that the document names. @param before its standard input */
  const follow = async (command: string, { named = command, before = "" } = {}): Promise<string> => {
    if (!document.includes(named)) throw new Error(`docs/operations.md does not say \`${named}\`.`);
    steps++;
    return await must(`${before}${command}`, env, clone);
  };
  const configure = (from: RegExp, to: string) => {
    const file = join(clone, "wrangler.toml");
    const text = readFileSync(file, "utf8");
    if (!from.test(text)) throw new Error(`wrangler.toml has no ${from}.`);
    writeFileSync(file, text.replace(from, to));
    steps++;
  };

  const early = await runLine("npm run deploy", env, clone);
  if (early.code === 0) throw new Error("A project that is not configured was deployed.");
  const created = await follow("npx wrangler d1 create handiwork");
  const id = /database_id"?\s*[=:]\s*"([\w-]+)"/.exec(created)?.[1];
  if (!id) throw new Error(`wrangler printed no database_id:\n${created}`);
  configure(/^database_id = ".*"$/m, `database_id = "${id}"`);
  await follow("npx wrangler r2 bucket create service-images");
  await follow("npx wrangler queues create handiwork-work");
  configure(/^APP_ORIGIN = ".*"$/m, `APP_ORIGIN = "${origin}"`);
  configure(/^MAIL_FROM = ".*"$/m, `MAIL_FROM = "hello@gardens.test"`);
  configure(/^OPERATOR_NAME = ".*"$/m, `OPERATOR_NAME = "The bench"`);
  configure(/^OPERATOR_ADDRESS = ".*"$/m, `OPERATOR_ADDRESS = "This machine"`);
  configure(/^OPERATOR_EMAIL = ".*"$/m, `OPERATOR_EMAIL = "bench@handiwork.test"`);
  await refusal(clone, env, "The queue handiwork-dead does not exist");
  await follow("npx wrangler queues create handiwork-dead");
  const named = "npx wrangler secret put NAME";
  for (const name of secrets) {
    if (!document.includes(`\`${name}\``)) throw new Error(`docs/operations.md does not name ${name}.`);
    if (name === "TOKEN_KEYS") continue;
    await follow(`npx wrangler secret put ${name}`, { named, before: `echo "${name} of a rehearsal" | ` });
  }
  await refusal(clone, env, "The secret TOKEN_KEYS is not set");
  const keys = 'KEYS="$(npx node scripts/token-key.ts)"';
  if (!document.includes(keys)) throw new Error(`docs/operations.md does not say \`${keys}\`.`);
  await follow('echo "$KEYS" | npx wrangler secret put TOKEN_KEYS', { before: `${keys} && ` });
  const dry = await follow("npm run deploy -- --dry-run");
  if (dry.includes("Before a real deployment")) throw new Error(dry);
  const began = Date.now();
  await follow("npm run deploy");
  const seconds = (Date.now() - began) / 1000;

  const visitor = new Browser(edge, origin);
  await visitor.see("/healthz", 200, "ok");
  await follow("npm run catalogue -- --demo --remote");
  await visitor.see("/sign-up", 200, "Username");
  const email = "ann@example.com";
  const person = { fullName: "Ann Berg", username: "ann-berg", email, password };
  await visitor.see("/sign-up", 303, "", person);
  const link = await linkMailedTo(edge, email);
  await visitor.see(link.replace(origin, ""), 200, "Verify");
  const token = new URL(link).searchParams.get("token") ?? "";
  await visitor.see("/verify", 303, "", { intent: "verify", token });
  await follow(`npm run operator -- --email ${email} --remote`);
  await visitor.see("/sign-in", 303, "", { email, password });
  await visitor.see("/profile/factors", 200, "authenticator");
  await visitor.see("/admin", 404, "");
  const again = await follow("npm run deploy");
  await visitor.see("/profile", 200, "Ann Berg");
  const anyone = new Browser(edge, origin);
  await anyone.see("/", 200, "Programming");

  if (remote.unknown.length > 0) throw new Error(`The stand-in does not know ${remote.unknown.join(", ")}.`);
  if (edge.errors.length > 0) throw new Error(`The worker logged errors:\n${edge.errors.join("\n")}`);
  if (remote.crons.length === 0) throw new Error("The deployed worker has no cron trigger.");
  if (remote.queues.some(({ consumer }) => consumer === null)) throw new Error("A queue has no consumer.");
  return [
    noLimit("steps of docs/operations.md that were followed", steps, ""),
    atMost("migrations of the second deployment", (again.match(/\.sql/g) ?? []).length, "", 0),
    noLimit("the first `npm run deploy`, with its build", seconds, "s"),
  ];
}

/**
 * The link in the email to a new user, which is sent after the response. @throws Error if none arrives in 10
 * s
 */
async function linkMailedTo(edge: Edge, email: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const mail = edge.mails.find(({ to }) => to === email);
    const link = /https:\/\/\S+\/verify\?\S+/.exec(mail?.text ?? "")?.[0];
    if (link) return link;
    await wait(100);
  }
  throw new Error(`No mail with a link was sent to ${email}.`);
}

/** A deployment that is refused for this reason. */
async function refusal(clone: string, env: Record<string, string>, reason: string): Promise<void> {
  const { code, text } = await runLine("npm run deploy", env, clone);
  if (code === 0 || !text.includes(reason)) throw new Error(`Expected a refusal with '${reason}':\n${text}`);
}

/** Runs a shell command. @returns its output @throws Error with the command and its output */
async function must(line: string, env: Record<string, string>, cwd: string): Promise<string> {
  const { code, text } = await runLine(line, env, cwd);
  if (code !== 0) throw new Error(`\`${line}\` failed:\n${text}`);
  console.error(`✓ ${line}`);
  return text;
}

/** Links our packages into a clone. Its tools write their caches into its own folder. */
function linkPackages(clone: string): void {
  mkdirSync(join(clone, "node_modules"));
  for (const name of readdirSync(join(root, "node_modules")))
    if (!name.startsWith(".") || name === ".bin" || name === ".handiwork-lock")
      symlinkSync(join(root, "node_modules", name), join(clone, "node_modules", name));
}
