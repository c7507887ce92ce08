import type { Store } from "../store.ts";

/** What the owner of an account typed into the onboarding page. */
export interface Typed {
  name: string;
  number: string;
  routing: string;
  currency: "usd" | "eur";
}

const currencies = ["usd", "eur"] as const;

/** Reads the form. Spaces in numbers do not count. */
export function typedIn(form: URLSearchParams): Typed {
  const text = (name: string) => (form.get(name) ?? "").slice(0, 200).trim();
  return {
    name: text("name"),
    number: text("number").replace(/\s/g, "").toUpperCase(),
    routing: text("routing").replace(/\s/g, ""),
    currency: currencies.find((each) => each === form.get("currency")) ?? "usd",
  };
}

/** What is wrong with a bank account number; null if nothing is. */
export function numberError(number: string): string | null {
  return /^[A-Z0-9]{4,34}$/.test(number) ? null : "Your bank account number is incomplete.";
}

interface Saved extends Typed {
  submitted: boolean;
}

/** The form as its owner left it; null before that. */
export function savedForm(store: Store, account: string): Saved | null {
  const [row] = store.sql
    .exec<{ body: string }>("select body from account_forms where account = ?", account)
    .toArray();
  return row ? (JSON.parse(row.body) as Saved) : null;
}

export function saveForm(store: Store, account: string, form: Saved): void {
  store.sql.exec(
    "insert or replace into account_forms (account, body) values (?, ?)",
    account,
    JSON.stringify(form),
  );
}

/** Whether the form was submitted once. */
export const isOnboarded = (store: Store, account: string): boolean =>
  savedForm(store, account)?.submitted ?? false;
