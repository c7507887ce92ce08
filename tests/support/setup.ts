import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { refuseErrorLogs } from "#tests/support/bindings/error-log.ts";

await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
refuseErrorLogs();
