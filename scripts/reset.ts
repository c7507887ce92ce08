import { deleteState, lock, stateFolder } from "./local/state.ts";

try {
  lock(stateFolder());
  deleteState(stateFolder());
  console.log("All local state is deleted. The next `npm start` seeds a new market.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
