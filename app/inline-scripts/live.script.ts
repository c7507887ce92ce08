/**
 * The live connection of a signed-in page (docs/specification.md#live-messages): one socket per tab. Each
 * event becomes a `live` event of the window, for the page's own code. This script also updates the number of
 * unread messages in the header, and the dot that says that an order waits for the viewer, so that both are
 * right before the framework has started. Code that shows the message cancels the event.
 *
 * - It connects while the page is visible: as soon as the page becomes visible or the browser is back online.
 *   After a lost connection it waits a random time of up to 0.5 s, 1 s, 2 s … 30 s. It closes five
 *   minutes after the page was hidden, and when a ping gets no answer.
 * - It sends `live-send` events of the window. Nothing is queued.
 */

/** The viewer's id: the server inserts the text (inline-scripts.ts). */
declare const VIEWER: string;

let socket: WebSocket | null = null;
let losses = 0;
let isOver = false;
/** What the header says may be out of date: the server sends it again. */
let query = document.hidden ? "?badge" : "";
let unanswered = 0;
let retry: ReturnType<typeof setTimeout> | undefined;
let leaving: ReturnType<typeof setTimeout> | undefined;

function connect(): void {
  clearTimeout(retry);
  if (socket || isOver || document.hidden) return;
  const opened = new WebSocket(`${location.origin.replace("http", "ws")}/live${query}`);
  socket = opened;
  opened.onopen = () => {
    losses = unanswered = 0;
    publish({ type: "open" });
  };
  opened.onmessage = ({ data }) => {
    unanswered = 0;
    if (data !== "pong") publish(JSON.parse(data));
  };
  opened.onclose = ({ code }) => {
    if (socket !== opened) return;
    socket = null;
    query = "?badge";
    // The session has ended, or newer tabs took its place (`closedFor`).
    isOver = code > 4400;
    publish({ type: "closed" });
    retry = setTimeout(connect, Math.random() * Math.min(30_000, 500 * 2 ** losses++));
  };
}

type LiveEvent = {
  type: string;
  unread?: number;
  turn?: boolean;
  message?: { senderId: string };
  isQuiet?: boolean;
};

function publish(event: LiveEvent): void {
  const isShown = !dispatchEvent(new CustomEvent("live", { detail: event, cancelable: true }));
  if (event.type === "open" || event.type === "closed") document.documentElement.dataset.live = event.type;
  const dot = document.getElementById("turn");
  if (dot && event.turn !== undefined) dot.hidden = !event.turn;
  const badge = document.getElementById("unread");
  if (!badge) return;
  let unread = event.unread;
  if (event.message && event.message.senderId !== VIEWER && !event.isQuiet && !isShown)
    unread = Number(badge.dataset.unread) + 1;
  if (unread === undefined) return;
  badge.dataset.unread = String(unread);
  badge.hidden = unread === 0;
  (badge.firstChild as Text).data = unread > 99 ? "99+" : String(unread);
}

addEventListener("live-send", (event) => {
  if (socket?.readyState === 1) socket.send(JSON.stringify((event as CustomEvent).detail));
});
addEventListener("offline", () => socket?.close());
addEventListener("online", connect);
document.addEventListener("visibilitychange", () => {
  clearTimeout(leaving);
  if (document.hidden) leaving = setTimeout(() => socket?.close(), 300_000);
  else connect();
});
setInterval(() => {
  if (document.hidden || socket?.readyState !== 1) return;
  if (unanswered++) socket.close();
  else socket.send("ping");
}, 20_000);
connect();

export {};
