import { refuseErrorLogs } from "#tests/support/bindings/error-log.ts";

refuseErrorLogs();
