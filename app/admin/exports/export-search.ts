import { applicationFilters } from "#app/admin/applications/application-search.ts";
import { type Choices, dayOf, listPath, textOf } from "#app/admin/list-search.ts";
import { paymentStates, problems, stages, statuses } from "#app/admin/orders/order-filters.ts";
import { ticketLists } from "#app/admin/tickets/ticket-search.ts";
import { userFilters } from "#app/admin/users/user-search.ts";
import { topics } from "#app/contact/ticket.ts";
import type { BankPayoutState } from "#drizzle/schema/payouts.ts";

/** The maximum number of rows in an export: the newest ones. */
export const maxRows = 100_000;

/** The maximum number of rows that are read to find them. Many may not match the filters. */
export const maxRead = 200_000;

/** A field that narrows an export. Its `name` is that of the same filter in the console's list. */
type ExportFilter = { name: FilterName; label: string } & (
  | { kind: "text"; placeholder: string }
  | { kind: "choice"; choices: Choices }
  /** A day in UTC. */
  | { kind: "day" }
);

export type FilterName = "q" | "show" | "status" | "payment" | "stage" | "topic" | "from" | "to";

/** The values of the filters, by name. Empty: any. */
export type ExportSearch = Readonly<Record<FilterName, string>>;

const days: ExportFilter[] = [
  { name: "from", label: "From day (UTC)", kind: "day" },
  { name: "to", label: "To day (UTC)", kind: "day" },
];

const payoutStates: Choices<BankPayoutState> = [
  { key: "pending", label: "Pending" },
  { key: "in_transit", label: "In transit" },
  { key: "paid", label: "Paid" },
  { key: "failed", label: "Failed" },
  { key: "canceled", label: "Canceled" },
];

const choice = (name: FilterName, label: string, choices: Choices): ExportFilter => ({
  ...{ name, label, kind: "choice" },
  choices,
});
const text = (label: string, placeholder: string): ExportFilter => ({
  ...{ name: "q", label, kind: "text" },
  placeholder,
});

/** The exports (docs/specification.md#operator-exports), with what each contains. */
export const exportKinds = [
  {
    key: "users",
    label: "Users",
    about: "Accounts with their names and email addresses.",
    filters: [
      text("Find users", "Email, username, name or ID"),
      choice(
        "show",
        "Which users",
        userFilters.filter(({ key }) => key !== "all"),
      ),
    ],
  },
  {
    key: "orders",
    label: "Orders",
    about: "Orders with their parties, states, amounts and times. The days are when they were placed.",
    filters: [
      text("Find orders", "ID, username, email or Stripe ID"),
      choice("show", "Needs attention", problems),
      choice("status", "Status", statuses),
      choice("payment", "Payment", paymentStates),
      choice("stage", "Stage", stages),
      ...days,
    ],
  },
  {
    key: "ledger",
    label: "Ledger",
    about: "All entries of the books. The entries of one transaction sum to zero.",
    filters: days,
  },
  {
    key: "refunds",
    label: "Refunds",
    about: "Refunds to cards. Credit that was returned is listed with the orders.",
    filters: days,
  },
  {
    key: "registrations",
    label: "Registrations",
    about: "Sellers’ registrations with their fees.",
    filters: [choice("show", "State", applicationFilters)],
  },
  {
    key: "transfers",
    label: "Transfers",
    about: "Earnings sent to sellers’ accounts at Stripe.",
    filters: days,
  },
  {
    key: "payouts",
    label: "Payouts",
    about: "What Stripe paid to sellers’ banks.",
    filters: [choice("show", "State", payoutStates), ...days],
  },
  {
    key: "debts",
    label: "Debts",
    about: "What sellers currently owe for an order.",
    filters: [choice("show", "Age", [{ key: "old", label: "Over 60 days" }])],
  },
  {
    key: "tickets",
    label: "Tickets",
    about: "Tickets without their texts.",
    filters: [
      text("Find tickets", "Number, username, email or order ID"),
      choice("show", "State", ticketLists),
      choice("topic", "Topic", topics),
    ],
  },
] as const satisfies readonly {
  key: string;
  label: string;
  about: string;
  filters: readonly ExportFilter[];
}[];

export type ExportKind = (typeof exportKinds)[number]["key"];

/** The export of this name; null if there is none. */
export function exportKindOf(text: string | null): ExportKind | null {
  return exportKinds.find(({ key }) => key === text)?.key ?? null;
}

function filtersOf(kind: ExportKind): readonly ExportFilter[] {
  return exportKinds.find(({ key }) => key === kind)?.filters ?? [];
}

export const anything: ExportSearch = {
  ...{ q: "", show: "", status: "", payment: "", stage: "", topic: "", from: "", to: "" },
};

/** Reads the filters of an export. Values that are not valid are ignored. */
export function parseExportSearch(kind: ExportKind, params: URLSearchParams): ExportSearch {
  const valueIn = (filter: ExportFilter) => {
    const sent = params.get(filter.name) ?? "";
    if (filter.kind === "text") return textOf(params);
    if (filter.kind === "day") return dayOf(sent);
    return filter.choices.some(({ key }) => key === sent) ? sent : "";
  };
  return {
    ...anything,
    ...Object.fromEntries(filtersOf(kind).map((filter) => [filter.name, valueIn(filter)])),
  };
}

/**
 * Why typed days cannot be exported, by field; empty if they can. If a wrong day were ignored, the file would
 * have more rows than intended.
 */
export function refusalsToDays(
  kind: ExportKind,
  { from, to }: Pick<ExportSearch, "from" | "to">,
): Partial<Record<"from" | "to", string[]>> {
  if (!filtersOf(kind).some((filter) => filter.kind === "day")) return {};
  const noDay = (text: string) =>
    text !== "" && dayOf(text) === "" ? ["Enter a valid date, such as 2026-11-27"] : null;
  const [noFrom, noTo] = [noDay(from), noDay(to)];
  if (noFrom || noTo) return { ...(noFrom && { from: noFrom }), ...(noTo && { to: noTo }) };
  return from && to && from > to ? { to: ["Choose the first day or a later one"] } : {};
}

/**
 * The address of the page with an export's form filled in, from a list's filters. Filters that the export
 * does not have are left out.
 */
export function exportsPath(
  kind?: ExportKind,
  search: { [Name in FilterName]?: string | null } = {},
): string {
  if (kind === undefined) return listPath("/admin/exports", {});
  const values = filtersOf(kind).map(({ name }) => [name, search[name] ?? null]);
  return listPath("/admin/exports", { kind, ...Object.fromEntries(values) });
}

/** What is exported, as the audit log names it: `orders`, or `orders?status=completed`. */
export function subjectOf(kind: ExportKind, search: ExportSearch): string {
  const query = new URLSearchParams(Object.entries(search).filter(([, value]) => value !== ""));
  return query.size > 0 ? `${kind}?${query}` : kind;
}

/** The address of what the audit log names. */
export function subjectPath(subject: string): string {
  const [kind = "", query = ""] = subject.split("?");
  const known = exportKindOf(kind);
  return known === null
    ? exportsPath()
    : exportsPath(known, parseExportSearch(known, new URLSearchParams(query)));
}
