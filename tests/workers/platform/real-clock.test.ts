import { expect, test, vi } from "vitest";
import { realClock } from "#workers/platform/real-clock.ts";

test("The clock gives whole milliseconds, although the runtime's may have a fraction", () => {
  const time = vi.spyOn(Date, "now").mockReturnValue(1_795_724_671_215.0002);
  expect(realClock.now()).toBe(1_795_724_671_215);
  time.mockRestore();
});
