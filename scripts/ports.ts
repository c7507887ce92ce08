import { createServer } from "node:net";

/** True if nothing listens on this port of 127.0.0.1. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const probe = createServer();
    probe.once("error", () => answer(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => answer(true)));
  });
}

const givenPorts = new Set<number>();

/** Finds a free port of 127.0.0.1. It never returns the same port twice. */
export function findFreePort(): Promise<number> {
  return new Promise((answer, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address ? address.port : 0;
      const isNew = !givenPorts.has(port);
      givenPorts.add(port);
      probe.close(() => answer(isNew ? port : findFreePort()));
    });
  });
}
