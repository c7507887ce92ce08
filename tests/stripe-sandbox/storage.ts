import type { DatabaseSync, SQLInputValue } from "node:sqlite";

/** A database as Durable Objects have it. */
export const storageOf = (database: DatabaseSync) =>
  ({
    sql: {
      exec: (query: string, ...values: SQLInputValue[]) => {
        if (values.length === 0 && !/^\s*(select|pragma)/.test(query)) return void database.exec(query);
        const rows = database.prepare(query).all(...values);
        return { toArray: () => rows, one: () => rows[0] };
      },
    },
    transactionSync: (run: () => unknown) => run(),
    setAlarm: async () => {},
  }) as unknown as DurableObjectStorage;
