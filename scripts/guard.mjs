// Loaded into every server that we start: it ends when whoever started it is gone, however that went.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
