import { href } from "#app/lib/href.ts";

/**
 * Opens the real page with what is typed in this form, in a tab of its own, so that nothing typed is lost.
 * @param intent the form's own
 */
export function PreviewButton({ id, intent }: { id: string; intent: string }) {
  return (
    <p>
      <button
        type="submit"
        className="btn"
        name="intent"
        value={intent}
        formAction={href("/admin/catalogue/:id/preview", { id })}
        formTarget="_blank"
      >
        Preview in a new tab
      </button>
    </p>
  );
}
