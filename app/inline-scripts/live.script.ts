/**
 * The live connection of a signed-in page (docs/specification.md#live-messages): one socket per tab. Each
 * event becomes a `live` event of the window, for the page's own code. The number of unread messages in the
 * header follows them here, so that it is right before the framework has started; who shows the message
 * cancels the event.
 *
 * - It connects while the page is visible, and at once when the page comes to the front or the line is back.
 *   After a loss it waits, at random, up to 0.5 s, 1 s, 2 s … 30 s. Five minutes after the page was hidden it
 *   closes. A line that answers no ping is closed, too.
 * - `live-send` events of the window are sent. Nothing is kept for later.
 */

/** The viewer's id: the server puts the text here (inline-scripts.ts). */
declare const VIEWER: string;

let socket: WebSocket | null = null;
let losses = 0;
let isOver = false;
/** The number in the header may be old: it is asked for. */
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
    tell({ type: "open" });
  };
  opened.onmessage = ({ data }) => {
    unanswered = 0;
    if (data !== "pong") tell(JSON.parse(data));
  };
  opened.onclose = ({ code }) => {
    if (socket !== opened) return;
    socket = null;
    query = "?badge";
    // The session has ended, or newer tabs took its place (`closedFor`).
    isOver = code > 4400;
    tell({ type: "closed" });
    retry = setTimeout(connect, Math.random() * Math.min(30_000, 500 * 2 ** losses++));
  };
}

type Told = { type: string; unread?: number; message?: { senderId: string }; isQuiet?: boolean };

function tell(event: Told): void {
  const isShown = !dispatchEvent(new CustomEvent("live", { detail: event, cancelable: true }));
  if (event.type === "open" || event.type === "closed") document.documentElement.dataset.live = event.type;
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
