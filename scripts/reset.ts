import { forget, stateFolder, take } from "./state.ts";

try {
  take(stateFolder());
  forget(stateFolder());
  console.log("All local state is forgotten; the next `npm start` seeds anew.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
