import {
  type ExportKind,
  exportKinds,
  exportsPath,
  type FilterName,
} from "#app/admin/exports/export-search.ts";

type Props = {
  kind: ExportKind;
  /** The filters of the list on this page. */
  search?: { [Name in FilterName]?: string | null };
  /** True if the page links to several exports. */
  isNamed?: boolean;
};

/** Links to the form that exports the rows of a list. */
export function ExportLink({ kind, search, isNamed }: Props) {
  const label = exportKinds.find(({ key }) => key === kind)?.label.toLowerCase();
  return (
    <a className="btn" href={`${exportsPath(kind, search)}#${kind}`}>
      {isNamed ? `Export ${label}` : "Export"}
    </a>
  );
}
