import { accessSync, constants, mkdirSync, readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hour } from "#app/lib/dates.ts";
import { isRunning } from "../processes.ts";

/** Linux's folder for files in memory. Other systems have none. */
const memory = "/dev/shm";
const prefix = "handiwork-";

/**
 * Makes a folder in memory for this process. A database flushes each change to disk before it answers, which
 * takes half the time of many small writes.
 * @param bytes how much room is needed
 * @returns null if the system has no such folder, or too little room
 */
export function memoryFolder(bytes: number): string | null {
  if (!hasRoom(bytes)) return null;
  deleteAbandoned();
  const folder = join(memory, `${prefix}${process.pid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Puts the temporary files of this process and its children into memory, if there is room. */
export function keepTemporaryFilesInMemory(): void {
  if (tmpdir().startsWith(memory)) return;
  const folder = memoryFolder(2e9);
  if (folder) process.env.TMPDIR = folder;
}

function hasRoom(bytes: number): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > bytes;
  } catch {
    return false;
  }
}

/** A killed process could not delete its folder. A process that we cannot see may run elsewhere. */
function deleteAbandoned(): void {
  for (const name of readdirSync(memory).filter((each) => each.startsWith(prefix))) {
    const folder = join(memory, name);
    const isOld = statSync(folder).mtimeMs < Date.now() - hour;
    if (isOld && !isRunning(Number(name.slice(prefix.length))))
      rmSync(folder, { recursive: true, force: true });
  }
}
