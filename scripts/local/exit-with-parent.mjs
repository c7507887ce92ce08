// Loaded into every server that the scripts start. The server ends when the process that started it is gone,
// even if that process was killed.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
