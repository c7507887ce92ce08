import { gzipSync } from "node:zlib";
import { inlineScriptOf } from "#scripts/vite/inline-scripts.ts";
import { atLeast, atMost, type Figure } from "./figure.ts";
import { ask, sleep } from "./load/ask.ts";
import type { LoadAccount, LoadMarket } from "./load/crowd.ts";
import { type MarketSource, openMarket } from "./market.ts";

/** How long the senders send, in seconds. */
const writing = 20;
/** How long idle sockets are kept open, in seconds. */
const idle = 60;

/** A message that arrived over a socket. @property at ms of this process */
type Arrival = { content: string; at: number };
type Tab = { socket: WebSocket; arrived: Arrival[] };

/**
 * Measures live conversations: how soon a message reaches the other browser while 20 senders write over 200
 * sockets; whether 500 sockets of two users receive every message once and in order; and what 1,000 idle
 * sockets cost. tests/conversations/nothing-lost.test.ts interrupts connections.
 */
export async function live(source: MarketSource): Promise<Figure[]> {
  const market = await openMarket(source, "bench/workers/live.ts");
  try {
    const post = await fetch(`${market.url}/bench/market`, {
      method: "POST",
      body: JSON.stringify({ accounts: 200 }),
    });
    const { accounts } = (await post.json()) as LoadMarket;
    const script = await inlineScriptOf("app/inline-scripts/live.script.ts");
    return [
      ...(await measureSpeed(market.url, accounts)),
      ...(await measureOrder(market.url, accounts)),
      ...(await measureIdle(market.url, accounts)),
      atMost("live number on other pages, inline, compressed", gzipSync(script.text).length, "B", 1024),
    ];
  } finally {
    await market.stop();
  }
}

/** 20 senders together send 20 messages a second, over 200 open sockets. */
async function measureSpeed(url: string, accounts: LoadAccount[]): Promise<Figure[]> {
  const tabs = await Promise.all(accounts.map((account) => open(url, account)));
  const began = new Map<string, number>();
  const senders = accounts.slice(0, 20);
  for (const sender of senders) await send(url, sender, `first of ${sender.id}`);
  const sent: Promise<unknown>[] = [];
  for (let second = 0; second < writing; second++) {
    const due = performance.now();
    for (const [i, sender] of senders.entries()) {
      await sleep(due + i * 50 - performance.now());
      const content = `${second} of ${i}`;
      began.set(content, performance.now());
      sent.push(send(url, sender, content));
    }
    await sleep(due + 1000 - performance.now());
  }
  await Promise.all(sent);
  await sleep(1000);
  const times = senders.flatMap((_, i) =>
    (tabs[i + 1]?.arrived ?? []).flatMap(({ content, at }) => {
      const start = content.endsWith(` of ${i}`) ? began.get(content) : undefined;
      return start === undefined ? [] : [at - start];
    }),
  );
  close(tabs);
  return [
    atLeast("messages that arrived in the other browser", times.length, "", writing * senders.length),
    atMost("sent until shown there, p50", quantile(times, 0.5), "ms", 50),
    atMost("sent until shown there, p99", quantile(times, 0.99), "ms", 250),
  ];
}

/** Two users with 250 sockets each send 50 messages. */
async function measureOrder(url: string, accounts: LoadAccount[]): Promise<Figure[]> {
  const [one, two] = accounts.slice(100, 102);
  if (!one || !two) throw new Error("The market has too few accounts");
  const tabs: Tab[] = [];
  for (let i = 0; i < 250; i++) tabs.push(await open(url, one), await open(url, two));
  const began = new Map<string, number>();
  const texts: string[] = [];
  for (let i = 0; i < 50; i++) {
    const content = `number ${i}`;
    texts.push(content);
    began.set(content, performance.now());
    // The first account's conversation is with the second.
    await send(url, { ...(i % 2 === 0 ? one : two), conversation: one.conversation }, content);
  }
  await sleep(1000);
  const isWhole = ({ arrived }: Tab) => arrived.map(({ content }) => content).join() === texts.join();
  const times = tabs.flatMap(({ arrived }) =>
    arrived.map(({ content, at }) => at - (began.get(content) ?? 0)),
  );
  close(tabs);
  return [
    atLeast(
      "of 500 sockets of two users, those with all 50 messages once, in order",
      tabs.filter(isWhole).length,
      "",
      500,
    ),
    atMost("sent until on each of them, p99", quantile(times, 0.99), "ms", 1000),
  ];
}

/** 1,000 open sockets without traffic. */
async function measureIdle(url: string, accounts: LoadAccount[]): Promise<Figure[]> {
  const tabs: Tab[] = [];
  for (const account of accounts) for (let i = 0; i < 5; i++) tabs.push(await open(url, account));
  const woken = async () => ((await (await fetch(`${url}/bench/woken`)).json()) as { woken: number }).woken;
  const before = await woken();
  for (let second = 0; second < idle; second += 20) {
    for (const { socket } of tabs) socket.send("ping");
    await sleep(20_000);
  }
  const held = tabs.filter(({ socket }) => socket.readyState === WebSocket.OPEN).length;
  const after = await woken();
  close(tabs);
  return [
    atLeast(`of 1,000 idle sockets, those held for ${idle} s`, held, "", 1000),
    atMost("times that their pings have woken an inbox", after - before, "", 0),
  ];
}

async function open(url: string, { cookie }: LoadAccount): Promise<Tab> {
  const headers = { Cookie: cookie, Origin: url, "CF-Connecting-IP": "192.0.2.8" };
  // Node's WebSocket accepts headers. Browsers do not, and its types follow them.
  const socket: WebSocket = Reflect.construct(WebSocket, [`${url.replace("http", "ws")}/live`, { headers }]);
  const arrived: Arrival[] = [];
  socket.addEventListener("message", ({ data }) => {
    const at = performance.now();
    if (data === "pong") return;
    const event = JSON.parse(String(data));
    if (event.type === "message") arrived.push({ content: event.message.content, at });
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  return { socket, arrived };
}

async function send(url: string, { id, cookie, conversation }: LoadAccount, content: string): Promise<void> {
  const fields = { conversation, content, sender: id, id: crypto.randomUUID() };
  const { status, text } = await ask(`${url}/messages/send`, "192.0.2.8", cookie, fields);
  if (status !== 200) throw new Error(`A message was answered with ${status}: ${text}`);
}

function close(tabs: Tab[]): void {
  for (const { socket } of tabs) socket.close();
}

/** @throws Error if there are no values */
function quantile(values: number[], share: number): number {
  const value = values.toSorted((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ];
  if (value === undefined) throw new Error("Nothing arrived");
  return Math.round(value);
}
