import { href } from "#app/lib/href.ts";

/**
 * Opens the email with what is in this form, in a tab of its own, so that nothing typed is lost.
 * @param id null: a new one @param intent the form's own
 */
export function PreviewButton({ id, intent }: { id: string | null; intent: string }) {
  return (
    <p>
      <button
        type="submit"
        className="btn"
        name="intent"
        value={intent}
        formAction={href("/admin/announcements/:id/preview", { id: id ?? "new" })}
        formTarget="_blank"
      >
        Preview the email in a new tab
      </button>
    </p>
  );
}
