import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { live } from "#app/inline-scripts/inline-scripts.ts";

/** A page that runs the script as the viewer "me", with its sockets and the number in the header. */
function page({ hidden = false, unread = 0 } = {}) {
  const sockets: FakeSocket[] = [];
  class FakeSocket {
    readyState = 0;
    sent: string[] = [];
    onopen = () => {};
    onclose = (_: { code: number }) => {};
    onmessage = (_: { data: string }) => {};
    readonly url: string;
    constructor(url: string) {
      this.url = url.replace("ws://shop.test", "");
      sockets.push(this);
    }
    send(data: string) {
      this.sent.push(data);
    }
    open() {
      this.readyState = 1;
      this.onopen();
    }
    hear(event: object) {
      this.onmessage({ data: JSON.stringify(event) });
    }
    close(code = 1006) {
      if (this.readyState === 3) return;
      this.readyState = 3;
      this.onclose({ code });
    }
  }
  const badge = {
    dataset: { unread: String(unread) },
    hidden: unread === 0,
    firstChild: { data: String(unread) },
  };
  const dot = { hidden: true };
  const window = new EventTarget();
  const document = Object.assign(new EventTarget(), {
    hidden,
    documentElement: { dataset: {} as Record<string, string> },
    getElementById: (id: string) => (id === "turn" ? dot : badge),
  });
  const names = ["document", "location", "WebSocket", "addEventListener", "dispatchEvent"];
  const location = { origin: "http://shop.test" };
  new Function(...names, live("me"))(
    document,
    location,
    FakeSocket,
    window.addEventListener.bind(window),
    window.dispatchEvent.bind(window),
  );
  return {
    sockets,
    badge,
    dot,
    window,
    last: () => sockets.at(-1),
    show: (isHidden: boolean) => {
      document.hidden = isHidden;
      document.dispatchEvent(new Event("visibilitychange"));
    },
  };
}

const message = { type: "message", message: { senderId: "other" }, isQuiet: false };

describe("The live number in the header", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it("Is at most 1 KB in the page, compressed", () => {
    expect(gzipSync(live(crypto.randomUUID())).length).toBeLessThanOrEqual(1024);
  });

  it("Counts messages from others, but not the viewer's own, muted ones or those that the page shows", () => {
    const { last, badge, window } = page({ unread: 98 });
    last()?.open();
    last()?.hear(message);
    last()?.hear({ ...message, message: { senderId: "me" } });
    last()?.hear({ ...message, isQuiet: true });
    expect(badge.firstChild.data).toBe("99");
    last()?.hear(message);
    expect([badge.firstChild.data, badge.hidden]).toEqual(["99+", false]);
    last()?.hear({ type: "badge", unread: 0 });
    expect(badge.hidden).toBe(true);
    window.addEventListener("live", (event) => event.preventDefault());
    last()?.hear(message);
    expect(badge.hidden).toBe(true);
  });

  it("Shows and hides the dot of the orders icon when an order changes and after a reconnection", () => {
    const { last, dot, badge } = page({ unread: 2 });
    last()?.open();
    last()?.hear({ type: "order", id: "1", version: 2, turn: true });
    expect([dot.hidden, badge.firstChild.data]).toEqual([false, "2"]);
    last()?.hear({ type: "badge", unread: 2 });
    expect(dot.hidden).toBe(false);
    last()?.hear({ type: "badge", unread: 2, turn: false });
    expect(dot.hidden).toBe(true);
  });

  it("Reconnects after a random pause that doubles to 30 s, and then asks for the number", () => {
    vi.spyOn(Math, "random").mockReturnValue(1);
    const { sockets, last } = page();
    last()?.open();
    expect(last()?.url).toBe("/live");
    for (const pause of [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      const before = sockets.length;
      last()?.close();
      vi.advanceTimersByTime(pause - 1);
      expect(sockets.length).toBe(before);
      vi.advanceTimersByTime(1);
      expect(sockets.length).toBe(before + 1);
    }
    expect(last()?.url).toBe("/live?badge");
    last()?.open();
    last()?.close();
    vi.advanceTimersByTime(500);
    expect(last()?.readyState).toBe(0);
  });

  it("Connects immediately when the network is back or the page comes to the front", () => {
    const { sockets, last, window, show } = page();
    last()?.open();
    vi.spyOn(Math, "random").mockReturnValue(1);
    window.dispatchEvent(new Event("offline"));
    window.dispatchEvent(new Event("online"));
    expect(sockets.length).toBe(2);
    last()?.open();
    last()?.close();
    show(false);
    expect(sockets.length).toBe(3);
  });

  it("Opens no socket in a page that is hidden from the start, and closes it in one that was hidden for 5 minutes", () => {
    const { sockets, last, show } = page({ hidden: true });
    vi.advanceTimersByTime(600_000);
    expect(sockets.length).toBe(0);
    show(false);
    expect(last()?.url).toBe("/live?badge");
    last()?.open();
    show(true);
    vi.advanceTimersByTime(299_000);
    expect(last()?.readyState).toBe(1);
    expect(last()?.sent).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(last()?.readyState).toBe(3);
    vi.advanceTimersByTime(600_000);
    expect(sockets.length).toBe(1);
  });

  it("Stops connecting after its session has ended or newer tabs have replaced it", () => {
    for (const code of [4401, 4429]) {
      const { sockets, last, window } = page();
      last()?.open();
      last()?.close(code);
      vi.advanceTimersByTime(600_000);
      window.dispatchEvent(new Event("online"));
      expect(sockets.length).toBe(1);
    }
  });

  it("Closes a connection that does not answer a ping", () => {
    const { last } = page();
    const first = last();
    first?.open();
    vi.advanceTimersByTime(20_000);
    expect(first?.sent).toEqual(["ping"]);
    vi.advanceTimersByTime(20_000);
    expect(first?.readyState).toBe(3);
  });
});
