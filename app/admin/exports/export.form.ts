import { z } from "zod";
import {
  anything,
  type ExportKind,
  type ExportSearch,
  exportKindOf,
  exportKinds,
  type FilterName,
  parseExportSearch,
  refusalsToDays,
} from "#app/admin/exports/export-search.ts";
import { refusalToText } from "#app/admin/list-search.ts";
import { besidesReason, reasonField } from "#app/admin/reason.form.ts";

const kinds = exportKinds.map(({ key }) => key);
const filter = z.string().trim().default("");

/** Asks for an export. `intent`: its kind. */
export const exportForm = z
  .object({
    intent: z.enum(kinds as [ExportKind, ...ExportKind[]], { error: "Please choose what to export" }),
    ...{ q: filter, show: filter, status: filter, payment: filter, stage: filter, topic: filter },
    ...{ from: filter, to: filter },
    reason: reasonField,
  })
  .superRefine(({ intent, reason: _, ...typed }, { addIssue }) => {
    for (const [field, [message]] of Object.entries(refusalsToFilters(intent, typed)))
      addIssue({ code: "custom", path: [field], message });
  }, besidesReason)
  .transform(({ intent: kind, reason, ...typed }) => ({ kind, search: searchIn(kind, typed), reason }));

function searchIn(kind: ExportKind, typed: ExportSearch): ExportSearch {
  return parseExportSearch(kind, new URLSearchParams(typed));
}

function refusalsToFilters(kind: ExportKind, typed: ExportSearch): Partial<Record<FilterName, string[]>> {
  const tooShort = refusalToText(searchIn(kind, typed).q);
  return { ...(tooShort && { q: [tooShort] }), ...refusalsToDays(kind, typed) };
}

/** The filters as a refused form shows them again. Days stay as they were typed, valid or not. */
export function typedSearch(fields: FormData): ExportSearch {
  const text = (name: string) => String(fields.get(name) ?? "").trim();
  const names = Object.keys(anything) as FilterName[];
  const typed = Object.fromEntries(names.map((name) => [name, text(name)])) as ExportSearch;
  const kind = exportKindOf(text("intent"));
  return { ...(kind ? searchIn(kind, typed) : anything), from: typed.from, to: typed.to };
}
