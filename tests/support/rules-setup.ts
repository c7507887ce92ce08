import { refuseErrorLogs } from "./error-log.ts";

refuseErrorLogs();
